import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { preferences } from './preferences.svelte';

await preferences.load();
const target = document.getElementById('page')!;
target.replaceChildren();
mount(App, { target });
