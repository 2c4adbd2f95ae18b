import { t } from '../../i18n/translate.svelte';
import type { NameOfSeat } from '../../table/story';
import type { Play } from './plays';
import { victory, type Trick } from './trick';

export const cardText = ({ colour, value }: Play): string => t('board.cell', { colour: t(`colour.${colour}`), value });

/** Who won a finished trick, and why. */
export function victoryText(trick: Trick, name: NameOfSeat): string {
  const won = victory(trick);
  if (!won) return '';
  const who = t('trick.won', { name: name(trick.winner!) });
  const card = cardText(won.card);
  if (won.reason === 'red') return `${who}: ${won.beaten ? t('trick.why.red', { card, other: cardText(won.beaten) }) : t('trick.why.only-red', { card })}`;
  return `${who}: ${t('trick.why.highest', { card, colour: t(`colour.${won.card.colour}`) })}`;
}
