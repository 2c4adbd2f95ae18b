// Made from the server's structs and routes by `python -m purrlab.server.typescript`; do not edit.

import type { GameView, RefusalCause } from './views'

export const PAGE_PATHS = ["play", "lobby", "new", "t", "replay", "games", "rulebook", "rules", "aid", "learn"] as const
export type PagePath = (typeof PAGE_PATHS)[number]

export const SOCKET_PATH = "/live"

export const BOT_SEAT_NAMES = [
  "Quark",
  "Boson",
  "Photon",
  "Muon",
  "Gluon"
] as const

export const CLOCK_LIMITS = {
  "relaxed": {},
  "live": {
    "bank": {
      "lowest": 1,
      "highest": 86400,
      "default": 600
    },
    "increment": {
      "lowest": 0,
      "highest": 3600,
      "default": 10
    }
  },
  "correspondence": {
    "days": {
      "lowest": 1,
      "highest": 30,
      "default": 3
    }
  }
} as const

export const TEXT_LIMITS = {
  "name": {
    "shortest": 1,
    "longest": 24
  },
  "chat": {
    "shortest": 1,
    "longest": 300
  },
  "login": {
    "shortest": 2,
    "longest": 24,
    "characters": "a-z0-9_.\\-"
  },
  "password": {
    "shortest": 8,
    "longest": 128
  }
} as const

export type ClientMessage = Watch | Sit | Leave | Back | SeatBot | Remove | AddEntropy | Start | Close | Act | Say | Mute | Rematch | SetPace | Advise | Ping

export type ServerMessage = TableMessage | EventMessage | Done | CaughtUp | ErrorMessage | Presence | Names | Chat | AdviceMessage | Pong

export type Speed = Relaxed | Timed | Correspondence

export type GameAdvice = CatInTheBoxAdvice | RascalKittensAdvice

export type Change = [Array<string | number>, unknown] | [Array<string | number>, number, Array<unknown>]

export type ErrorCode =
  | "already-left"
  | "already-seated"
  | "bad-login"
  | "bad-message"
  | "bad-name"
  | "bad-password"
  | "bad-request"
  | "bot-moves"
  | "bot-plays"
  | "bot-stays"
  | "busy"
  | "foreign-origin"
  | "illegal"
  | "invalid-setup"
  | "login-taken"
  | "name-taken"
  | "no-action"
  | "no-bot"
  | "no-coach"
  | "no-name"
  | "no-network"
  | "no-seat"
  | "no-such-seat"
  | "no-table"
  | "nobody-there"
  | "not-away"
  | "not-found"
  | "not-host"
  | "not-over"
  | "not-playing"
  | "not-started"
  | "not-stored"
  | "not-this-machine"
  | "not-waiting"
  | "not-well"
  | "refused"
  | "removed"
  | "seat-taken"
  | "seats-free"
  | "server-error"
  | "server-full"
  | "slow-down"
  | "stale"
  | "table-full"
  | "too-large"
  | "too-many-tables"
  | "too-much"
  | "try-again"
  | "unknown-bot"
  | "unknown-game"
  | "unknown-table"
  | "wrong-method"
  | "wrong-password"

export interface Routes {
  "GET /api/network-address": { body: null; answer: NetworkAddress }
  "PUT /api/network-address": { body: NetworkSwitch; answer: NetworkAddress }
  "GET /api/games": { body: null; answer: Array<GameInfo> }
  "GET /api/tables": { body: null; answer: Array<TableInfo> }
  "POST /api/tables": { body: NewTable; answer: TableInfo }
  "GET /api/tables/{table_id}": { body: null; answer: TableInfo }
  "GET /api/tables/{table_id}/record": { body: null; answer: Blob }
  "GET /api/tables/{table_id}/scores": { body: null; answer: ScoreSheet }
  "GET /api/tables/{table_id}/replay": { body: null; answer: Replay }
  "GET /api/tables/{table_id}/picture.png": { body: null; answer: Blob }
  "GET /api/me": { body: null; answer: Visitor }
  "PUT /api/me": { body: NewName; answer: Me }
  "PUT /api/me/password": { body: NewPassword; answer: Me }
  "POST /api/login": { body: Credentials; answer: Me }
  "POST /api/logout": { body: null; answer: Goodbye }
  "GET /api/me/tables": { body: null; answer: Array<OwnTable> }
  "GET /api/me/export": { body: null; answer: Export }
  "DELETE /api/me": { body: null; answer: Goodbye }
  "GET /api/me/sessions": { body: null; answer: Array<OwnSession> }
  "DELETE /api/me/sessions/{session_id}": { body: null; answer: Goodbye }
  "GET /api/tutorials": { body: null; answer: Array<TutorialInfo> }
  "GET /api/tutorials/{name}": { body: null; answer: TutorialGame }
}

