import { SOCKET_PATH, type ClientMessage, type ServerMessage } from '../protocol';

export interface ConnectionListener {
  opened(): void;
  closed(): void;
  receive(message: ServerMessage): void;
}

const RECONNECT_DELAYS_MS = [300, 700, 1500, 3000, 5000];
const PING_INTERVAL_MS = 20_000;

/** The socket to the server. When it breaks, it is opened again until `close`. */
export class Connection {
  #socket: WebSocket | null = null;
  #listener: ConnectionListener | null = null;
  #attempts = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #isClosed = false;

  open(listener: ConnectionListener): void {
    this.#listener = listener;
    addEventListener('online', this.#reconnect);
    addEventListener('offline', this.#handleClose);
    this.#pingTimer = setInterval(() => this.send({ type: 'ping' }), PING_INTERVAL_MS);
    this.#connect();
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#reconnectTimer);
    clearInterval(this.#pingTimer);
    removeEventListener('online', this.#reconnect);
    removeEventListener('offline', this.#handleClose);
    this.#socket?.close();
  }

  #connect(): void {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${SOCKET_PATH}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#attempts = 0;
      this.#listener?.opened();
    };
    socket.onmessage = (event) => this.#listener?.receive(JSON.parse(event.data as string) as ServerMessage);
    socket.onclose = () => {
      if (socket === this.#socket) this.#handleClose();
    };
  }

  #reconnect = (): void => {
    clearTimeout(this.#reconnectTimer);
    if (!this.#isClosed && this.#socket?.readyState !== WebSocket.OPEN) this.#connect();
  };

  #handleClose = (): void => {
    const lost = this.#socket;
    this.#socket = null;
    lost?.close();
    this.#listener?.closed();
    if (this.#isClosed) return;
    clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = setTimeout(this.#reconnect, RECONNECT_DELAYS_MS[Math.min(this.#attempts++, RECONNECT_DELAYS_MS.length - 1)]);
  };
}
