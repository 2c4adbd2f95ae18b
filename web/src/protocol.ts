// Made from the server's structs by `python -m purrlab.server.typescript`; do not edit.

export type ClientMessage = Watch | Sit | Leave | Back | SeatBot | AddEntropy | Start | Close | Act | Say | Mute | Rematch | Ping

export type ServerMessage = TableMessage | EventMessage | Done | Caught | ErrorMessage | Presence | Named | Chat | Pong

export type Speed = Relaxed | Live | Correspondence

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

export interface Back {
  type: "back"
  id?: string | null
}

export interface Caught {
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
  code: string
  message: string
  rule?: string | null
}

export interface EventMessage {
  type: "event"
  seq: number
  at: number
  kind: "acted" | "back" | "bot" | "closed" | "entropy" | "left" | "rematch" | "sat" | "started" | "taken"
  seat: number | null
  verb?: string | null
  reason?: string
  table?: TableInfo
  clock?: Clock
  id?: string | null
  action?: string
  you?: number | null
  view?: Record<string, unknown>
  changes?: Array<Array<unknown>>
}

export interface Fair {
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

export interface Leave {
  type: "leave"
  id?: string | null
}

export interface Live {
  kind: "live"
  bank?: number
  increment?: number
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

export interface Named {
  type: "names"
  names: Array<string | null>
}

export interface NewName {
  name: string
}

export interface NewTable {
  game: string
  players: number
  options?: Record<string, unknown>
  speed?: Relaxed | Live | Correspondence
  listed?: boolean
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

export interface OwnTable {
  id: string
  game: string
  created: number
  status: string
  seat: number
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

export interface Presence {
  type: "presence"
  seats: Array<boolean>
  spectators: number
}

export interface Problem {
  code: string
  message: string
  rule?: string | null
  field?: string | null
}

export interface Reach {
  address: string | null
}

export interface Relaxed {
  kind: "relaxed"
}

export interface Rematch {
  type: "rematch"
  id?: string | null
}

export interface Replay {
  names: Array<string>
  you: number | null
  view: Record<string, unknown>
  steps: Array<ReplayStep>
}

export interface ReplayStep {
  seq: number
  at: number
  seat: number
  action: string
  changes: Array<Array<unknown>>
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
  entropy: string | null
}

export interface SeatBot {
  type: "bot"
  seat: number
  bot?: string | null
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
  speed: Relaxed | Live | Correspondence
  listed: boolean
  pace: number
  status: "closed" | "over" | "playing" | "waiting"
  host: number | null
  seats: Array<Seat>
  fair: Fair
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
  view: Record<string, unknown> | null
  presence: Presence
  chat: Array<Chat>
  muted: Array<number>
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
