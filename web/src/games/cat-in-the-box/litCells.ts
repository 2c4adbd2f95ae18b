import { CAUSE_RULES, type BarredCells, type CardColour, type CatInTheBoxView, type RefusalCause } from '../../views';
import { formatPlay, type Play } from './actions';
import { cellName, colourOf, type Cell, type CellHolder } from './researchBoardCells';

export interface Consequence {
  wins: boolean | null; // the trick so far; null where there is none yet
  costs: CardColour | null; // the own marker that would be lost
  group: number | null; // how large the own largest group would become; null where it stays as it is
}

/** What a play would do, as the view tells it. */
function consequence({ table, ahead }: CatInTheBoxView, play: Play): Consequence {
  const action = formatPlay(play);
  return {
    wins: table.trick.length === 0 ? null : (ahead?.wins.includes(action) ?? false),
    costs: ahead?.leaves.includes(action) ? table.led : null,
    group: ahead?.grows.find(([play]) => play === action)?.[1] ?? null,
  };
}

/** The cells that can be played now, by name, and what each would do: those of the chosen card, or of any while none is chosen. */
export const litCells = (view: CatInTheBoxView, plays: Play[], chosen: number | null): Map<string, Consequence> =>
  new Map(
    plays
      .filter(({ value }) => chosen === null || value === chosen)
      .map((play) => [cellName(play), consequence(view, play)]),
  );

/** The cell that costs least, where nobody has chosen yet: no colour, and no red if there is another. */
export function cheapestCell(lit: Map<string, Consequence>): string | null {
  const price = ([name, { costs }]: [string, Consequence]): number => (costs ? 2 : 0) + (colourOf(name) === 'red' ? 1 : 0);
  const [cheapest] = [...lit].sort((one, other) => price(one) - price(other));
  return cheapest?.[0] ?? null;
}

/** Why a cell cannot be played: as the server would refuse it, or since it is out of play, or since another card is chosen. */
export type BarredCause = RefusalCause | { code: 'cell-observed' } | { code: 'other-card'; value: number };

/** The rule that the server would name. */
export function ruleAgainst({ code }: BarredCause): string | null {
  const rules: Record<string, string> = CAUSE_RULES['cat-in-the-box'];
  return rules[code] ?? null;
}

/** The rule because of which a card has no cell: that of an empty one, if any, since tokens are in sight. */
export function ruleAgainstCard(causes: Map<string, BarredCause>): string | null {
  const all = [...causes.values()];
  const cause = all.find(({ code }) => code === 'red-not-yet' || code === 'colour-given-up') ?? all[0];
  return cause ? ruleAgainst(cause) : null;
}

/** Why each of the other cells cannot be played now, by name: what lies there, what the server says, or that another card is chosen. */
export function barredCells(view: CatInTheBoxView, cells: Cell[], held: Map<string, CellHolder>, chosen: number | null): Map<string, BarredCause> {
  const refused = refusedCells(view);
  const causes = new Map<string, BarredCause>();
  for (const cell of cells) {
    const cause = causeOfHolder(cell, held.get(cell.name)) ?? refused.get(cell.name);
    if (cause) causes.set(cell.name, cause);
    else if (chosen !== null && chosen !== cell.value) causes.set(cell.name, { code: 'other-card', value: cell.value });
  }
  return causes;
}

function causeOfHolder({ value, colour }: Cell, holder: CellHolder | undefined): BarredCause | null {
  if (holder === undefined) return null;
  if (holder === 'observed') return { code: 'cell-observed' };
  return holder === 'neutral' ? { code: 'cell-covered', value, colour } : { code: 'cell-taken', value, colour, seat: holder };
}

/** Why empty cells cannot be played now, by name, as the view tells it. */
const refusedCells = ({ ahead }: CatInTheBoxView): Map<string, RefusalCause> =>
  new Map((ahead?.barred ?? []).flatMap((barred) => barred.cells.map(([value, colour]) => [cellName({ value, colour }), refusal(barred, value, colour)] as const)));

function refusal({ code, trick }: BarredCells, value: number, colour: CardColour): RefusalCause {
  if (code === 'card-not-held') return { code, value };
  return code === 'red-not-yet' ? { code } : { code, colour, trick: trick ?? 0 };
}
