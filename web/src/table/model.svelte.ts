import { recountCat, tellCat, tellTrick } from '../games/cat-in-the-box/story';
import type { CatView } from '../games/cat-in-the-box/view';
import { changed } from './patch';
import type { Listener } from './connection';
import { hex, remember, remembered } from './fairDeal';
import { recountKittens, tellKittens } from '../games/rascal-kittens/story';
import type { KittensView } from '../games/rascal-kittens/view';
import type {
  Chat,
  ClientMessage,
  Clock,
  ErrorMessage,
  EventMessage,
  Presence,
  Seat,
  ServerMessage,
  TableInfo,
  TableMessage,
} from '../protocol';
import { line, type Line } from './story';
import type { View } from './view';

export type Link = 'opening' | 'open' | 'broken';
export type GameView = CatView | KittensView;
export type Refusal = Pick<ErrorMessage, 'code' | 'rule' | 'message'>;

const BOT_NAMES = ['Quark', 'Boson', 'Photon', 'Muon', 'Gluon'];
const LONGEST_STORY = 200;
/** How something is refused that was done the first time, when it is asked for again. */
const DONE_BEFORE: Partial<Record<ClientMessage['type'], string[]>> = {
  sit: ['already-seated'],
  leave: ['already-left', 'no-seat'],
  back: ['not-away'],
  bot: ['seat-taken', 'no-bot'],
  start: ['not-waiting'],
  close: ['not-waiting'],
};

type Asked = ClientMessage & { id: string };

/** What the server would not tell the others, and why. */
interface Unsaid {
  text: string;
  why: Refusal;
}

export const isCat = (view: View | null): view is CatView => view?.game === 'cat-in-the-box';
export const isKittens = (view: View | null): view is KittensView => view?.game === 'rascal-kittens';

/** A table as this browser knows it: what the server told, and what was asked of it. It knows no rule and no DOM. */
export class TableModel implements Listener {
  #link = $state<Link>('opening');
  #info = $state.raw<TableInfo | null>(null);
  #view = $state.raw<GameView | null>(null);
  #seat = $state<number | null>(null);
  #clock = $state.raw<Clock | null>(null);
  #presence = $state.raw<Presence | null>(null);
  #chat = $state.raw<Chat[]>([]);
  #muted = $state.raw<number[]>([]);
  #story = $state.raw<Line[]>([]);
  #news = $state.raw<Line[]>([]);
  #refusal = $state.raw<Refusal | null>(null);
  #missing = $state(false);
  #pending = $state.raw<(ClientMessage & { type: 'act' }) | null>(null);
  #asked = $state.raw<Asked[]>([]); // and not answered yet, oldest first
  #again = new Set<string>(); // what was asked once more, by id
  #unsaid = $state.raw<Unsaid | null>(null);
  #found = $state.raw<GameView | null>(null); // the table as it was when this browser came
  #recounted = $derived(this.#found ? recount(this.#found, (seat) => this.name(seat)) : []);
  #committed = $state<string | null>(null);
  #seq: number | null = null;
  #ahead = 0; // of the server's clock before ours, in milliseconds
  #ids = 0;
  #chanced: number | null = null; // the seat for which I have added to the chance of the game

  constructor(
    readonly id: string,
    private readonly transport: (message: ClientMessage) => void,
    private readonly now: () => number = Date.now,
    private readonly mark: string = Math.random().toString(36).slice(2, 10),
  ) {}

