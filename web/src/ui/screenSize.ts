import { MediaQuery } from 'svelte/reactivity';

/** Whether this is a phone held upright: the research board stands on its side, so that cells stay large. */
export const portraitPhone = new MediaQuery('(max-width: 560px)');

/** Whether this is a phone of which the browser leaves little height. */
export const lowPhone = new MediaQuery('(max-width: 560px) and (max-height: 760px)');

/** Whether this is a phone held sideways. */
export const landscapePhone = new MediaQuery('(max-height: 460px) and (min-width: 561px)');

/** Whether this is a laptop of which the browser leaves little height. */
export const lowLaptop = new MediaQuery('(max-height: 720px) and (min-height: 461px) and (min-width: 861px)');

/** Whether this is a laptop, or another screen of its height. */
export const laptop = new MediaQuery('(max-height: 800px) and (min-height: 461px) and (min-width: 861px)');
