import type { RefusalCode } from '../api';
import type {
  AdviceMessage,
  Chat,
  ClientMessage,
  Clock,
  ErrorCode,
  ErrorMessage,
  EventMessage,
  Presence,
  ServerMessage,
  TableInfo,
  TableMessage,
} from '../protocol';
import type { ConnectionListener } from './connection';
import { hex, rememberCommitment, seenCommitment } from './fairDeal';
import { applyPatch } from './patch';
import { seatName } from './seats';
import { inPlace, line, recountTable, tellTable, type GameStory, type StoryLine } from './story';
import type { View } from './view';

export type ConnectionState = 'opening' | 'open' | 'broken';
export type Refusal = Pick<ErrorMessage, 'rule' | 'message' | 'cause'> & { code: RefusalCode };

const WATCH_AGAIN_MS = 1000;
const MAX_STORY_LINES = 600; // more than a game has
/** How something is refused that need not be told: the page asks for it by itself, and only the server knows who may. */
const SILENT_REFUSALS: Partial<Record<ClientMessage['type'], ErrorCode[]>> = { pace: ['not-host', 'no-name'] };
/** How something is refused that was done the first time, when it is asked for again. */
const REFUSALS_IF_ALREADY_DONE: Partial<Record<ClientMessage['type'], ErrorCode[]>> = {
  sit: ['already-seated'],
  leave: ['already-left', 'no-seat'],
  back: ['not-away'],
  bot: ['seat-taken', 'no-bot'],
  remove: ['nobody-there'],
  start: ['not-waiting'],
  close: ['not-waiting'],
};

/** How the course of a game is told, by its name; null for a game that the page does not know. */
export type StoryOf = (game: string) => GameStory<any> | null;

type PendingRequest = ClientMessage & { id: string };

/** What the server would not tell the others, and why. */
interface RejectedChat {
  text: string;
  refusal: Refusal;
}

/** A table as this browser knows it: what the server told, and what was asked of it. It knows no rule and no DOM. */
export class TableModel implements ConnectionListener {
  #connectionState = $state<ConnectionState>('opening');
  #info = $state.raw<TableInfo | null>(null);
  #view = $state.raw<View | null>(null);
  #seat = $state<number | null>(null);
  #clock = $state.raw<Clock | null>(null);
  #presence = $state.raw<Presence | null>(null);
  #chat = $state.raw<Chat[]>([]);
  #muted = $state.raw<number[]>([]);
  #story = $state.raw<StoryLine[]>([]);
  #news = $state.raw<StoryLine[]>([]);
  #refusal = $state.raw<Refusal | null>(null);
  #notFound = $state(false);
  #pendingMove = $state.raw<(ClientMessage & { type: 'act' }) | null>(null);
  #requests = $state.raw<PendingRequest[]>([]); // and not answered yet, oldest first
  #resent = new Set<string>(); // what was asked once more, by id
  #rejectedChat = $state.raw<RejectedChat | null>(null);
  #firstView = $state.raw<View | null>(null); // the table as it was when this browser came
  #firstInfo = $state.raw<TableInfo | null>(null); // the same
  #storyBefore = $derived(this.#recount());
  #advice = $state.raw<AdviceMessage | null>(null);
  #commitment = $state<string | null>(null);
  #seq: number | null = null;
  #serverClockLeadMs = 0; // of the server's clock before ours, in milliseconds
  #ids = 0;
  #watchTimer: ReturnType<typeof setTimeout> | undefined;
  #entropySentForSeat: number | null = null; // the seat for which I have added to the chance of the game

  isTutorial = false;
  tutorialPart = $state<string | null>(null); // the part of the table that a tutorial speaks of
  isPaused = $state(false); // a tutorial waits until its words are read, and nobody is to act

  constructor(
    readonly id: string,
    private readonly transport: (message: ClientMessage) => void,
    private readonly storyOf: StoryOf,
    private readonly now: () => number = Date.now,
    private readonly idPrefix: string = Math.random().toString(36).slice(2, 10),
  ) {}

