import type { TableInfo } from '../protocol';
import type { GameView } from '../views';
import { TableModel } from './model.svelte';
import type { View } from './view';

/** A table at which nothing happens: one view, and the names of those who sit there. */
export function readOnlyTable(view: View, names: string[]): TableModel {
  const seats = names.slice(0, view.players).map((name) => ({ name, bot: null, person: true, bot_stays: false, entropy: null }));
  const table: TableInfo = {
    id: '',
    game: view.game,
    options: {},
    speed: { kind: 'relaxed' },
    listed: false,
    coach: false,
    pace: 1,
    status: 'playing',
    host: null,
    seats,
    fair: { commitment: '' },
    created: 0,
    next: null,
  };
  const model = new TableModel('', () => undefined, () => null);
  const presence = { type: 'presence' as const, seats: seats.map(() => true), spectators: 0 };
  model.receive({ type: 'table', id: null, seq: 0, seat: null, table, clock: null, view: view as GameView, presence, chat: [], muted: [] });
  return model;
}
