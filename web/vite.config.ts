import { svelte } from '@sveltejs/vite-plugin-svelte';
import { marked } from 'marked';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { unbroken } from './src/i18n/lineBreaks.ts';
import { PREVIEW_WORDS } from './src/i18n/previewWords.ts';
import { SOCKET_PATH } from './src/protocol.ts';
import type { Rulebook, RulebookBlock } from './src/rulebook/rulebook.ts';
import { VARIANT_RULES } from './src/views.ts';

/** The rules in docs/rules as HTML: rules get anchors and rulings are set apart. The title, links to other documents and what
 * programmers need (from "How it is written" on) stay behind. */
function rulesPage(text: string): string {
  const shown = text
    .replace(/^# .*\n/, '')
    .replace(/^## How it is written[^]*/m, '')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/\n(\*[^*\n]+:\*)/g, '\n\n> $1')
    .replaceAll(/^\*\*([A-Z]{2}\d+) ([^*]+)\*\*/gm, '<b id="$1"><a href="#$1">$1</a> $2</b>');
  return (marked.parse(shown) as string)
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
}

/** A rulebook or a player aid as HTML and figures in turn: `![caption](figure)` on a line of its own is a figure. What the players
 * of the figures are called is on the first line. Numbers of rules lead to the rules page. */
function rulebook(text: string, game: string): Rulebook {
  const [, names = '', body = ''] = /^(?:names: (.*)\n)?([^]*)$/.exec(text)!;
  const linked = (html: string): string =>
    html
      .replaceAll(/\b[A-Z]{2}\d+\b/g, `<a class="rule" href="/rules/${game}#$&">$&</a>`)
      .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
      .replaceAll('</table>', '</table></div>');
  const parts = body.split(/^!\[([^\]]*)\]\((.*)\)$/m); // text, caption, figure, text …
  const blocks: RulebookBlock[] = [];
  for (let at = 0; at < parts.length; at += 3) {
    blocks.push({ html: linked(marked.parse(parts[at]!) as string) });
    if (at + 2 < parts.length) blocks.push({ figure: parts[at + 2]!, caption: linked(marked.parseInline(parts[at + 1]!) as string) });
  }
  return { names: names.split(', '), blocks };
}

const outsideCode = (text: string, change: (text: string) => string): string =>
  text.split(/(```[^]*?```)/).map((part, place) => (place % 2 ? part : change(part))).join('');

/** Rules and rulebooks become files when the page is built, and modules that give their addresses. */
const texts: Plugin = {
  name: 'texts',
  transform(text, id) {
    if (!id.endsWith('.md')) return null;
    const name = basename(id, '.md');
    const isRulebook = id.includes('/rulebook/');
    const written = /\.(?!en$)[a-z]{2}$/.test(name) ? outsideCode(text, unbroken) : text;
    const source = isRulebook ? JSON.stringify(rulebook(written, name.split('.')[0]!)) : rulesPage(written);
    if (this.environment.mode === 'dev') return { code: `export default ${JSON.stringify(`data:text/plain,${encodeURIComponent(source)}`)}`, map: null };
    const file = this.emitFile({ type: 'asset', name: `${name}.${isRulebook ? 'json' : 'html'}`, source });
    return { code: `export default import.meta.ROLLUP_FILE_URL_${file}`, map: null };
  },
};

const MESSAGES = new URL('./src/i18n/messages/', import.meta.url);
type Messages = Record<string, unknown>;

const readMessages = (text: string, language: string): Messages =>
  JSON.parse(text, (_, value: unknown) => (typeof value === 'string' && language !== 'en' ? unbroken(value) : value)) as Messages;

/** Rules in short are read when something was refused: they come then. Those of a variant stand in the primer too. */
const isRule = (key: string): boolean => key.includes('.rule.') && !VARIANT_RULES.some((rule) => key.endsWith(`.rule.${rule}`));
const only = (texts: Messages, wanted: (key: string) => boolean): Messages => Object.fromEntries(Object.entries(texts).filter(([key]) => wanted(key)));

/** The messages of a language come without the rules, and but for English without their keys, which are those of the English ones in
 * the same order. `virtual:rule-texts` has the addresses of the rules by language. */
const messages: Plugin = {
  name: 'messages',
  enforce: 'pre',
  transform(text, id) {
    const language = /\/i18n\/messages\/(\w+)\.json$/.exec(id)?.[1];
    if (!language) return null;
    const shown = only(readMessages(text, language), (key) => !isRule(key));
    return { code: JSON.stringify(language === 'en' ? shown : Object.values(shown)), map: null };
  },
  resolveId: (id) => (id === 'virtual:rule-texts' ? `\0${id}` : null),
  load(id) {
    if (id !== '\0virtual:rule-texts') return null;
    const addresses = readdirSync(MESSAGES).map((file) => {
      const texts = readMessages(readFileSync(new URL(file, MESSAGES), 'utf-8'), basename(file, '.json'));
      const source = JSON.stringify(only(texts, (key) => key.includes('.rule.')));
      if (this.environment.mode === 'dev') return `${basename(file, '.json')}: ${JSON.stringify(`data:text/plain,${encodeURIComponent(source)}`)}`;
      return `${basename(file, '.json')}: import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: `rules-${file}`, source })}`;
    });
    return `export default { ${addresses.join(', ')} }`;
  },
};

/** The words with which the server tells messengers of a link, in every language. */
const linkPreviews: Plugin = {
  name: 'link-previews',
  generateBundle() {
    const games = readdirSync(new URL('./src/games/', import.meta.url), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const keys = [...PREVIEW_WORDS, ...games.map(({ name }) => `${name}.title`)];
    const words = readdirSync(MESSAGES).map((file) => {
      const texts = JSON.parse(readFileSync(new URL(file, MESSAGES), 'utf-8')) as Record<string, string>;
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
  plugins: [svelte(), texts, messages, linkPreviews, earlyRequests],
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
