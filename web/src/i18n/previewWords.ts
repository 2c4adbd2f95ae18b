import type { Key } from './translate.svelte';

/** What the server says in the preview of a link to a table, beside the title of the game. It gets these words in every
 * language when the page is built. */
export const PREVIEW_WORDS: Key[] = ['invite.title', 'invite.title.nobody', 'preview.waiting', 'preview.playing', 'preview.over'];
