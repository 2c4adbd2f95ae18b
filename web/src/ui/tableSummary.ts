import { t } from '../i18n/translate.svelte';
import type { GameInfo, OptionInfo, TableInfo } from '../protocol';
import { defaultOf, type OptionValue } from '../table/options';
import { optionLabel, valueLabel } from './optionText';

/** What is played at a table: for how many, how fast, whether with a coach, and with which options. Without `game` the options are not told. */
export function tableSummary({ seats, speed, options, coach }: TableInfo, game: GameInfo | undefined): string[] {
  const told = game?.options.flatMap((option) => optionSummary(game.name, option, options[option.name], seats.length)) ?? [];
  return [t('start.players', { count: seats.length }), speedSummary(speed), ...(coach ? [t('table.coach')] : []), ...told];
}

/** What was chosen; of a choice for all, the default too. */
function optionSummary(game: string, option: OptionInfo, chosen: unknown, players: number): string[] {
  const value = chosen ?? (option.kind === 'choice' && !option.each_seat ? defaultOf(option, players) : null);
  if (value === null) return [];
  const values = (Array.isArray(value) ? value : [value]) as OptionValue[];
  return [`${optionLabel(game, option)}: ${values.map((each) => valueLabel(game, option, each)).join(', ')}`];
}

function speedSummary(speed: TableInfo['speed']): string {
  if (speed.kind === 'live') return t('speed.minutes', { count: Math.ceil(speed.bank! / 60), more: speed.increment! });
  if (speed.kind === 'correspondence') return t('speed.days', { count: speed.days! });
  return t('speed.relaxed');
}
