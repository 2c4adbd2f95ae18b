import { api, whoAmI } from '../api';
import { SOCKET_PATH, type ClientMessage, type TableInfo } from '../protocol';

/** A socket that asked for a table before there was anybody to tell, and what it was told. */
export interface EarlySocket {
  socket: WebSocket;
  received: string[];
}

// What whoever opens the link to a table needs first is asked for here, while the rest of the page is still on its way: this is
// a small file of its own (vite.config.ts).
const table = /^\/t\/([^/]+)\/?$/.exec(location.pathname)?.[1];
let socket: EarlySocket | null = null;
let info: Promise<TableInfo> | null = null;

if (/^\/(t\/|play)/.test(location.pathname)) whoAmI().then((me) => table && askFor(table, me !== null), () => undefined);

/** Somebody new is first told of the table. */
function askFor(table: string, isKnown: boolean): void {
  if (isKnown) {
    socket = openForTable(table);
  } else {
    info = api.table(table);
    info.catch(() => undefined); // whoever takes it hears of it
  }
}

function openForTable(table: string): EarlySocket {
  const early: EarlySocket = { socket: newSocket(), received: [] };
  early.socket.onopen = () => early.socket.send(JSON.stringify({ type: 'watch', table, seq: null, chat: 0 } satisfies ClientMessage));
  early.socket.onmessage = (event) => early.received.push(event.data as string);
  return early;
}

export function newSocket(): WebSocket {
  return new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${SOCKET_PATH}`);
}

/** The socket that was opened early for this table, once. */
export function takeEarlySocket(id: string): EarlySocket | null {
  const taken = id === table ? socket : null;
  if (taken) socket = null;
  return taken;
}

/** The table as anybody may know it. */
export function tableInfo(id: string): Promise<TableInfo> {
  const taken = id === table ? info : null;
  if (taken) info = null;
  return taken ?? api.table(id);
}
