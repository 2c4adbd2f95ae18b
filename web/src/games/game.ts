import type { Component } from 'svelte';
import type { GameFigures } from '../rulebook/rulebook';
import type { Sound } from '../sound/sounds';
import type { TableModel } from '../table/model.svelte';
import type { Moment, ReplayModel } from '../table/replay.svelte';
import type { ScoreSheetRow } from '../table/scoreSheet';
import type { GameStory, NameOfSeat, StoryLine } from '../table/story';
import type { View } from '../table/view';

/** A component that comes with the first script, or one that is fetched when it is needed. */
export type Part<Props extends Record<string, any>> =
  | { component: Component<Props> }
  | { load: () => Promise<{ default: Component<Props> }> };

/** Where things of a table are on the page, as selectors. */
export interface TutorialTargets {
  parts: Record<string, string>; // by the name that tutorials have for a part of the table
  ofAction: (action: string) => string[]; // what one clicks to do this
}

/** All that the page needs to know of a game. `index.ts` in the folder of a game makes one, and `games/index.ts` lists them. */
export interface PageGame<GameView extends View> {
  /** As the server calls it; its texts in the messages begin with it. */
  name: string;
  /** The game at a glance, on the start page. */
  picture: Component;
  table: Part<{ model: TableModel; view: GameView }>;
  /** A moment of a past game. */
  replay: Part<{ replay: ReplayModel; view: GameView }>;
  /** Where a finished round is explained, for a game that scores by rounds. */
  roundEnd?: Component<{ model: TableModel; view: GameView; round: number; close: () => void }>;
  /** How the game is played in short, a paragraph each. */
  primer: (view: GameView) => string[];
  story: GameStory<GameView>;
  /** The score sheet at `view`; null while there is none. `end` is the last view that is known, with what was revealed since. */
  scoreRows: (view: GameView, end: GameView) => ScoreSheetRow[] | null;
  /** Where a tutorial finds what it speaks of; fetched with one. */
  tutorialTargets: () => Promise<{ tutorialTargets: TutorialTargets }>;
  /** What was special in a finished game, the most special first; fetched at its end. */
  highlights: () => Promise<{ highlights: Highlights<GameView> }>;
  /** How the figures of its rulebook are drawn; fetched with them. */
  figures: () => Promise<{ default: GameFigures<GameView> }>;
  /** What is heard between two views, besides whose turn it is. */
  sounds: (before: GameView, after: GameView) => Sound[];
  /** How many rounds have begun. */
  roundsBegun: (view: GameView) => number;
  /** What a replay shows after a move, where that is more than the table. */
  moments?: (before: GameView, after: GameView) => Moment<GameView>[];
}

/** Lines of what was special in a finished game. */
export type Highlights<GameView = any> = (view: GameView, name: NameOfSeat) => StoryLine[];

/** A game whose view is known by the game's name alone. */
export type AnyPageGame = PageGame<any>;

/** The part with its component at hand. Where it cannot be fetched it stays as it is, and showing it tries again. */
export async function fetchPart<Props extends Record<string, any>>(part: Part<Props>): Promise<Part<Props>> {
  if ('component' in part) return part;
  return part.load().then(({ default: component }) => ({ component }), () => part);
}
