'use strict';
// Plays TABLES tables of four on Purrlab as fast as it can, each seat over a socket of its own.
// --idle 1: only connects everybody and reports the server's memory. --stalled 1: one more client a table that never reads.
// --bots 1: one more table, with bots.
const WebSocket = require('ws');
const { args, TABLES, PORT, stats, control, now, sleep, request, moved, measure, report, cpu, rss } = require('./measure.cjs');

const people = [];

async function welcome(name) {
  const { headers } = await request('PUT', '/api/me', { name });
  return headers['set-cookie'][0].split(';')[0];
}

class Seat {
  constructor(table, number) { this.table = table; this.number = number; this.open = null; this.asked = 0; }
  connect() {
    this.socket = new WebSocket(`ws://127.0.0.1:${PORT}/live`, { headers: { cookie: people[this.number] }, perMessageDeflate: false });
    this.socket.on('message', (data) => { stats.bytes += data.length; this.hear(JSON.parse(data)); });
    return new Promise((resolve, reject) => { this.socket.once('open', resolve); this.socket.once('error', reject); });
  }
  send(message) { this.socket.send(JSON.stringify(message)); }
  ask(message) { return new Promise((resolve) => { this.answer = resolve; this.send({ ...message, id: 'q' }); }); }
  hear(message) {
    if (message.type === 'event') this.event(message);
    else if (message.type === 'table' && message.view) this.turn(message.view.legal, message.seq);
    else if (message.type === 'error') { stats.errors += 1; if (stats.errors < 5) console.error(message); }
    if (message.id === 'q' && this.answer) { const answer = this.answer; this.answer = null; answer(message); }
  }
  event(event) {
    if (event.id && this.open && event.id === this.open.id) {
      const since = this.open.at;
      this.open = null;
      moved(since);
    }
    if (event.kind === 'rematch') { this.again(event.table.next); return; }
    if (event.view) { this.turn(event.view.legal, event.seq); return; }
    if (event.table && event.table.status === 'over') { if (this.number === 0 && !control.stopping) this.send({ type: 'rematch' }); return; }
    for (const change of event.changes || []) if (change[0][0] === 'legal') this.turn(change[1], event.seq);
  }
  turn(legal, seq) {
    if (control.stopping || !legal.length) return;
    const action = legal[(Math.random() * legal.length) | 0];
    this.open = { id: `m${seq}`, at: now() };
    this.send({ type: 'act', id: this.open.id, seq, action });
  }
  async again(table) {
    await this.ask({ type: 'watch', table });
    this.table.ready(table);
  }
}

class Table {
  constructor() { this.seats = [0, 1, 2, 3].map((number) => new Seat(this, number)); this.here = 0; }
  async connect() {
    const { body } = await request('POST', '/api/tables', { game: 'cat-in-the-box', players: 4, sit: false, listed: false }, { cookie: people[0] });
    this.id = body.id;
    for (const seat of this.seats) {
      await seat.connect();
      await seat.ask({ type: 'watch', table: this.id });
      await seat.ask({ type: 'sit', seat: seat.number });
    }
  }
  start() { this.seats[0].send({ type: 'start' }); }
  ready() { this.here += 1; if (this.here === 4) { this.here = 0; this.start(); } }
  stalled() {
    const socket = new WebSocket(`ws://127.0.0.1:${PORT}/live`, { headers: { cookie: people[0] }, perMessageDeflate: false });
    socket.on('open', () => { socket.send(JSON.stringify({ type: 'watch', table: this.id })); socket._socket.pause(); });
    socket.on('error', () => {});
  }
}

(async () => {
  for (let number = 0; number < 4; number++) people.push(await welcome(`player ${number}`));
  if (args.idle) await sleep(3000); // the server has made a first hash of a password by then, which takes 64 MB
  const empty = rss();
  const tables = Array.from({ length: TABLES }, () => new Table());
  for (let i = 0; i < TABLES; i += 10) await Promise.all(tables.slice(i, i + 10).map((table) => table.connect()));
  if (args.idle) {
    control.stopping = true; // everybody gets a hand, and nobody moves
    for (const table of tables) table.start();
    await sleep(5000);
    const before = cpu();
    await sleep(5000);
    report({ tables: TABLES, clients: 4 * TABLES, empty_mb: Math.round(empty), rss_mb: Math.round(rss()), cpu_percent: +(20 * (cpu() - before)).toFixed(1), errors: stats.errors });
  }
  if (args.bots) {
    const wanted = { game: 'cat-in-the-box', players: 4, listed: false, bots: ['random', 'random', 'random'], pace: 0, start: true };
    await request('POST', '/api/tables', wanted, { cookie: people[0] });
  }
  if (args.stalled) for (const table of tables) table.stalled();
  for (const table of tables) table.start();
  await measure();
})().catch((error) => { console.error(error); process.exit(1); });
