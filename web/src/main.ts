import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { someone } from './lib/api';
import { preferences } from './lib/prefs.svelte';

if (location.pathname.startsWith('/t/')) {
  // A table is asked for: what it needs is fetched while the page wakes up.
  import('./pages/Play.svelte').catch(() => undefined);
  someone().catch(() => undefined);
}
await preferences.load();
const target = document.getElementById('page')!;
target.replaceChildren();
mount(App, { target });
