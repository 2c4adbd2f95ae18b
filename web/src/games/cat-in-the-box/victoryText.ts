import { t } from '../../i18n/translate.svelte';
import type { NameOfSeat } from '../../table/story';
import type { Play } from './plays';
import { victory, type Trick } from './trick';

export const cardText = ({ colour, value }: Play): string => t('cat-in-the-box.board.cell', { colour: t(`cat-in-the-box.colour.${colour}`), value });

/** Who won a finished trick, and why. */
export function victoryText(trick: Trick, name: NameOfSeat): string {
  const won = victory(trick);
  if (!won) return '';
  const who = t('cat-in-the-box.trick.won', { name: name(trick.winner!) });
  const card = cardText(won.card);
  if (won.reason === 'red') return `${who}: ${won.beaten ? t('cat-in-the-box.trick.why.red', { card, other: cardText(won.beaten) }) : t('cat-in-the-box.trick.why.only-red', { card })}`;
  return `${who}: ${t('cat-in-the-box.trick.why.highest', { card, colour: t(`cat-in-the-box.colour.${won.card.colour}`) })}`;
}
