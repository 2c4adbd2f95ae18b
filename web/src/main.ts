import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { someone } from './lib/api';
import { preferences } from './lib/prefs.svelte';

if (location.pathname.startsWith('/t/')) {
  // A table is asked for: what it needs is fetched while the page wakes up.
  void import('./pages/Play.svelte');
  someone().catch(() => undefined);
}
await preferences.load();
mount(App, { target: document.getElementById('page')! });
