import type { Component } from 'svelte';
import type { TableModel } from '../table/model.svelte';
import type { View } from '../table/view';

/** A rulebook as it was made when the page was built. */
export interface Rulebook {
  names: string[]; // of the players in the figures
  blocks: RulebookBlock[];
}

export type RulebookBlock = { html: string } | { figure: string; caption: string };

/** What fills a blank of a caption: as it is, or something of the game that has a name in every language. */
export type Fact = number | string | Record<string, unknown>;

/** A moment of a game that the rules have played, which parts of the table are shown, and what is so in it. */
export interface Figure<GameView extends View> {
  view: GameView;
  show: string[];
  facts: Record<string, Fact>;
}

/** How a game draws its figures. */
export interface GameFigures<GameView extends View> {
  Figure: Component<{ model: TableModel; view: GameView; show: string[] }>;
  factText: (fact: Record<string, unknown>, view: GameView) => string;
}

/** What a part is about: `8` of `lit 8`; null where the part is not shown. */
export function shownPart(show: string[], part: string): string | null {
  const found = show.find((each) => each === part || each.startsWith(`${part} `));
  return found === undefined ? null : found.slice(part.length + 1);
}

/** The seats that are shown with this part. */
export const shownSeats = (show: string[], part: string): number[] =>
  show.filter((each) => each.startsWith(`${part} `)).map((each) => Number(each.slice(part.length + 1)));

export async function fetchText(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.text();
}