export interface Act {
  type: "act"
  id: string
  seq: number
  action: string
}

export interface AddEntropy {
  type: "entropy"
  text: string
  id?: string | null
}

export interface AdviceMessage {
  type: "advice"
  id: string | null
  seq: number
  advice: GameAdvice
}

export interface Advise {
  type: "advise"
  id?: string | null
}

export interface Back {
  type: "back"
  id?: string | null
}

export interface BidAdvice {
  suggested: number
  tricks: number
  high_cards: number
}

export interface CatInTheBoxAdvice {
  game: "cat-in-the-box"
  safe_plays: Array<SafePlays>
  needed: number
  risky: Array<RiskyPlay>
  red_is_closed: boolean
  bid: BidAdvice | null
}

export interface CaughtUp {
  type: "caught-up"
  id: string | null
  seq: number
  names: Array<string | null>
  presence: Presence
}

export interface Chat {
  type: "chat"
  number: number
  seat: number
  name: string
  text: string
  at: number
}

export interface Clock {
  left: Array<number | null>
  running: Array<number>
  at: number
}

export interface Close {
  type: "close"
  id?: string | null
}

export interface Correspondence {
  kind: "correspondence"
  days?: number
}

export interface Credentials {
  login: string
  password: string
}

export interface Done {
  type: "done"
  id: string | null
  seq: number
}

export interface ErrorMessage {
  type: "error"
  id: string | null
  code: ErrorCode
  message: string
  rule?: string | null
  cause?: RefusalCause | null
}

export interface EventMessage {
  type: "event"
  seq: number
  at: number
  kind: "acted" | "back" | "bot" | "closed" | "entropy" | "left" | "pace" | "rematch" | "sat" | "started" | "taken"
  seat: number | null
  verb?: string | null
  reason?: "away" | "clock" | "left" | "removed"
  table?: TableInfo
  clock?: Clock
  id?: string | null
  action?: string
  you?: number | null
  view?: GameView
  changes?: Array<Change>
}

export interface Export {
  person: ExportedPerson
  sessions: Array<ExportedSession>
  tables: Array<SeatedTable>
  hosted: Array<string>
  chat: Array<OwnText>
  entropy: Array<OwnText>
  muted: Array<string>
}

export interface ExportedPerson {
  id: string
  name: string
  login: string | null
  created: number
}

export interface ExportedSession {
  id: string
  issued: number
  seen: number
  browser: string | null
  system: string | null
}

export interface FairDeal {
  commitment: string
  server_seed?: string | null
  seed?: string | null
}

export interface GameInfo {
  name: string
  title: string
  seats: Array<number>
  recommended_players: number
  round_counts: Record<number, number>
  options: Array<OptionInfo>
  bots: Array<string>
  levels: Array<string>
  default_bot: string
}

export interface Goodbye {
  message?: string
}

export interface Leave {
  type: "leave"
  id?: string | null
}

export interface Me {
  name: string
  login: string | null
  created: number
}

export interface Mute {
  type: "mute"
  seat: number
  muted?: boolean
  id?: string | null
}

export interface Names {
  type: "names"
  names: Array<string | null>
}

export interface NetworkAddress {
  address: string | null
  switch: boolean
}

export interface NetworkSwitch {
  open: boolean
}

export interface NewName {
  name: string
}

export interface NewPassword {
  login: string
  password: string
  old?: string | null
}

export interface NewTable {
  game: string
  players: number
  options?: Record<string, unknown>
  speed?: Relaxed | Timed | Correspondence
  listed?: boolean
  coach?: boolean
  pace?: number
  bots?: Array<string>
  sit?: boolean
  start?: boolean
}

