import { svelte } from '@sveltejs/vite-plugin-svelte';
import { marked } from 'marked';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { PREVIEW_WORDS } from './src/i18n/previewWords.ts';
import { SOCKET_PATH } from './src/protocol.ts';

/** The rules in docs/rules become files of HTML when the page is built, and modules that give their addresses: rules get
 * anchors and rulings are set apart. The title, links to other documents and what programmers need (from "How it is written"
 * on) stay behind. */
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
    if (this.environment.mode === 'dev') return { code: `export default ${JSON.stringify(`data:text/html,${encodeURIComponent(html)}`)}`, map: null };
    const file = this.emitFile({ type: 'asset', name: `${basename(id, '.md')}.html`, source: html });
    return { code: `export default import.meta.ROLLUP_FILE_URL_${file}`, map: null };
  },
};

/** The words with which the server tells messengers of a link, in every language. */
const linkPreviews: Plugin = {
  name: 'link-previews',
  generateBundle() {
    const messages = new URL('./src/i18n/messages/', import.meta.url);
    const games = readdirSync(new URL('./src/games/', import.meta.url), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const keys = [...PREVIEW_WORDS, ...games.map(({ name }) => `${name}.title`)];
    const words = readdirSync(messages).map((file) => {
      const texts = JSON.parse(readFileSync(new URL(file, messages), 'utf-8')) as Record<string, string>;
      return [file.replace('.json', ''), Object.fromEntries(keys.map((key) => [key, texts[key]]))];
    });
    this.emitFile({ type: 'asset', fileName: 'link-previews.json', source: JSON.stringify(Object.fromEntries(words)) });
  },
};

/** What is asked for early (src/table/earlyRequests.ts) runs as soon as it is there; other scripts wait for the style sheet. */
const earlyRequests: Plugin = {
  name: 'early-requests',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace('<script type="module" crossorigin src="/assets/early-', '<script type="module" async crossorigin src="/assets/early-'),
  },
};

export default defineConfig({
  plugins: [svelte(), rules, linkPreviews, earlyRequests],
  build: {
    outDir: '../src/purrlab/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // What is needed at once comes in one file: on a slow line every file more is a round trip more.
      output: {
        codeSplitting: {
          groups: [
            { name: 'early', test: /earlyRequests\.ts$/, priority: 1 },
            { name: 'page', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8400', [SOCKET_PATH]: { target: 'ws://127.0.0.1:8400', ws: true } } },
});
