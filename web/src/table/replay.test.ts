import { describe, expect, it } from 'vitest';
import { moments } from '../games/cat-in-the-box/moments';
import { scoreRows } from '../games/cat-in-the-box/scoreRows';
import { story } from '../games/cat-in-the-box/story';
import type { Replay, TableInfo } from '../protocol';
import type { CatInTheBoxView } from '../views';
import { ReplayModel } from './replay.svelte';

const catInTheBox = { story, scoreRows, moments, roundsBegun: ({ table }: CatInTheBoxView) => table.opening.number };
const seat = (name: string) => ({ name, bot: null, person: true, bot_stays: false, entropy: null });
const info = { id: 'T', game: 'cat-in-the-box', seats: [seat('Ann'), seat('Bo')], status: 'over' } as unknown as TableInfo;
const board = { cards: 2, bid: null, markers: [], tokens: [], tricks: 0 };
const opening = { number: 1, start: 0, turned_up: [], neutral: [], observed: [] };
const result = { opening, plays: [], marker_losses: [], finished_tricks: [], plays_per_trick: 2, paradox: null, scores: [1, 0] };
const replay = {
  names: ['Ann', 'Bo'],
  you: 1,
  view: {
    game: 'cat-in-the-box',
    players: 2,
    rounds: [],
    outcome: null,
    hands: [[1, 2], [3, 4]],
    table: { opening, boards: [board, board], plays: [], marker_losses: [], finished_tricks: [], plays_per_trick: 2, trick: [], turn: 0 },
  },
  steps: [
    { seq: 4, at: 0, seat: 0, action: 'discard 1', changes: [[['hands', 0], [2]], [['table', 'boards', 0, 'cards'], 1]] },
    { seq: 5, at: 0, seat: 1, action: 'play 3 blue', changes: [[['rounds'], 0, [result]], [['table', 'opening', 'number'], 2]] },
    { seq: 6, at: 0, seat: 0, action: 'play 2 blue', changes: [[['rounds'], 1, [result]], [['outcome'], { winners: [0] }]] },
  ],
} as unknown as Replay;

describe('a replay', () => {
  it('goes through every move, and stops for the scores of a round', () => {
    const game = new ReplayModel(catInTheBox, info, replay);
    const seen = [];
    for (let at = 0; at <= game.last; at++) {
      game.goTo(at);
      seen.push(game.scoredRound === null ? `round ${game.round + 1}` : `scores ${game.scoredRound + 1}`);
    }
    expect(seen).toEqual(['round 1', 'round 1', 'scores 1', 'round 2', 'scores 2']);
    expect(game.rounds).toEqual([0, 3]);
  });

  it('shows the seat of whoever played, and tells what happened', () => {
    const game = new ReplayModel(catInTheBox, info, replay);
    expect(game.nearestSeat).toBe(1);
    game.goTo(1);
    expect(game.news.map(({ key }) => key)).toEqual(['cat-in-the-box.story.discard']);
    expect(game.table.view).toMatchObject({ hands: [[2], [3, 4]] });
  });

  it('does not turn further than there is', () => {
    const game = new ReplayModel(catInTheBox, info, replay);
    game.goTo(99);
    expect(game.position).toBe(game.last);
    game.goTo(-5);
    expect(game.position).toBe(0);
  });
});
