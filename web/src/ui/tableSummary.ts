import { boardsOf } from '../games';
import { t } from '../i18n/translate.svelte';
import type { TableInfo } from '../protocol';

/** What is played at a table: for how many, how fast, and by which variant. */
export function tableSummary({ game, seats, speed, options }: TableInfo): string[] {
  const terms = [t('start.players', { count: seats.length }), speedOf(speed)];
  const sides = boardsOf(game, seats.length);
  const side = options['layout'] ? sides.find((each) => each === options['layout']) : sides[0];
  if (side) terms.push(`${t('new.layout')}: ${t(`new.layout.${side}`)}`);
  if (options['variant'] === 'older') terms.push(t('new.older'));
  return terms;
}

function speedOf(speed: TableInfo['speed']): string {
  if (speed.kind === 'live') return t('speed.minutes', { count: Math.ceil(speed.bank! / 60), more: speed.increment! });
  if (speed.kind === 'correspondence') return t('speed.days', { count: speed.days! });
  return t('speed.relaxed');
}
