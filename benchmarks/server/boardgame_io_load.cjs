'use strict';
// Plays TABLES tables of four on boardgame.io as fast as it can, each seat over a socket of its own.
const { io } = require('socket.io-client');
const { legal } = require('./boardgame_io_game.cjs');
const { TABLES, PORT, stats, control, now, request, moved, measure } = require('./measure.cjs');

async function create() {
  const { body } = await request('POST', '/games/trick/create', { numPlayers: 4 });
  const credentials = [];
  for (let seat = 0; seat < 4; seat++) {
    const joined = await request('POST', `/games/trick/${body.matchID}/join`, { playerID: String(seat), playerName: `p${seat}` });
    credentials.push(joined.body.playerCredentials);
  }
  return { id: body.matchID, credentials };
}

class Table {
  constructor() { this.sockets = []; this.open = [null, null, null, null]; }
  async connect() {
    this.match = await create();
    for (let seat = 0; seat < 4; seat++) this.sockets[seat] = await this.socket(seat);
  }
  socket(seat) {
    const socket = io(`http://127.0.0.1:${PORT}/trick`, { transports: ['websocket'], forceNew: true, reconnection: false });
    socket.on('sync', (id, info) => this.synced(seat, id, info.state));
    socket.on('update', (id, state) => this.updated(seat, id, state));
    socket.on('connect', () => socket.io.engine.on('data', (data) => { stats.bytes += data.length; }));
    return new Promise((resolve, reject) => { socket.once('connect', () => resolve(socket)); socket.once('connect_error', reject); });
  }
  sync() {
    this.states = [];
    for (let seat = 0; seat < 4; seat++) {
      this.sockets[seat].emit('sync', this.match.id, String(seat), this.match.credentials[seat], 4);
    }
  }
  synced(seat, id, state) {
    if (id !== this.match.id) return;
    this.states[seat] = state;
    if (this.states.filter(Boolean).length === 4) this.states.forEach((each, index) => this.act(index, each));
  }
  act(seat, state) {
    if (control.stopping || state.ctx.gameover !== undefined || state.ctx.currentPlayer !== String(seat)) return;
    const cards = legal(state.G.players[seat].hand, state.G.trick);
    const card = cards[(Math.random() * cards.length) | 0];
    this.open[seat] = { at: now(), state: state._stateID };
    const move = { type: 'MAKE_MOVE', payload: { type: 'play', args: [card], playerID: String(seat), credentials: this.match.credentials[seat] } };
    this.sockets[seat].emit('update', move, state._stateID, this.match.id, String(seat));
  }
  updated(seat, id, state) {
    if (id !== this.match.id) return;
    const open = this.open[seat];
    if (open && state._stateID > open.state) {
      this.open[seat] = null;
      moved(open.at);
      if (state.ctx.gameover !== undefined) { this.again(); return; }
    }
    this.act(seat, state);
  }
  async again() {
    if (control.stopping) return;
    try { this.match = await create(); this.sync(); } catch { stats.errors += 1; }
  }
}

(async () => {
  const tables = Array.from({ length: TABLES }, () => new Table());
  for (let i = 0; i < TABLES; i += 10) await Promise.all(tables.slice(i, i + 10).map((table) => table.connect()));
  for (const table of tables) table.sync();
  await measure();
})().catch((error) => { console.error(error); process.exit(1); });
