'use strict';
// What both load generators share: arguments, latencies, the server's CPU time and memory.
const fs = require('fs');
const http = require('http');

const args = {};
for (let i = 2; i < process.argv.length; i += 2) args[process.argv[i].replace(/^--/, '')] = process.argv[i + 1];
const TABLES = Number(args.tables), PORT = Number(args.port), PID = Number(args.pid);
const WARM = Number(args.warm || 3), SECONDS = Number(args.seconds || 10);
const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });
const stats = { moves: 0, latencies: [], errors: 0, bytes: 0 };
const control = { measuring: false, stopping: false };
const now = () => performance.now();
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function request(method, path, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const data = JSON.stringify(body);
    const all = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(data), ...headers };
    const sent = http.request({ host: '127.0.0.1', port: PORT, path, method, agent, headers: all }, (answer) => {
      let text = '';
      answer.on('data', (part) => (text += part));
      answer.on('end', () => {
        if (answer.statusCode >= 300) reject(new Error(`${path} ${answer.statusCode} ${text}`));
        else resolve({ body: JSON.parse(text), headers: answer.headers });
      });
    });
    sent.on('error', reject);
    sent.end(data);
  });
}

function status(pid) { // what follows the name of a process; none of one that has ended
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch { return null; }
}

function cpuByProcess() { // seconds of the server's process, all threads, and of all processes that it started, by pid
  const all = fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).map((name) => [Number(name), status(name)]).filter(([, fields]) => fields);
  const seconds = new Map();
  let found = [PID];
  while (found.length) {
    const current = found;
    for (const [pid, fields] of all) if (current.includes(pid)) seconds.set(pid, (Number(fields[11]) + Number(fields[12])) / 100);
    found = all.filter(([, fields]) => current.includes(Number(fields[1]))).map(([pid]) => pid);
  }
  return seconds;
}
const cpu = () => [...cpuByProcess().values()].reduce((sum, each) => sum + each, 0);

function kindOf(pid) { // what a process of the server is there for
  if (pid === PID) return 'first';
  const name = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  return name.includes('nats-server') ? 'nats' : name.includes('spawn_main') ? 'workers' : 'others';
}

function cpuByKind(before, after, moves) { // microseconds a move
  const found = {};
  for (const [pid, seconds] of after) {
    const kind = kindOf(pid);
    found[kind] = (found[kind] || 0) + 1e6 * (seconds - (before.get(pid) || 0)) / Math.max(1, moves);
  }
  return Object.fromEntries(Object.entries(found).map(([kind, us]) => [`cpu_us_${kind}`, Math.round(us)]));
}
const rss = () => Number(fs.readFileSync(`/proc/${PID}/statm`, 'utf8').split(' ')[1]) * 4096 / 1048576;

function moved(since) {
  if (!control.measuring) return;
  stats.moves += 1;
  stats.latencies.push(now() - since);
}

async function measure() {
  await sleep(WARM * 1000);
  Object.assign(stats, { moves: 0, latencies: [], bytes: 0 });
  control.measuring = true;
  const before = cpuByProcess(), start = now(), own = process.cpuUsage();
  await sleep(SECONDS * 1000);
  control.measuring = false;
  control.stopping = true;
  const seconds = (now() - start) / 1000, after = cpuByProcess(), mine = process.cpuUsage(own);
  const used = [...after].reduce((sum, [pid, each]) => sum + each - (before.get(pid) || 0), 0);
  const sorted = stats.latencies.sort((a, b) => a - b);
  const at = (share) => sorted.length ? +sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(2) : null;
  report({
    tables: TABLES, moves: stats.moves, moves_per_second: Math.round(stats.moves / seconds),
    p50_ms: at(0.5), p99_ms: at(0.99), worst_ms: at(1), cpu_us_per_move: Math.round(1e6 * used / Math.max(1, stats.moves)),
    server_cpu_percent: Math.round(100 * used / seconds), generator_cpu_percent: Math.round((mine.user + mine.system) / 1e4 / seconds),
    bytes_per_move: Math.round(stats.bytes / Math.max(1, stats.moves)), ...cpuByKind(before, after, stats.moves), rss_mb: Math.round(rss()), errors: stats.errors,
  });
}

function report(result) {
  console.log('RESULT ' + JSON.stringify(result));
  process.exit(0);
}

module.exports = { args, TABLES, stats, control, now, sleep, request, moved, measure, report, cpu, rss, PORT };