export interface OptionInfo {
  name: string
  rule: string
  about: string
  kind: "choice" | "number" | "seat"
  each_seat: boolean
  own_file: boolean
  choices: Record<number, Array<string | number>>
  default: Record<number, string | number | null>
  lowest: number | null
  highest: number | null
  decimals: number | null
}

export interface OwnSession {
  id: string
  issued: number
  seen: number
  browser: string | null
  system: string | null
  current: boolean
}

export interface OwnTable {
  id: string
  game: string
  created: number
  status: "closed" | "over" | "playing" | "waiting"
  seat: number
}

export interface OwnText {
  table_id: string
  at: number
  text: string
}

export interface Ping {
  type: "ping"
  id?: string | null
}

export interface Pong {
  type: "pong"
  id: string | null
  at: number
}

export interface PoorChoice {
  action: string
  behind: number
  reason: "next" | "now" | "others" | "string"
}

export interface Presence {
  type: "presence"
  seats: Array<boolean>
  spectators: number
}

export interface Problem {
  code: ErrorCode
  message: string
  rule?: string | null
  field?: string | null
}

export interface Prospect {
  action: string
  now: number
  next: number
}

export interface RascalKittensAdvice {
  game: "rascal-kittens"
  prospects: Array<Prospect>
  poor: Array<PoorChoice>
  string: number
  runs: number
  run_length: number
}

export interface Relaxed {
  kind: "relaxed"
}

export interface Rematch {
  type: "rematch"
  id?: string | null
}

export interface Remove {
  type: "remove"
  seat: number
  id?: string | null
}

export interface Replay {
  names: Array<string>
  you: number | null
  view: GameView
  steps: Array<ReplayStep>
}

export interface ReplayStep {
  seq: number
  at: number
  seat: number
  action: string
  changes: Array<Change>
}

export interface RiskyPlay {
  action: string
  placeable: number
  needed: number
}

export interface SafePlays {
  value: number
  held: number
  cells: number
}

export interface Say {
  type: "say"
  text: string
  id?: string | null
}

export interface ScoreRow {
  seq: number
  scores: Array<number | null>
  totals: Array<number | null>
}

export interface ScoreSheet {
  names: Array<string>
  rows: Array<ScoreRow>
  winners: Array<number> | null
}

export interface Seat {
  name: string | null
  bot: string | null
  person: boolean
  bot_stays: boolean
  entropy: string | null
}

export interface SeatBot {
  type: "bot"
  seat: number
  bot?: string | null
  id?: string | null
}

export interface SeatedTable {
  id: string
  game: string
  created: number
  status: "closed" | "over" | "playing" | "waiting"
  seat: number
}

export interface SetPace {
  type: "pace"
  pace: number
  id?: string | null
}

export interface Sit {
  type: "sit"
  seat?: number | null
  id?: string | null
}

export interface Start {
  type: "start"
  id?: string | null
}

export interface TableInfo {
  id: string
  game: string
  options: Record<string, unknown>
  speed: Relaxed | Timed | Correspondence
  listed: boolean
  coach: boolean
  pace: number
  status: "closed" | "over" | "playing" | "waiting"
  host: number | null
  seats: Array<Seat>
  fair: FairDeal
  created: number
  next: string | null
}

export interface TableMessage {
  type: "table"
  id: string | null
  seq: number
  seat: number | null
  table: TableInfo
  clock: Clock | null
  view: GameView | null
  presence: Presence
  chat: Array<Chat>
  muted: Array<number>
}

export interface Timed {
  kind: "live"
  bank?: number
  increment?: number
}

export interface TutorialGame {
  name: string
  seat: number
  table: TableInfo
  view: GameView
  steps: Array<TutorialStep>
}

export interface TutorialInfo {
  name: string
  game: string
}

export interface TutorialMove {
  seat: number
  verb: string
  changes: Array<Change>
}

export interface TutorialRefusal {
  rule: string
  message: string
  cause: RefusalCause | null
}

export interface TutorialStep {
  words: string
  show: string | null
  action: string | null
  wrong: Record<string, string>
  refusals: Record<string, TutorialRefusal>
  moves: Array<TutorialMove>
}

export interface Visitor {
  person: Me | null
}

export interface Watch {
  type: "watch"
  table: string
  seq?: number | null
  chat?: number
  id?: string | null
}
