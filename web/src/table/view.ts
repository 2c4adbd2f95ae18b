/** What every game's view has. The rest is in the folder of the game. */
export interface Outcome {
  reason: string;
  totals: number[];
  winners: number[];
}

export interface View {
  game: string;
  players: number;
  options: Record<string, unknown>;
  seat: number | null;
  expects: string | null;
  to_act: number[];
  legal: string[];
  totals: (number | null)[];
  outcome: Outcome | null;
}
