import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { preferences } from './lib/prefs.svelte';

await preferences.load();
mount(App, { target: document.getElementById('page')! });
