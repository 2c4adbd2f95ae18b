import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { story } from '../games/cat-in-the-box/story';
import { fakeLocalStorage } from '../localStorage.fake';
import type { CatInTheBoxView, Played, PlayerBoard } from '../views';
import type { ClientMessage, EventMessage, TableInfo, TableMessage } from '../protocol';
import { TableModel } from './model.svelte';

const info: TableInfo = {
  id: 'T',
  game: 'cat-in-the-box',
  options: {},
  speed: { kind: 'relaxed' },
  listed: false,
  coach: false,
  pace: 1,
  status: 'playing',
  host: 0,
  seats: [
    { name: 'Ann', bot: null, person: true, bot_stays: false, entropy: null },
    { name: 'heuristic bot', bot: 'heuristic', person: false, bot_stays: false, entropy: null },
  ],
  fair: { commitment: '', server_seed: null, seed: null },
  created: 0,
  next: null,
};
const presence = { type: 'presence', seats: [true, false], spectators: 0 } as const;
const board: PlayerBoard = { cards: 10, bid: null, markers: ['red'], tokens: [], tricks: 0 };
const view: CatInTheBoxView = {
  game: 'cat-in-the-box',
  players: 2,
  options: { layout: 'white', start: 0 },
  seat: 0,
  expects: 'discard',
  to_act: [0, 1],
  legal: ['discard 1', 'discard 2'],
  totals: [0, 0],
  outcome: null,
  round_count: 2,
  bids: [],
  layout: { name: 'white', grid: [] },
  group_sizes: [0, 0],
  group: [],
  ahead: null,
  hand: [1, 2],
  discard: null,
  rounds: [],
  own_rounds: [],
  table: {
    opening: { number: 1, start: 0, turned_up: [1, 2, 3], neutral: [], observed: [] },
    turn: 0,
    led: null,
    boards: [board, board],
    plays: [],
    trick: [],
    winning: null,
    marker_losses: [],
    finished_tricks: [],
    plays_per_trick: 2,
    highest: 5,
  },
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
    model = new TableModel('T', (message) => sent.push(message), () => story, () => 2000, 'me');
    model.opened(false);
    model.receive(table);
  });

  it('asks for everything when it opens', () => {
    expect(sent).toEqual([{ type: 'ping' }, { type: 'watch', table: 'T', seq: null, chat: 0 }]);
    expect(model.connectionState).toBe('open');
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
    expect(model.isMoving).toBe(false);
    expect(model.myTurn).toBe(false);
  });

  it('comes back with what it knew, and sends the move that was on its way again', () => {
    model.act('discard 1');
    model.closed();
    expect(model.connectionState).toBe('broken');
    model.opened(false);
    expect(sent.at(-1)).toEqual({ type: 'watch', table: 'T', seq: 5, chat: 0 });
    model.receive({ type: 'caught-up', id: null, seq: 5, names: ['Ann', 'Bo'], presence: table.presence });
    expect(sent.at(-1)).toMatchObject({ type: 'act', id: 'me-1' });
    expect(model.connectionState).toBe('open');
  });

  it('asks for a table that was not told once more, and then for what waited', () => {
    vi.useFakeTimers();
    model.closed();
    model.opened(false);
    model.request({ type: 'sit' });
    for (let times = 2; times < 4; times++) {
      model.receive({ type: 'error', id: null, code: 'server-error', rule: null, message: '' });
      expect(model.refusal?.code).toBe('server-error');
      vi.advanceTimersByTime(1000);
      expect(model.refusal).toBeNull();
      expect(types().filter((type) => type === 'watch')).toHaveLength(times + 1);
    }
    expect(types()).not.toContain('sit');
    model.receive(table);
    expect(sent.at(-1)).toEqual({ type: 'sit', id: 'me-1' });
    model.receive({ type: 'error', id: null, code: 'slow-down', rule: null, message: '' });
    vi.advanceTimersByTime(5000);
    expect(types().filter((type) => type === 'watch')).toHaveLength(4);
    vi.useRealTimers();
  });

  it('asks once more for what a server could not pass on before the line was back, and then tells what becomes of it', () => {
    const tryAgain = { type: 'error', code: 'try-again', rule: null, message: '' } as const;
    const asked = () => types().filter((type) => type === 'act' || type === 'leave');
    model.act('discard 1');
    model.request({ type: 'leave' });
    model.closed();
    model.opened(false);
    for (const id of ['me-1', 'me-2']) model.receive({ ...tryAgain, id });
    expect(model.refusal).toBeNull();
    expect(model.hasUnsent).toBe(true);
    expect(asked()).toHaveLength(2);
    model.receive(table);
    expect(sent.slice(-2)).toMatchObject([{ type: 'act', id: 'me-1' }, { type: 'leave', id: 'me-2' }]);
    model.receive({ ...tryAgain, id: 'me-1' });
    expect(model.refusal?.code).toBe('try-again');
    expect(model.isMoving).toBe(false);
    expect(asked()).toHaveLength(4);
  });

  it('keeps the words about a move where the table is asked for again', () => {
    vi.useFakeTimers();
    model.act('discard 1');
    model.closed();
    model.opened(false);
    model.receive({ type: 'error', id: null, code: 'slow-down', rule: null, message: '' });
    model.receive({ type: 'error', id: 'me-1', code: 'not-stored', rule: null, message: '' });
    vi.advanceTimersByTime(1000);
    expect(model.refusal?.code).toBe('not-stored');
    vi.useRealTimers();
  });

  it('keeps what is asked while the line is broken, and sends it when it is back', () => {
    model.closed();
    model.request({ type: 'leave' });
    expect(model.hasUnsent).toBe(true);
    expect(types()).not.toContain('leave');
    model.opened(false);
    model.receive({ type: 'caught-up', id: null, seq: 5, names: ['Ann', 'Bo'], presence: table.presence });
    expect(sent.at(-1)).toEqual({ type: 'leave', id: 'me-1' });
    model.receive({ type: 'done', id: 'me-1', seq: 6 });
    model.opened(false);
    model.receive({ type: 'caught-up', id: null, seq: 6, names: ['Ann', 'Bo'], presence: table.presence });
    expect(types().filter((type) => type === 'leave')).toHaveLength(1);
  });

  it('asks again when the answer was lost, and minds no refusal that says it was done', () => {
    model.request({ type: 'back' });
    model.closed();
    model.opened(false);
    model.receive({ type: 'caught-up', id: null, seq: 5, names: ['Ann', 'Bo'], presence: table.presence });
    expect(types().filter((type) => type === 'back')).toHaveLength(2);
    model.receive({ type: 'error', id: 'me-1', code: 'not-away', rule: null, message: '' });
    expect(model.refusal).toBeNull();
    model.request({ type: 'back' });
    model.receive({ type: 'error', id: 'me-2', code: 'not-away', rule: null, message: '' });
    expect(model.refusal?.code).toBe('not-away');
  });

  it('says nothing twice: what was heard needs no answer', () => {
    model.request({ type: 'say', text: 'Hello' });
    model.closed();
    expect(model.unsentChat).toEqual(['Hello']);
    model.opened(false);
    model.receive({ type: 'chat', number: 1, seat: 0, name: 'Ann', text: 'Hello', at: 0 });
    model.receive({ type: 'caught-up', id: null, seq: 5, names: ['Ann', 'Bo'], presence: table.presence });
    expect(types().filter((type) => type === 'say')).toHaveLength(1);
    expect(model.unsentChat).toEqual([]);
  });

  it('gives back what could not be said', () => {
    model.request({ type: 'say', text: 'Hello' });
    model.receive({ type: 'error', id: 'me-1', code: 'slow-down', rule: null, message: '' });
    expect(model.rejectedChat).toMatchObject({ text: 'Hello', refusal: { code: 'slow-down' } });
    expect(model.refusal).toBeNull(); // it is said by the chat, not where moves are asked for
  });

  it('tells late comers what happened before', () => {
    const late = new TableModel('T', () => undefined, () => story);
    const boards = [0, 1].map((seat) => ({ ...board, bid: seat + 1 }));
    const plays: Played[] = [[1, 'play 3 blue'], [0, 'play 4 blue'], [0, 'play 1 green']];
    late.receive({ ...table, view: { ...view, expects: 'play', table: { ...view.table, boards, plays, finished_tricks: [{ winner: 0, play: 'play 2 red', reason: 'only-led', beaten: null }], trick: plays.slice(2), turn: 1 } } });
    const told = late.story.map(({ key, values }) => `${key} ${values['name']}`);
    expect(told).toEqual([
      'story.started undefined',
      'cat-in-the-box.story.discard Ann',
      'cat-in-the-box.story.discard Boson',
      'cat-in-the-box.story.bid Ann',
      'cat-in-the-box.story.bid Boson',
      'cat-in-the-box.story.play Boson',
      'cat-in-the-box.story.play Ann',
      'cat-in-the-box.story.trick Ann',
      'cat-in-the-box.story.play Ann',
    ]);
  });

  it('tells who comes back that a bot played for them', () => {
    const last = (status: 'playing' | 'over') => {
      const late = new TableModel('T', () => undefined, () => story);
      const [ann, boson] = info.seats;
      late.receive({ ...table, table: { ...info, status, seats: [{ ...ann!, bot: 'heuristic' }, boson!] } });
      return late.story.at(-1);
    };
    expect(last('playing')).toMatchObject({ key: 'story.taken', values: { name: 'Ann' } });
    expect(last('over')).toMatchObject({ key: 'story.finished-by-bot', values: { name: 'Ann' } });
  });

  it('knows from the server whom I do not want to read, and can take it back', () => {
    model.receive({ ...table, muted: [1] });
    expect(model.muted).toEqual([1]);
    model.mute(1, false);
    expect(model.muted).toEqual([]);
    expect(sent.at(-1)).toMatchObject({ type: 'mute', seat: 1, muted: false });
  });

  it('asks for what was said in the meantime by whoever is heard again, and for nothing twice', () => {
    model.request({ type: 'say', text: 'Hello' });
    model.mute(1, true);
    model.receive({ type: 'done', id: 'me-2', seq: 5 });
    expect(types().at(-1)).toBe('mute');
    model.mute(1, false);
    model.receive({ type: 'done', id: 'me-3', seq: 5 });
    expect(sent.at(-1)).toEqual({ type: 'watch', table: 'T' });
    model.receive({ ...table, chat: [{ type: 'chat', number: 1, seat: 1, name: 'Bo', text: 'Psst', at: 0 }] });
    expect(model.chat).toHaveLength(1);
    expect(types().filter((type) => type === 'say')).toHaveLength(1);
  });

  it('says that a bot plays on for somebody who is gone for good', () => {
    model.receive(event(6, { kind: 'left', table: info }));
    expect(model.news).toEqual([{ key: 'story.gone', values: { name: 'Boson' }, strong: false }]);
  });

  it('hides people, not seats: when somebody sits down or leaves, it asks whom', () => {
    model.receive({ ...table, muted: [1] });
    model.receive(event(6, { kind: 'left', seat: 1 }));
    expect(sent.at(-1)).toEqual({ type: 'watch', table: 'T' });
    model.receive({ ...table, seq: 6, muted: [] });
    expect(model.muted).toEqual([]);
  });

  it('shows a new name at once', () => {
    model.receive({ type: 'names', names: ['Anna', 'Bo'] });
    expect(model.name(0)).toBe('Anna');
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
    expect(model.story.map(({ key, values }) => [key, values['name']])).toEqual([
      ['story.started', undefined],
      ['cat-in-the-box.story.discard', 'Boson'],
    ]);
  });

  it('tells of discards by seat, whoever was first, as it does to whoever comes back', () => {
    model.receive(event(6, { changes: [[['table', 'boards', 1, 'cards'], 9]] }));
    model.receive(event(7, { changes: [[['table', 'boards', 0, 'cards'], 9], [['to_act'], []]] }));
    model.receive(event(8, { kind: 'taken', seat: 1, table: info }));
    const told = model.story.map(({ key, values }) => `${key} ${values['name']}`);
    expect(told.slice(1, 3)).toEqual(['cat-in-the-box.story.discard Ann', 'cat-in-the-box.story.discard Boson']);
    expect(told.at(-1)).toBe('story.taken Boson');
    const back = new TableModel('T', () => undefined, () => story);
    back.receive({ ...table, view: model.view as typeof view });
    expect(back.story.slice(1).map(({ key, values }) => `${key} ${values['name']}`)).toEqual(told.slice(1, 3));
  });

  it('knows a table of a game that the page cannot tell of', () => {
    const unknown = new TableModel('T', () => undefined, () => null);
    unknown.receive(table);
    unknown.receive(event(6, { changes: [[['to_act'], [1]]] }));
    expect(unknown.view?.to_act).toEqual([1]);
    expect(unknown.story).toEqual([]);
  });

  it('does not tell who watches bots that the pace is for their host to choose', () => {
    model.request({ type: 'pace', pace: 2 });
    model.receive({ type: 'error', id: 'me-1', code: 'not-host', rule: null, message: '' });
    expect(model.refusal).toBeNull();
    model.request({ type: 'start' });
    model.receive({ type: 'error', id: 'me-2', code: 'not-host', rule: null, message: '' });
    expect(model.refusal?.code).toBe('not-host');
  });

  it('has a coach against bots alone, and with others where the table was made so', () => {
    const others = [info.seats[0]!, { ...info.seats[1]!, name: 'Bo', bot: null, person: true }];
    const coached = (change: Partial<TableMessage>) => {
      model.receive({ ...table, ...change });
      return model.canBeCoached;
    };
    expect(coached({})).toBe(true);
    expect(coached({ table: { ...info, seats: others } })).toBe(false);
    expect(coached({ table: { ...info, seats: others, coach: true } })).toBe(true);
    expect(coached({ seat: null, table: { ...info, coach: true } })).toBe(false);
    expect(coached({ table: { ...info, status: 'over' } })).toBe(false);
  });

  it('keeps a refusal until the next try', () => {
    model.act('discard 1');
    model.receive({ type: 'error', id: 'me-1', code: 'illegal', rule: 'CB7', message: 'no' });
    expect(model.refusal?.rule).toBe('CB7');
    expect(model.legal).toHaveLength(2);
    model.act('discard 2');
    expect(model.refusal).toBeNull();
  });

  describe('the commitment to the deal', () => {
    const told = (status: TableInfo['status'], commitment: string): TableMessage => ({
      ...table,
      table: { ...info, status, fair: { ...info.fair, commitment } },
      view: null,
    });
    const opened = (...messages: TableMessage[]): TableModel => {
      const another = new TableModel('T', () => undefined, () => story);
      messages.forEach((message) => another.receive(message));
      return another;
    };

    beforeEach(fakeLocalStorage);
    afterEach(() => void vi.unstubAllGlobals());

    it('is the first that was seen before the start, whatever is told later', () => {
      const seen = opened(told('waiting', 'first'));
      expect(seen.commitment).toBe('first');
      seen.receive(event(6, { kind: 'started', table: told('playing', 'second').table }));
      expect(seen.commitment).toBe('first');
    });

    it('is remembered by the browser when the page is loaded anew', () => {
      opened(told('waiting', 'first'));
      expect(opened(told('over', 'second')).commitment).toBe('first');
      expect(opened(told('waiting', 'second')).commitment).toBe('first');
    });

    it('was not seen by who came after the start', () => {
      expect(opened(told('playing', 'late'), told('over', 'late')).commitment).toBeNull();
    });

    it('is known for as long as the page is open where the browser keeps nothing', () => {
      vi.unstubAllGlobals();
      expect(opened(told('waiting', 'first'), told('over', 'second')).commitment).toBe('first');
    });
  });

  it('reads clocks by the time of the server', () => {
    model.receive({ type: 'pong', id: null, at: 5000 });
    expect(model.timeLeftMs(0)).toBe(60_000 - 4000);
    expect(model.timeLeftMs(1)).toBeNull();
  });

  it('says so when there is no such table', () => {
    model.receive({ type: 'error', id: null, code: 'unknown-table', rule: null, message: '' });
    expect(model.isNotFound).toBe(true);
  });
});
