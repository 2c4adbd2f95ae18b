import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerMessage } from '../protocol';
import type { ConnectionListener } from './connection';

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static made: FakeSocket[] = [];
  readyState = FakeSocket.CONNECTING;
  sent: unknown[] = [];
  onopen = (): void => undefined;
  onclose = (): void => undefined;
  onmessage = (_: { data: string }): void => undefined;

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = FakeSocket.CLOSED;
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }
  tell(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

class Listener implements ConnectionListener {
  heard: unknown[] = [];
  opened(isTableAsked: boolean): void {
    this.heard.push({ isTableAsked });
  }
  closed(): void {
    this.heard.push('closed');
  }
  receive(message: ServerMessage): void {
    this.heard.push(message);
  }
}

describe('whoever opens the page', () => {
  let person: { name: string } | null;
  let asked: string[];

  beforeEach(() => {
    vi.resetModules();
    FakeSocket.made = [];
    person = { name: 'Ann' };
    asked = [];
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('removeEventListener', () => undefined);
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path);
      return Response.json(path === '/api/me' ? { person } : { id: path.slice('/api/tables/'.length) });
    });
  });

  async function arrive(pathname: string) {
    vi.stubGlobal('location', { pathname, protocol: 'https:', host: 'cats.example' });
    const early = await import('./earlyRequests');
    const { whoAmI } = await import('../api');
    if (asked.length > 0) await whoAmI();
    const { Connection } = await import('./connection');
    return { ...early, connection: new Connection() };
  }

  it('by the link to a table asks for it before the page has come, and hears of it once it has', async () => {
    const { connection, takeEarlySocket } = await arrive('/t/abc');
    const [socket] = FakeSocket.made as [FakeSocket];
    socket.open();
    expect(socket.url).toBe('wss://cats.example/live');
    expect(socket.sent).toEqual([{ type: 'watch', table: 'abc', seq: null, chat: 0 }]);
    socket.tell({ type: 'table' });

    const listener = new Listener();
    connection.open(listener, takeEarlySocket('abc'));
    socket.tell({ type: 'event' });
    expect(listener.heard).toEqual([{ isTableAsked: true }, { type: 'table' }, { type: 'event' }]);
    expect(FakeSocket.made).toEqual([socket]);
  });

  it('uses a socket that is still being opened', async () => {
    const { connection, takeEarlySocket } = await arrive('/t/abc');
    const listener = new Listener();
    connection.open(listener, takeEarlySocket('abc'));
    FakeSocket.made[0]!.open();
    expect(FakeSocket.made).toHaveLength(1);
    expect(FakeSocket.made[0]!.sent).toEqual([]); // the listener asks
    expect(listener.heard).toEqual([{ isTableAsked: false }]);
  });

  it('gets another socket where the early one was lost', async () => {
    const { connection, takeEarlySocket } = await arrive('/t/abc');
    FakeSocket.made[0]!.close();
    connection.open(new Listener(), takeEarlySocket('abc'));
    expect(FakeSocket.made).toHaveLength(2);
  });

  it('gets another socket where a network swallows the handshake', async () => {
    vi.useFakeTimers();
    const { connection, takeEarlySocket } = await arrive('/t/abc');
    const listener = new Listener();
    connection.open(listener, takeEarlySocket('abc'));
    vi.advanceTimersByTime(11_000);
    expect(FakeSocket.made).toHaveLength(2);
    FakeSocket.made[1]!.open();
    vi.advanceTimersByTime(11_000);
    expect(FakeSocket.made).toHaveLength(2);
    expect(listener.heard).toEqual(['closed', { isTableAsked: false }]);
    vi.useRealTimers();
  });

  describe('while the server says nothing', () => {
    const ping = { type: 'ping' };
    const sat = { type: 'sit' } as const;

    async function connected() {
      vi.useFakeTimers();
      const { connection, takeEarlySocket } = await arrive('/t/abc');
      const listener = new Listener();
      const [socket] = FakeSocket.made as [FakeSocket];
      connection.open(listener, takeEarlySocket('abc'));
      socket.open();
      socket.tell({ type: 'table' });
      return { connection, listener, socket };
    }
    afterEach(() => void vi.useRealTimers());

    it('asks whether it is there, and stays with one that is', async () => {
      const { listener, socket } = await connected();
      for (let times = 1; times < 4; times++) {
        vi.advanceTimersByTime(9000);
        expect(socket.sent).toHaveLength(times - 1);
        vi.advanceTimersByTime(5000);
        expect(socket.sent).toEqual(Array(times).fill(ping));
        socket.tell({ type: 'pong', at: 0 });
      }
      expect(listener.heard).not.toContain('closed');
    });

    it('goes to another one, and hears nothing more of the one that hangs', async () => {
      const { listener, socket } = await connected();
      vi.advanceTimersByTime(15_000 + 300);
      expect(listener.heard.at(-1)).toBe('closed');
      expect(FakeSocket.made).toHaveLength(2);
      socket.tell({ type: 'event' });
      expect(listener.heard.at(-1)).toBe('closed');
    });

    it('does so sooner where something was asked', async () => {
      const { connection, listener, socket } = await connected();
      connection.send(sat);
      vi.advanceTimersByTime(1900);
      connection.send(sat);
      vi.advanceTimersByTime(200);
      expect(socket.sent).toEqual([sat, sat, ping]);
      vi.advanceTimersByTime(5000);
      expect(listener.heard.at(-1)).toBe('closed');
    });

    it('is left alone once it was answered', async () => {
      const { connection, listener, socket } = await connected();
      connection.send(sat);
      socket.tell({ type: 'done', id: null });
      vi.advanceTimersByTime(9000);
      expect(socket.sent).toEqual([sat]);
      connection.close();
      vi.advanceTimersByTime(60_000);
      expect(listener.heard).not.toContain('closed');
    });
  });

  it('has one early socket, for that table alone', async () => {
    const { takeEarlySocket } = await arrive('/t/abc');
    expect(takeEarlySocket('other')).toBeNull();
    expect(takeEarlySocket('abc')).not.toBeNull();
    expect(takeEarlySocket('abc')).toBeNull();
  });

  it('and is new here is told of the table, and does not watch it yet', async () => {
    person = null;
    const { tableInfo } = await arrive('/t/abc');
    expect(await tableInfo('abc')).toEqual({ id: 'abc' });
    expect(asked).toEqual(['/api/me', '/api/tables/abc']);
    expect(await tableInfo('abc')).toEqual({ id: 'abc' }); // as it is now
    expect(asked).toHaveLength(3);
    expect(FakeSocket.made).toEqual([]);
  });

  it('elsewhere asks for nothing', async () => {
    await arrive('/rules');
    expect(asked).toEqual([]);
    expect(FakeSocket.made).toEqual([]);
  });
});
