import { beforeEach, describe, expect, it } from 'vitest';
import type { ClientMessage, EventMessage, TableInfo, TableMessage } from '../protocol';
import { TableModel } from './table.svelte';

const info: TableInfo = {
  id: 'T',
  game: 'cat-in-the-box',
  options: {},
  speed: { kind: 'relaxed' },
  listed: false,
  pace: 1,
  status: 'playing',
  host: 0,
  seats: [
    { name: 'Ann', bot: null, person: true, entropy: null },
    { name: 'heuristic bot', bot: 'heuristic', person: false, entropy: null },
  ],
  fair: { commitment: '', server_seed: null, seed: null },
  created: 0,
  next: null,
};
const presence = { type: 'presence', seats: [true, false], spectators: 0 } as const;
const board = { cards: 10, bid: null, markers: ['red'], tokens: [], tricks: 0 };
const view = {
  game: 'cat-in-the-box',
  players: 2,
  expects: 'discard',
  to_act: [0, 1],
  legal: ['discard 1', 'discard 2'],
  totals: [0, 0],
  outcome: null,
  hand: [1, 2],
  rounds: [],
  table: { boards: [board, board], plays: [], trick: [], turn: 0 },
};
const table: TableMessage = {
  type: 'table',
  id: null,
  seq: 5,
  seat: 0,
  table: info,
  clock: { left: [60_000, null], running: [0], at: 1000 },
  view,
  presence: { ...presence, seats: [...presence.seats] },
  chat: [],
  muted: [],
};
const event = (seq: number, more: Partial<EventMessage>): EventMessage => ({
  type: 'event',
  seq,
  at: 0,
  kind: 'acted',
  seat: 1,
  ...more,
});

describe('a table in the browser', () => {
  let sent: ClientMessage[];
  let model: TableModel;
  const types = () => sent.map(({ type }) => type);

  beforeEach(() => {
    sent = [];
    model = new TableModel('T', (message) => sent.push(message), () => 2000, 'me');
    model.opened();
    model.receive(table);
  });

  it('asks for everything when it opens', () => {
    expect(sent).toEqual([{ type: 'ping' }, { type: 'watch', table: 'T', seq: null, chat: 0 }]);
    expect(model.link).toBe('open');
    expect(model.myTurn).toBe(true);
    expect(model.name(1)).toBe('Boson');
  });

  it('sends a move once, and offers nothing until it is answered', () => {
    model.act('discard 1');
    model.act('discard 2');
    expect(sent.at(-1)).toEqual({ type: 'act', id: 'me-1', seq: 5, action: 'discard 1' });
    expect(types().filter((type) => type === 'act')).toHaveLength(1);
    expect(model.legal).toEqual([]);
    model.receive(event(6, { seat: 0, id: 'me-1', action: 'discard 1', changes: [[['to_act'], [1]]] }));
    expect(model.moving).toBe(false);
    expect(model.myTurn).toBe(false);
  });

  it('comes back with what it knew, and sends the move that was on its way again', () => {
    model.act('discard 1');
    model.closed();
    expect(model.link).toBe('broken');
    model.opened();
    expect(sent.at(-1)).toEqual({ type: 'watch', table: 'T', seq: 5, chat: 0 });
    model.receive({ type: 'caught-up', id: null, seq: 5, names: ['Ann', 'Bo'], presence: table.presence });
    expect(sent.at(-1)).toMatchObject({ type: 'act', id: 'me-1' });
    expect(model.link).toBe('open');
  });

  it('ignores what it has seen, and asks where something is missing', () => {
    model.receive(event(5, { changes: [[['expects'], 'bid']] }));
    expect(model.view?.expects).toBe('discard');
    model.receive(event(9, { changes: [[['expects'], 'bid']] }));
    expect(model.view?.expects).toBe('discard');
    expect(sent.at(-1)).toEqual({ type: 'watch', table: 'T', seq: 5, chat: 0 });
  });

  it('tells what happened', () => {
    model.receive(event(6, { changes: [[['table', 'boards', 1, 'cards'], 9]] }));
    expect(model.story.map(({ key, values }) => [key, values['name']])).toEqual([['story.discard', 'Boson']]);
  });

  it('keeps a refusal until the next try', () => {
    model.act('discard 1');
    model.receive({ type: 'error', id: 'me-1', code: 'illegal', rule: 'CB7', message: 'no' });
    expect(model.refusal?.rule).toBe('CB7');
    expect(model.legal).toHaveLength(2);
    model.act('discard 2');
    expect(model.refusal).toBeNull();
  });

  it('reads clocks by the time of the server', () => {
    model.receive({ type: 'pong', id: null, at: 5000 });
    expect(model.left(0)).toBe(60_000 - 4000);
    expect(model.left(1)).toBeNull();
  });

  it('says so when there is no such table', () => {
    model.receive({ type: 'error', id: null, code: 'unknown-table', rule: null, message: '' });
    expect(model.missing).toBe(true);
  });
});