  get link(): Link {
    return this.#link;
  }
  get info(): TableInfo | null {
    return this.#info;
  }
  get view(): GameView | null {
    return this.#view;
  }
  /** My seat; null for a spectator. */
  get seat(): number | null {
    return this.#seat;
  }
  get presence(): Presence | null {
    return this.#presence;
  }
  get chat(): Chat[] {
    return this.#chat;
  }
  /** The seats whose chat I do not want to read. */
  get muted(): number[] {
    return this.#muted;
  }
  /** All that happened: what the table tells of the time before this browser came, and everything since. */
  get story(): Line[] {
    return [...this.#recounted, ...this.#story].slice(-LONGEST_STORY);
  }
  /** What happened last. */
  get news(): Line[] {
    return this.#news;
  }
  get refusal(): Refusal | null {
    return this.#refusal;
  }
  get missing(): boolean {
    return this.#missing;
  }
  /** What I said, and nobody has heard yet. */
  get saying(): string[] {
    return this.#asked.flatMap((asked) => (asked.type === 'say' ? [asked.text] : []));
  }
  /** What I said last and the server would not tell the others. */
  get unsaid(): Unsaid | null {
    return this.#unsaid;
  }
  /** Whether anything of mine waits for the line to heal. */
  get kept(): boolean {
    return this.#link === 'broken' && (this.moving || this.#asked.length > 0);
  }
  /** Whether a move of mine is on its way. */
  get moving(): boolean {
    return this.#pending !== null;
  }
  get myTurn(): boolean {
    return this.#seat !== null && !this.replaced && (this.#view?.to_act.includes(this.#seat) ?? false);
  }
  get legal(): string[] {
    return this.myTurn && !this.moving ? (this.#view?.legal ?? []) : [];
  }
  /** Whether a bot plays for me. */
  get replaced(): boolean {
    return this.#seat !== null && this.#info?.status === 'playing' && this.#info.seats[this.#seat]?.bot != null;
  }
  get isHost(): boolean {
    return this.#seat !== null && this.#info?.host === this.#seat;
  }

  /** What the server committed itself to, as this browser saw it before the start; null if it came later. */
  get committed(): string | null {
    return this.#committed;
  }

  name = (seat: number): string => {
    const found = this.#info?.seats[seat];
    return found ? nameOf(found, seat) : `${seat + 1}`;
  };

  /** What a seat has left on its clock now, in milliseconds; null where there is no limit. */
  left(seat: number, now: number = this.now()): number | null {
    const left = this.#clock?.left[seat];
    if (left === null || left === undefined || !this.#clock) return null;
    const running = this.#clock.running.includes(seat);
    return Math.max(0, running ? left - (now + this.#ahead - this.#clock.at) : left);
  }

  // What the socket says

  opened(): void {
    this.transport({ type: 'ping' });
    this.transport({ type: 'watch', table: this.id, seq: this.#seq, chat: this.#chat.at(-1)?.number ?? 0 });
  }

  closed(): void {
    if (!this.#missing) this.#link = 'broken';
  }

  receive(message: ServerMessage): void {
    if (message.type === 'table') this.#showAll(message);
    else if (message.type === 'event') this.#happened(message);
    else if (message.type === 'presence') this.#presence = message;
    else if (message.type === 'names') this.#named(message.names);
    else if (message.type === 'chat') this.#heard(message);
    else if (message.type === 'error') this.#refused(message);
    else if (message.type === 'pong') this.#ahead = message.at - this.now();
    else if (message.type === 'done') this.#granted(message.id);
    else {
      this.#named(message.names);
      this.#caughtUp(message.presence);
    }
  }

  // What I ask for

  act(action: string): void {
    if (this.#pending || this.#seq === null) return;
    this.#refusal = null;
    this.#pending = { type: 'act', id: this.#newId(), seq: this.#seq, action };
    this.transport(this.#pending);
  }

  /** While the line is broken it is kept, and sent when the line is back. */
  ask(message: Exclude<ClientMessage, { type: 'act' }>): void {
    this.#refusal = null;
    this.#unsaid = null;
    const asked = { ...message, id: this.#newId() };
    this.#asked = [...this.#asked, asked];
    if (this.#link === 'open') this.transport(asked);
  }

  mute(seat: number, muted: boolean): void {
    const others = this.#muted.filter((each) => each !== seat);
    this.#muted = muted ? [...others, seat] : others;
    this.ask({ type: 'mute', seat, muted });
  }

  forgive(): void {
    this.#refusal = null;
  }

  #newId(): string {
    return `${this.mark}-${++this.#ids}`;
  }

  #showAll(message: TableMessage): void {
    const known = this.#chat.at(-1)?.number ?? 0;
    this.#learn(message.table);
    this.#seat = message.seat;
    this.#clock = message.clock;
    this.#view = message.view as GameView | null;
    this.#presence = message.presence;
    this.#chat = message.chat;
    this.#muted = message.muted;
    message.chat.filter(({ number }) => number > known).forEach((chat) => this.#isHeard(chat));
    if (this.#seq === null) this.#found = this.#view;
    this.#seq = message.seq;
    this.#addChance();
    this.#caughtUp(message.presence);
  }

  #learn(info: TableInfo): void {
    this.#info = info;
    this.#committed ??= info.status === 'waiting' ? remember(info.id, info.fair.commitment) : remembered(info.id);
  }

  #named(names: (string | null)[]): void {
    if (!this.#info) return;
    this.#info = { ...this.#info, seats: this.#info.seats.map((seat, number) => ({ ...seat, name: names[number]! })) };
  }

  #happened(event: EventMessage): void {
    if (this.#seq === null || event.seq <= this.#seq) return;
    if (event.seq !== this.#seq + 1) {
      this.transport({ type: 'watch', table: this.id, seq: this.#seq, chat: this.#chat.at(-1)?.number ?? 0 });
      return;
    }
    this.#seq = event.seq;
    if (event.table) this.#learn(event.table);
    if (event.clock) this.#clock = event.clock;
    if (event.you !== undefined) this.#seat = event.you;
    this.#addChance();
    if (event.id) this.#done(event.id);
    const before = this.#view;
    if (event.view) this.#view = event.view as unknown as GameView;
    else if (event.changes && before) this.#view = changed(before, event.changes);
    this.#tell(event, before);
    const moved = event.kind === 'sat' || event.kind === 'left';
    if (moved && this.#muted.length > 0) this.transport({ type: 'watch', table: this.id }); // it is people whom I hide
  }

  #tell(event: EventMessage, before: GameView | null): void {
    const after = this.#view;
    const lines = [...tellTable(event, this.name)];
    if (before && after && before !== after) lines.push(...tellGame(before, after, this.name));
    if (lines.length === 0) return;
    this.#news = lines;
    this.#story = [...this.#story, ...lines].slice(-LONGEST_STORY);
  }

  #heard(chat: Chat): void {
    if (this.#chat.some(({ number }) => number === chat.number)) return;
    this.#chat = [...this.#chat, chat];
    this.#isHeard(chat);
    this.#news = [line('story.chat', { name: chat.name, text: chat.text })];
  }

  /** What I said is told to all: that counts as an answer, since its own may have been lost with the line. */
  #isHeard({ seat, text }: Chat): void {
    const said = this.#asked.find((asked) => asked.type === 'say' && asked.text === text);
    if (said && seat === this.#seat) this.#done(said.id);
  }

  /** My share of the chance of the game, so that the server alone cannot decide the deal. */
  #addChance(): void {
    const seat = this.#info?.status === 'waiting' && this.#seat !== null ? this.#info.seats[this.#seat] : null;
    if (!seat || seat.entropy !== null || this.#chanced === this.#seat) return;
    this.#chanced = this.#seat;
    this.transport({ type: 'entropy', text: hex(crypto.getRandomValues(new Uint8Array(16))) });
  }

  #refused({ id, code, rule, message }: ErrorMessage): void {
    if (code === 'unknown-table') this.#missing = true;
    const asked = this.#asked.find((each) => each.id === id);
    const before = asked && this.#again.has(asked.id) && DONE_BEFORE[asked.type]?.includes(code);
    this.#done(id);
    if (asked?.type === 'say') this.#unsaid = { text: asked.text, why: { code, rule, message } };
    else if (!before) this.#refusal = { code, rule, message };
  }

  /** Whoever is heard again has perhaps said something in the meantime, so all is asked for. */
  #granted(id: string | null): void {
    const heardAgain = this.#asked.some((asked) => asked.id === id && asked.type === 'mute' && !asked.muted);
    this.#done(id);
    if (heardAgain) this.transport({ type: 'watch', table: this.id });
  }

  #done(id: string | null): void {
    if (this.#pending?.id === id) this.#pending = null;
    if (this.#asked.some((asked) => asked.id === id)) this.#asked = this.#asked.filter((asked) => asked.id !== id);
  }

  /** Nothing is missing any more. What was not answered is sent again. The id of a move makes sure that it counts once; of
   * the rest, what I said is among the chat by now if it was heard, and nothing else can be done twice. */
  #caughtUp(presence: Presence): void {
    this.#presence = presence;
    if (this.#link === 'open') return;
    this.#link = 'open';
    if (this.#pending) this.transport(this.#pending);
    for (const asked of this.#asked) {
      this.#again.add(asked.id);
      this.transport(asked);
    }
  }
}

export function nameOf(seat: Seat, number: number): string {
  return seat.bot && !seat.person ? BOT_NAMES[number % BOT_NAMES.length]! : (seat.name ?? '');
}

function tellTable({ kind, seat, reason, table }: EventMessage, name: (seat: number) => string): Line[] {
  const values = { name: seat === null ? '' : name(seat) };
  if (kind === 'sat') return [line('story.sat', values)];
  if (kind === 'started') return [line('story.started', {}, true)];
  if (kind === 'back') return [line('story.back', values)];
  if (kind === 'rematch') return [line('story.rematch', values, true)];
  if (kind === 'left' && table?.status === 'playing') return [line('story.gone', values)];
  if (kind === 'taken') return [line(reason === 'clock' ? 'story.taken-clock' : 'story.taken', values)];
  return [];
}

export function tellGame(before: GameView, after: GameView, name: (seat: number) => string): Line[] {
  if (isCat(before) && isCat(after)) return [...tellCat(before, after, name), ...tellTrick(before, after, name)];
  if (isKittens(before) && isKittens(after)) return tellKittens(before, after, name);
  return [];
}

/** What a view tells of the time before it. */
function recount(view: GameView, name: (seat: number) => string): Line[] {
  return isCat(view) ? recountCat(view, name) : recountKittens(view, name);
}
