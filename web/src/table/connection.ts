import type { ClientMessage, ServerMessage } from '../protocol';
import { newSocket, type EarlySocket } from './earlyRequests';

export interface ConnectionListener {
  /** `isTableAsked`: whether the server was asked for the table already. */
  opened(isTableAsked: boolean): void;
  closed(): void;
  receive(message: ServerMessage): void;
}

const RECONNECT_DELAYS_MS = [300, 700, 1500, 3000, 5000];
const PING_AFTER_SILENCE_MS = 10_000;
const PING_AFTER_ASKING_MS = 2000; // where something was asked and nothing came
const PONG_TIMEOUT_MS = 5000; // a server that hangs keeps its sockets open
const OPENING_TIMEOUT_MS = 10_000; // some networks swallow a handshake, and a browser waits for minutes

/** The socket to the server: one that was opened early, or its own. When it breaks, or the server says nothing even when it is
 * asked whether it is there, it is opened again until `close`. */
export class Connection {
  #socket: WebSocket | null = null;
  #listener: ConnectionListener | null = null;
  #attempts = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;
  #isAnswerDue = false;
  #openingTimer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  open(listener: ConnectionListener, early: EarlySocket | null = null): void {
    this.#listener = listener;
    addEventListener('online', this.#reconnect);
    addEventListener('offline', this.#handleClose);
    if (early?.socket.readyState === WebSocket.OPEN) this.#adopt(early);
    else this.#connect(early?.socket.readyState === WebSocket.CONNECTING ? early.socket : newSocket());
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(message));
    if (!this.#isAnswerDue) this.#expectWord(PING_AFTER_ASKING_MS, this.#ping);
    this.#isAnswerDue = true;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#reconnectTimer);
    clearTimeout(this.#silenceTimer);
    clearTimeout(this.#openingTimer);
    removeEventListener('online', this.#reconnect);
    removeEventListener('offline', this.#handleClose);
    this.#socket?.close();
    this.#socket = null;
  }

  #adopt({ socket, received }: EarlySocket): void {
    this.#connect(socket);
    this.#listener?.opened(true);
    received.forEach(this.#receive);
  }

  #connect(socket: WebSocket): void {
    this.#socket = socket;
    clearTimeout(this.#openingTimer);
    this.#openingTimer = setTimeout(() => socket.readyState === WebSocket.CONNECTING && this.#handleClose(), OPENING_TIMEOUT_MS);
    socket.onopen = () => {
      this.#attempts = 0;
      this.#listener?.opened(false);
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(event.data as string);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#handleClose();
    };
  }

  #receive = (text: string): void => {
    this.#isAnswerDue = false;
    this.#expectWord(PING_AFTER_SILENCE_MS, this.#ping);
    this.#listener?.receive(JSON.parse(text) as ServerMessage);
  };

  /** From the server, whatever it says. */
  #expectWord(withinMs: number, otherwise: () => void): void {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(otherwise, withinMs);
  }

  #ping = (): void => {
    this.send({ type: 'ping' });
    this.#expectWord(PONG_TIMEOUT_MS, this.#handleClose);
  };

  #reconnect = (): void => {
    clearTimeout(this.#reconnectTimer);
    if (!this.#isClosed && this.#socket?.readyState !== WebSocket.OPEN) this.#connect(newSocket());
  };

  #handleClose = (): void => {
    const lost = this.#socket;
    this.#socket = null;
    this.#isAnswerDue = false;
    clearTimeout(this.#silenceTimer);
    lost?.close();
    this.#listener?.closed();
    if (this.#isClosed) return;
    clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = setTimeout(this.#reconnect, RECONNECT_DELAYS_MS[Math.min(this.#attempts++, RECONNECT_DELAYS_MS.length - 1)]);
  };
}
