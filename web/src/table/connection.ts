import type { ClientMessage, ServerMessage } from '../protocol';

export interface Listener {
  opened(): void;
  closed(): void;
  receive(message: ServerMessage): void;
}

const WAITS = [300, 700, 1500, 3000, 5000];
const BEAT = 20_000;

/** The socket to the server. When it breaks, it is opened again until `close`. */
export class Connection {
  #socket: WebSocket | null = null;
  #listener: Listener | null = null;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heart: ReturnType<typeof setInterval> | undefined;
  #ended = false;

  open(listener: Listener): void {
    this.#listener = listener;
    addEventListener('online', this.#again);
    addEventListener('offline', this.#broken);
    this.#heart = setInterval(() => this.send({ type: 'ping' }), BEAT);
    this.#connect();
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearInterval(this.#heart);
    removeEventListener('online', this.#again);
    removeEventListener('offline', this.#broken);
    this.#socket?.close();
  }

  #connect(): void {
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#attempts = 0;
      this.#listener?.opened();
    };
    socket.onmessage = (event) => this.#listener?.receive(JSON.parse(event.data as string) as ServerMessage);
    socket.onclose = () => {
      if (socket === this.#socket) this.#broken();
    };
  }

  #again = (): void => {
    clearTimeout(this.#timer);
    if (!this.#ended && this.#socket?.readyState !== WebSocket.OPEN) this.#connect();
  };

  #broken = (): void => {
    const lost = this.#socket;
    this.#socket = null;
    lost?.close();
    this.#listener?.closed();
    if (this.#ended) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#again, WAITS[Math.min(this.#attempts++, WAITS.length - 1)]);
  };
}