  get connectionState(): ConnectionState {
    return this.#connectionState;
  }
  get info(): TableInfo | null {
    return this.#info;
  }
  get view(): View | null {
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
  get story(): StoryLine[] {
    return inPlace([...this.#storyBefore, ...this.#story]).slice(-MAX_STORY_LINES);
  }
  /** What happened last. */
  get news(): StoryLine[] {
    return this.#news;
  }
  get refusal(): Refusal | null {
    return this.#refusal;
  }
  get isNotFound(): boolean {
    return this.#notFound;
  }
  /** What I said, and nobody has heard yet. */
  get unsentChat(): string[] {
    return this.#requests.flatMap((request) => (request.type === 'say' ? [request.text] : []));
  }
  /** What I said last and the server would not tell the others. */
  get rejectedChat(): RejectedChat | null {
    return this.#rejectedChat;
  }
  /** Whether anything of mine waits for the line to heal. */
  get hasUnsent(): boolean {
    return this.#connectionState === 'broken' && (this.isMoving || this.#requests.length > 0);
  }
  /** Whether a move of mine is on its way. */
  get isMoving(): boolean {
    return this.#pendingMove !== null;
  }
  get myTurn(): boolean {
    return this.#seat !== null && !this.isPaused && !this.isReplacedByBot && (this.#view?.to_act.includes(this.#seat) ?? false);
  }
  get legal(): string[] {
    return this.myTurn && !this.isMoving ? (this.#view?.legal ?? []) : [];
  }
  /** Whether a bot plays for me. */
  get isReplacedByBot(): boolean {
    return this.#seat !== null && this.#info?.status === 'playing' && this.#info.seats[this.#seat]?.bot != null;
  }
  /** Whether it does so to the end, since my time ran out twice. */
  get botStays(): boolean {
    return this.isReplacedByBot && this.#info!.seats[this.#seat!]!.bot_stays;
  }
  get isHost(): boolean {
    return this.#seat !== null && this.#info?.host === this.#seat;
  }

  /** Whether there may be a coach: I play, against bots alone or where all have agreed to it, and no tutorial says what to do. */
  get canBeCoached(): boolean {
    if (this.isTutorial || this.#seat === null || this.#info?.status !== 'playing') return false;
    return this.#info.coach || this.#info.seats.every(({ person }, number) => person === (number === this.#seat));
  }
  /** What the coach said to the view as it is now; null if nobody asked. */
  get advice(): AdviceMessage['advice'] | null {
    return this.#view && this.#advice?.seq === this.#seq ? this.#advice.advice : null;
  }

  /** What the server committed itself to, as this browser saw it before the start; null if it came later. */
  get commitment(): string | null {
    return this.#commitment;
  }

  name = (seat: number): string => {
    const found = this.#info?.seats[seat];
    return found ? seatName(found, seat) : `${seat + 1}`;
  };

  /** What a seat has left on its clock now, in milliseconds; null where there is no limit. */
  timeLeftMs(seat: number, now: number = this.now()): number | null {
    const left = this.#clock?.left[seat];
    if (left === null || left === undefined || !this.#clock) return null;
    const running = this.#clock.running.includes(seat);
    return Math.max(0, running ? left - (now + this.#serverClockLeadMs - this.#clock.at) : left);
  }

  get #gameStory(): GameStory<any> | null {
    return this.#info ? this.storyOf(this.#info.game) : null;
  }

  // What the socket says

  opened(isTableAsked: boolean): void {
    this.transport({ type: 'ping' });
    if (!isTableAsked) this.#watch();
  }

  closed(): void {
    if (!this.#notFound) this.#connectionState = 'broken';
  }

  receive(message: ServerMessage): void {
    if (message.type === 'table') this.#receiveTable(message);
    else if (message.type === 'event') this.#receiveEvent(message);
    else if (message.type === 'presence') this.#presence = message;
    else if (message.type === 'names') this.#setNames(message.names);
    else if (message.type === 'chat') this.#receiveChat(message);
    else if (message.type === 'error') this.#receiveError(message);
    else if (message.type === 'pong') this.#serverClockLeadMs = message.at - this.now();
    else if (message.type === 'done') this.#receiveDone(message.id);
    else if (message.type === 'advice') this.#advice = message;
    else {
      this.#setNames(message.names);
      this.#resume(message.presence);
    }
  }

  // What I ask for

  act(action: string): void {
    if (this.#pendingMove || this.#seq === null) return;
    this.#refusal = null;
    this.#pendingMove = { type: 'act', id: this.#newId(), seq: this.#seq, action };
    this.transport(this.#pendingMove);
  }

  /** While the line is broken it is kept, and sent when the line is back. */
  request(message: Exclude<ClientMessage, { type: 'act' }>): void {
    this.#refusal = null;
    this.#rejectedChat = null;
    const request = { ...message, id: this.#newId() };
    this.#requests = [...this.#requests, request];
    if (this.#connectionState === 'open') this.transport(request);
  }

  /** Asks the coach; the answer is for the view as it is then. */
  askForAdvice(): void {
    if (this.#connectionState === 'open') this.transport({ type: 'advise', id: this.#newId() });
  }

  mute(seat: number, muted: boolean): void {
    const others = this.#muted.filter((each) => each !== seat);
    this.#muted = muted ? [...others, seat] : others;
    this.request({ type: 'mute', seat, muted });
  }

  clearRefusal(): void {
    this.#refusal = null;
  }

  #watch(): void {
    this.transport({ type: 'watch', table: this.id, seq: this.#seq, chat: this.#chat.at(-1)?.number ?? 0 });
  }

  /** The table was not told. Until it is nothing goes on here, so it is asked for again. */
  #watchSoon(): void {
    clearTimeout(this.#watchTimer);
    const refusal = this.#refusal;
    this.#watchTimer = setTimeout(() => {
      if (this.#refusal === refusal) this.#refusal = null;
      this.#watch();
    }, WATCH_AGAIN_MS);
  }

  #newId(): string {
    return `${this.idPrefix}-${++this.#ids}`;
  }

  #receiveTable(message: TableMessage): void {
    const known = this.#chat.at(-1)?.number ?? 0;
    this.#setInfo(message.table);
    this.#seat = message.seat;
    this.#clock = message.clock;
    this.#view = message.view;
    this.#presence = message.presence;
    this.#chat = message.chat;
    this.#muted = message.muted;
    message.chat.filter(({ number }) => number > known).forEach((chat) => this.#confirmOwnChat(chat));
    if (this.#seq === null) [this.#firstView, this.#firstInfo] = [this.#view, this.#info];
    this.#seq = message.seq;
    this.#sendEntropy();
    this.#resume(message.presence);
  }

  #setInfo(info: TableInfo): void {
    this.#info = info;
    this.#commitment ??= info.status === 'waiting' ? rememberCommitment(info.id, info.fair.commitment) : seenCommitment(info.id);
  }

  #setNames(names: (string | null)[]): void {
    if (!this.#info) return;
    this.#info = { ...this.#info, seats: this.#info.seats.map((seat, number) => ({ ...seat, name: names[number]! })) };
  }

  #receiveEvent(event: EventMessage): void {
    if (this.#seq === null || event.seq <= this.#seq) return;
    if (event.seq !== this.#seq + 1) {
      this.#watch();
      return;
    }
    this.#seq = event.seq;
    if (event.table) this.#setInfo(event.table);
    if (event.clock) this.#clock = event.clock;
    if (event.you !== undefined) this.#seat = event.you;
    this.#sendEntropy();
    if (event.id) this.#settle(event.id);
    const before = this.#view;
    if (event.view) this.#view = event.view;
    else if (event.changes && before) this.#view = applyPatch(before, event.changes);
    this.#addToStory(event, before);
    const moved = event.kind === 'sat' || event.kind === 'left';
    if (moved && this.#muted.length > 0) this.transport({ type: 'watch', table: this.id }); // it is people whom I hide
  }

  #recount(): StoryLine[] {
    if (!this.#firstView || !this.#firstInfo || !this.#gameStory) return [];
    return recountTable(this.#firstInfo, this.name, this.#gameStory.recount(this.#firstView, this.name));
  }

  #addToStory(event: EventMessage, before: View | null): void {
    const after = this.#view;
    const lines = [...tellTable(event, this.name)];
    if (before && after && before !== after) lines.push(...(this.#gameStory?.tell(before, after, this.name) ?? []));
    if (lines.length === 0) return;
    this.#news = lines;
    this.#story = [...this.#story, ...lines].slice(-MAX_STORY_LINES);
  }

  #receiveChat(chat: Chat): void {
    if (this.#chat.some(({ number }) => number === chat.number)) return;
    this.#chat = [...this.#chat, chat];
    this.#confirmOwnChat(chat);
    this.#news = [line('story.chat', { name: chat.name, text: chat.text })];
  }

  /** What I said is told to all: that counts as an answer, since its own may have been lost with the line. */
  #confirmOwnChat({ seat, text }: Chat): void {
    const said = this.#requests.find((request) => request.type === 'say' && request.text === text);
    if (said && seat === this.#seat) this.#settle(said.id);
  }

  /** My share of the chance of the game, so that the server alone cannot decide the deal. */
  #sendEntropy(): void {
    const seat = this.#info?.status === 'waiting' && this.#seat !== null ? this.#info.seats[this.#seat] : null;
    if (!seat || seat.entropy !== null || this.#entropySentForSeat === this.#seat) return;
    this.#entropySentForSeat = this.#seat;
    this.transport({ type: 'entropy', text: hex(crypto.getRandomValues(new Uint8Array(16))) });
  }

  #receiveError({ id, code, rule, message, cause }: ErrorMessage): void {
    if (code === 'unknown-table') this.#notFound = true;
    if (code === 'no-coach') return; // which was asked for by the page, not by the player
    if (code === 'try-again' && this.#connectionState === 'broken' && this.#isPending(id)) return; // it is, by #resume
    const request = this.#requests.find((each) => each.id === id);
    const before = request && this.#resent.has(request.id) && REFUSALS_IF_ALREADY_DONE[request.type]?.includes(code);
    this.#settle(id);
    if (request && SILENT_REFUSALS[request.type]?.includes(code)) return;
    if (request?.type === 'say') this.#rejectedChat = { text: request.text, refusal: { code, message } };
    else if (!before) this.#refusal = { code, rule, message, cause };
    if (id === null && this.#connectionState !== 'open' && !this.#notFound) this.#watchSoon();
  }

  /** Whoever is heard again has perhaps said something in the meantime, so all is asked for. */
  #receiveDone(id: string | null): void {
    const heardAgain = this.#requests.some((request) => request.id === id && request.type === 'mute' && !request.muted);
    this.#settle(id);
    if (heardAgain) this.transport({ type: 'watch', table: this.id });
  }

  #isPending(id: string | null): boolean {
    return this.#pendingMove?.id === id || this.#requests.some((request) => request.id === id);
  }

  #settle(id: string | null): void {
    if (this.#pendingMove?.id === id) this.#pendingMove = null;
    if (this.#requests.some((request) => request.id === id)) this.#requests = this.#requests.filter((request) => request.id !== id);
  }

  /** Nothing is missing any more. What was not answered is sent again. The id of a move makes sure that it counts once; of
   * the rest, what I said is among the chat by now if it was heard, and nothing else can be done twice. */
  #resume(presence: Presence): void {
    this.#presence = presence;
    clearTimeout(this.#watchTimer);
    if (this.#connectionState === 'open') return;
    this.#connectionState = 'open';
    if (this.#pendingMove) this.transport(this.#pendingMove);
    for (const request of this.#requests) {
      this.#resent.add(request.id);
      this.transport(request);
    }
  }
}
