import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { whoAmI } from './api';
import { preferences } from './preferences.svelte';

if (/^\/(t\/|play)/.test(location.pathname)) whoAmI().catch(() => undefined); // it is on its way already, and there before the page is
await preferences.load();
const target = document.getElementById('page')!;
target.replaceChildren();
mount(App, { target });
