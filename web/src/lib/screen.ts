import { MediaQuery } from 'svelte/reactivity';

/** Whether this is a phone held upright: the research board stands on its side, so that cells stay large. */
export const narrow = new MediaQuery('(max-width: 560px)');
