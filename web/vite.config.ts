import { svelte } from '@sveltejs/vite-plugin-svelte';
import { marked } from 'marked';
import { defineConfig, type Plugin } from 'vite';

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
      .replaceAll(/^\*\*((?:CB|RK)\d+) ([^*]+)\*\*/gm, '<b id="$1"><a href="#$1">$1</a> $2</b>');
    const html = (marked.parse(shown) as string)
      .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
      .replaceAll('</table>', '</table></div>');
    return { code: `export default ${JSON.stringify(html)}`, map: null };
  },
};

/** Whoever opens the page soon sits at a table, so its script, and what that imports, is fetched with the first ones. */
const tableSoon: Plugin = {
  name: 'table-soon',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const soon = new Set<string>();
      const want = (name: string): void => {
        const file = bundle[name];
        if (file?.type !== 'chunk' || soon.has(name) || html.includes(name)) return;
        soon.add(name);
        file.imports.forEach(want);
      };
      Object.values(bundle).forEach((file) => file.type === 'chunk' && file.name === 'Play' && want(file.fileName));
      const attrs = (name: string) => ({ rel: 'modulepreload', crossorigin: true, href: `/${name}` });
      return [...soon].map((name) => ({ tag: 'link', attrs: attrs(name), injectTo: 'head' as const }));
    },
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
