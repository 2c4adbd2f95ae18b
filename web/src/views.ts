// Made from the games' views by `python -m purrlab.server.typescript`; do not edit.

export type GameView = CatInTheBoxView | RascalKittensView

export type RefusalCause = OutOfTurn | OtherActionExpected | GameOver | CardNotHeld | BidNotAllowed | CellTaken | CellCovered | ColourGivenUp | RedNotYet | StackAlreadyDrawn | StackEmpty | TileNotHeld | SameColourAsTop | StringTooShort

export interface GameViews {
  "cat-in-the-box": CatInTheBoxView
  "rascal-kittens": RascalKittensView
}

export const ACTION_RULES = {
  "cat-in-the-box": {
    "discard": "CB7",
    "bid": "CB8",
    "play": "CB9"
  },
  "rascal-kittens": {
    "draw": "RK6",
    "anchor": "RK7",
    "lay": "RK9",
    "run": "RK10"
  }
} as const

export const CAUSE_RULES = {
  "cat-in-the-box": {
    "card-not-held": "CB9",
    "other-card": "CB9",
    "cell-taken": "CB10",
    "cell-covered": "CB10",
    "cell-observed": "CB1",
    "colour-given-up": "CB10",
    "red-not-yet": "CB11"
  },
  "rascal-kittens": {}
} as const

export const BONUS_REASONS = ["exact-bid", "missed-bid", "few-tricks", "many-tricks", "paradox"] as const
export type BonusReason = (typeof BONUS_REASONS)[number]

export const CARD_COLOURS = ["red", "blue", "yellow", "green"] as const
export type CardColour = (typeof CARD_COLOURS)[number]

export const CAT_IN_THE_BOX_VERBS = ["discard", "bid", "play"] as const
export type CatInTheBoxVerb = (typeof CAT_IN_THE_BOX_VERBS)[number]

export const FURNITURE_COLOURS = ["yellow", "turquoise", "red", "violet"] as const
export type FurnitureColour = (typeof FURNITURE_COLOURS)[number]

export const PIECE_KINDS = ["chair", "table", "bed", "wardrobe", "armchair"] as const
export type PieceKind = (typeof PIECE_KINDS)[number]

export const RASCAL_KITTENS_VERBS = ["draw", "anchor", "lay", "run"] as const
export type RascalKittensVerb = (typeof RASCAL_KITTENS_VERBS)[number]

export const SIDES = ["left", "right"] as const
export type Side = (typeof SIDES)[number]

export const TILES = ["yellow-chair", "yellow-table", "yellow-bed", "yellow-wardrobe", "yellow-armchair", "turquoise-chair", "turquoise-table", "turquoise-bed", "turquoise-wardrobe", "turquoise-armchair", "red-chair", "red-table", "red-bed", "red-wardrobe", "red-armchair", "violet-chair", "violet-table", "violet-bed", "violet-wardrobe", "violet-armchair"] as const
export type Tile = (typeof TILES)[number]

export const TOY_KINDS = ["ball", "car", "duck", "fish", "kite", "mouse", "robot", "sock", "top", "yarn"] as const
export type ToyKind = (typeof TOY_KINDS)[number]

export const TRICK_REASONS = ["red", "highest-red", "highest-led", "only-led"] as const
export type TrickReason = (typeof TRICK_REASONS)[number]

export const VARIANTS = ["basic", "older"] as const
export type Variant = (typeof VARIANTS)[number]

export const VARIANT_RULES = ["RK15"] as const
export type VariantRule = (typeof VARIANT_RULES)[number]

export const WALL_PLACES = ["top", "right", "bottom", "left"] as const
export type WallPlace = (typeof WALL_PLACES)[number]

export const CAT_IN_THE_BOX_NOTATION = {
  "discard": [
    "value"
  ],
  "bid": [
    "tricks"
  ],
  "play": [
    "value",
    "colour"
  ]
} as const

export type CatInTheBoxAction =
  | { verb: "discard"; value: number }
  | { verb: "bid"; tricks: number }
  | { verb: "play"; value: number; colour: CardColour }

export const RASCAL_KITTENS_NOTATION = {
  "draw": [
    "colour"
  ],
  "anchor": [
    "side"
  ],
  "lay": [
    "tile"
  ],
  "run": [
    "side"
  ]
} as const

export type RascalKittensAction =
  | { verb: "draw"; colour: FurnitureColour }
  | { verb: "anchor"; side: Side }
  | { verb: "lay"; tile: Tile }
  | { verb: "run"; side: Side }

export interface BarredCells {
  cells: Array<CellPlace>
  rule: string
  code: "card-not-held" | "colour-given-up" | "red-not-yet"
  trick: number | null
}

export interface BidNotAllowed {
  bids: Array<number>
  code: "bid-not-allowed"
}

export interface CardNotHeld {
  value: number
  code: "card-not-held"
}

export interface CatInTheBoxOptions {
  layout: "purple" | "white" | Layout
  start: number
}

export interface CatInTheBoxTable {
  opening: Opening
  turn: number
  led: CardColour | null
  boards: Array<PlayerBoard>
  plays: Array<Played>
  marker_losses: Array<MarkerLoss>
  finished_tricks: Array<FinishedTrick>
  trick: Array<Played>
  winning: number | null
  highest: number
  plays_per_trick: number
}

