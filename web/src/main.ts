import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { showFontIfCached } from './deferredFont';
import { preferences } from './preferences.svelte';

await Promise.all([preferences.load(), showFontIfCached()]);
const target = document.getElementById('page')!;
target.replaceChildren();
mount(App, { target });
