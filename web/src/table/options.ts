import type { OptionInfo } from '../protocol';

/** What stands in a file of one's own. */
export type OwnFile = Record<string, unknown>;

/** A value of an option for all, or for one seat. */
export type OptionValue = string | number | OwnFile;

/** What was chosen, by the name of the option; a list has a value for each seat, and what is not there is left to the default. */
export type ChosenOptions = Record<string, OptionValue | (OptionValue | undefined)[] | undefined>;

export const choicesOf = ({ choices }: OptionInfo, players: number): (string | number)[] => choices[players] ?? [];

/** What holds if nothing is chosen; null: the lot decides. */
export const defaultOf = ({ default: byPlayers }: OptionInfo, players: number): string | number | null => byPlayers[players] ?? null;

/** What a seat has if nothing else is chosen for it: each another of the choices. */
export function defaultOfSeat(option: OptionInfo, players: number, seat: number): string | number | undefined {
  const choices = choicesOf(option, players);
  return choices[seat % choices.length];
}

/** The options as the server takes them. What cannot be chosen for so many players, and what is the default, is left out. */
export function optionsToSend(options: OptionInfo[], players: number, chosen: ChosenOptions): Record<string, unknown> {
  const values = options.map((option) => [option.name, valueToSend(option, players, chosen[option.name])] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function valueToSend(option: OptionInfo, players: number, value: ChosenOptions[string]): unknown {
  if (option.each_seat) {
    if (!Array.isArray(value)) return undefined;
    return Array.from({ length: players }, (_, seat) => possible(option, players, value[seat]) ?? defaultOfSeat(option, players, seat));
  }
  if (Array.isArray(value) || value === defaultOf(option, players)) return undefined;
  return possible(option, players, value);
}

function possible(option: OptionInfo, players: number, value: OptionValue | undefined): OptionValue | undefined {
  if (typeof value === 'object') return option.own_file ? value : undefined;
  if (option.kind === 'number') return value;
  return value !== undefined && choicesOf(option, players).includes(value) ? value : undefined;
}
