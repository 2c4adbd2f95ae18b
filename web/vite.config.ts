import { svelte } from '@sveltejs/vite-plugin-svelte';
import { marked } from 'marked';
import { defineConfig, type Plugin } from 'vite';

/** The rules in docs/rules become HTML when the page is built; the comments on sources stay there. */
const rules: Plugin = {
  name: 'rules',
  transform(text, id) {
    if (!id.endsWith('.md')) return null;
    const anchored = text.replaceAll(/^\*\*((?:CB|RK)\d+)( [^*]+)\*\*/gm, '<b id="$1"><a href="#$1">$1</a>$2</b>');
    return { code: `export default ${JSON.stringify(marked.parse(anchored))}`, map: null };
  },
};

/** Whoever opens the page soon sits at a table, so its script is fetched with the first ones. */
const tableSoon: Plugin = {
  name: 'table-soon',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle)
        .filter((file) => file.type === 'chunk' && ['Play', 'SeatName'].includes(file.name))
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head' as const,
        })),
  },
};

export default defineConfig({
  plugins: [svelte(), rules, tableSoon],
  build: {
    outDir: '../src/purrlab/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8400', '/live': { target: 'ws://127.0.0.1:8400', ws: true } } },
});
