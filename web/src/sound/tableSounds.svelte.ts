import type { AnyPageGame } from '../games/game';
import type { TableModel } from '../table/model.svelte';
import type { View } from '../table/view';
import { soundPlayer } from './soundPlayer';
import type { Sound } from './sounds';

/** What decides what is heard next. */
export interface HeardMoment {
  view: View | null;
  myTurn: boolean;
}

/** What is heard of a change at a table: what the game says, and that it is my turn. */
export function soundsBetween(game: Pick<AnyPageGame, 'sounds'>, before: HeardMoment, after: HeardMoment): Sound[] {
  const changed = before.view && after.view && before.view !== after.view;
  const sounds: Sound[] = changed ? game.sounds(before.view, after.view) : [];
  return after.myTurn && !before.myTurn ? [...sounds, 'turn'] : sounds;
}

/** Plays the sounds of a table, for as long as the component that calls it is there. */
export function playTableSounds(model: TableModel, game: () => AnyPageGame | null): void {
  let heard: HeardMoment = { view: null, myTurn: false };
  $effect(() => {
    const now = { view: model.view, myTurn: model.myTurn };
    const known = game();
    if (known) soundPlayer.play(soundsBetween(known, heard, now));
    heard = now;
  });
}
