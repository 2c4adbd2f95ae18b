import { svelte } from '@sveltejs/vite-plugin-svelte';
import { marked } from 'marked';
import { defineConfig, type Plugin } from 'vite';
import { SOCKET_PATH } from './src/protocol.ts';

/** The rules in docs/rules become HTML when the page is built: rules get anchors and rulings are set apart. The title, links
 * to other documents and what programmers need (from "How it is written" on) stay behind. */
const rules: Plugin = {
  name: 'rules',
  transform(text, id) {
    if (!id.endsWith('.md')) return null;
    const shown = text
      .replace(/^# .*\n/, '')
      .replace(/^## How it is written[^]*/m, '')
      .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
      .replaceAll(/\n(\*[^*\n]+:\*)/g, '\n\n> $1')
      .replaceAll(/^\*\*([A-Z]{2}\d+) ([^*]+)\*\*/gm, '<b id="$1"><a href="#$1">$1</a> $2</b>');
    const html = (marked.parse(shown) as string)
      .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
      .replaceAll('</table>', '</table></div>');
    return { code: `export default ${JSON.stringify(html)}`, map: null };
  },
};

export default defineConfig({
  plugins: [svelte(), rules],
  build: {
    outDir: '../src/purrlab/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // What is needed at once comes in one file: on a slow line every file more is a round trip more.
      output: { codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] } },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8400', [SOCKET_PATH]: { target: 'ws://127.0.0.1:8400', ws: true } } },
});