export interface CatInTheBoxView {
  game: "cat-in-the-box"
  players: number
  options: CatInTheBoxOptions
  expects: CatInTheBoxVerb | null
  to_act: Array<number>
  outcome: Outcome | null
  round_count: number
  totals: Array<number>
  rounds: Array<RoundResult>
  bids: Array<number>
  layout: Layout
  group_sizes: Array<number>
  table: CatInTheBoxTable
  seat: number | null
  legal: Array<string>
  ahead: PlaysAhead | null
  hand: Array<number> | null
  discard: number | null
  group: Array<CellPlace>
  own_rounds: Array<OwnRound>
  hands?: Array<Array<number>>
}

export interface CellCovered {
  value: number
  colour: CardColour
  code: "cell-covered"
}

export type CellPlace = [value: number, colour: CardColour]

export interface CellTaken {
  value: number
  colour: CardColour
  seat: number
  code: "cell-taken"
}

export interface ColourGivenUp {
  colour: CardColour
  trick: number
  code: "colour-given-up"
}

export interface FinishedTrick {
  winner: number
  play: string
  reason: TrickReason
  beaten: string | null
}

export interface GameOver {
  code: "game-over"
}

export type GrowingPlay = [play: string, size: number]

export interface Layout {
  name: string
  grid: Array<string>
}

export interface MarkerLoss {
  play: number
  colour: CardColour
}

export interface Misfit {
  value: number
  colour: CardColour
  reason: "covered" | "given-up" | "taken"
  holder: number | null
}

export interface Notch {
  tile: Tile
  side: Side
}

export interface Opening {
  number: number
  start: number
  turned_up: Array<number>
  neutral: Array<CellPlace>
  observed: Array<CellPlace>
}

export interface OtherActionExpected {
  verb: string
  code: "other-action-expected"
}

export interface OutOfTurn {
  waiting_for: Array<number>
  code: "out-of-turn"
}

export interface Outcome {
  reason: string
  totals: Array<number>
  winners: Array<number>
}

export interface OwnRound {
  hand: Array<number>
  discard: number
}

export interface Place {
  draws: Array<FurnitureColour>
  colours: Record<FurnitureColour, number>
  anchor: Side | null
  course: Array<Stretch>
  end: Notch | null
  string: number
  tokens: Record<ToyKind, number>
  kinds_points: number | null
}

export type Played = [seat: number, action: string]

export interface PlayerBoard {
  cards: number
  bid: number | null
  markers: Array<CardColour>
  tokens: Array<CellPlace>
  tricks: number
}

export interface PlaysAhead {
  wins: Array<string>
  leaves: Array<string>
  grows: Array<GrowingPlay>
  barred: Array<BarredCells>
}

export interface PointRange {
  lowest: number
  highest: number
}

export interface Ran {
  seat: number
  entry: Side | null
  toys: Array<ToyKind>
  tokens: Array<number | null>
  string: number
}

export interface RascalKittensOptions {
  rooms: Array<"attic" | "conservatory" | "library" | "nursery" | Room>
  variant: Variant
  start: number
  string: number
}

export interface RascalKittensRound {
  leader: number
  tile: Tile
  runs: Array<Ran>
}

export interface RascalKittensView {
  game: "rascal-kittens"
  players: number
  options: RascalKittensOptions
  expects: RascalKittensVerb | null
  to_act: Array<number>
  outcome: Outcome | null
  round_count: number
  variant_rules: Array<VariantRule>
  rooms: Array<Room>
  leader: number
  middle: Array<Tile>
  stacks: Record<ToyKind, number>
  top_tokens: Record<ToyKind, PointRange | null>
  places: Array<Place>
  revealed: Revealed | null
  seat: number | null
  legal: Array<string>
  totals: Array<number | null>
  rounds: Array<RascalKittensRound>
  hand: Array<Tile> | null
  ahead: Array<RunAhead>
  hands?: Array<Array<Tile>>
}

export interface RedNotYet {
  code: "red-not-yet"
}

export interface Revealed {
  hands: Array<Array<Tile>>
  left_over: Array<Tile>
  stacks: Record<ToyKind, Array<number>>
  removed: Record<ToyKind, Array<number>>
}

export interface Room {
  name: string
  walls: Record<WallPlace, Wall>
  toys: Record<ToyKind, ToyDisc>
}

export interface RoundResult {
  opening: Opening
  boards: Array<PlayerBoard>
  bids: Array<number> | null
  plays: Array<Played>
  marker_losses: Array<MarkerLoss>
  finished_tricks: Array<FinishedTrick>
  paradox: number | null
  revealed: Array<number> | null
  tricks: Array<number>
  bonus: Array<number>
  scores: Array<number>
  plays_per_trick: number
  bonus_reasons: Array<BonusReason>
  groups: Array<Array<CellPlace>>
  misfits: Array<Misfit>
}

export interface RunAhead {
  tile: Tile
  entry: Side
  toys: Array<ToyKind>
  string: number
  gain: PointRange
}

export interface SameColourAsTop {
  colour: FurnitureColour
  code: "same-colour-as-top"
}

export interface StackAlreadyDrawn {
  colour: FurnitureColour
  code: "stack-already-drawn"
}

export interface StackEmpty {
  colour: FurnitureColour
  code: "stack-empty"
}

export interface Stretch {
  start: Notch
  end: Notch
}

export interface StringTooShort {
  side: Side
  code: "string-too-short"
}

export interface TileNotHeld {
  tile: Tile
  code: "tile-not-held"
}

export type ToyDisc = [x: number, y: number, radius: number]

export interface Wall {
  colour: FurnitureColour
  pieces: Array<WallPiece>
}

export interface WallPiece {
  piece: PieceKind
  notches: [number, number]
}
