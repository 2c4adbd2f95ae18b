/** What can be heard at a table. */
export const SOUNDS = ['card', 'token', 'trick', 'paradox', 'turn', 'purr'] as const;
export type Sound = (typeof SOUNDS)[number];
