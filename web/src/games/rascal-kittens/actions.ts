import { RASCAL_KITTENS_NOTATION, type FurnitureColour, type RascalKittensAction, type Side, type Tile } from '../../views';
import { notationOf } from '../notation';

export const { parse: parseAction, format: formatAction } = notationOf<RascalKittensAction>(RASCAL_KITTENS_NOTATION);

/** What can be chosen: a stack to draw from, a tile to lay, a notch to lead the string to. */
export interface Choices {
  stacks: FurnitureColour[];
  tiles: Tile[];
  sides: Side[];
}

/** The choices that these actions give; or the one that an action makes. */
export function choicesIn(actions: string[]): Choices {
  const choices: Choices = { stacks: [], tiles: [], sides: [] };
  for (const action of actions.map(parseAction)) {
    if (action.verb === 'draw') choices.stacks.push(action.colour);
    else if (action.verb === 'lay') choices.tiles.push(action.tile);
    else choices.sides.push(action.side);
  }
  return choices;
}
