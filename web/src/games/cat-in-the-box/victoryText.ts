import { t } from '../../i18n/translate.svelte';
import type { NameOfSeat } from '../../table/story';
import { parsePlay, type Play } from './plays';
import type { Trick } from './trick';

export const cardText = ({ colour, value }: Play): string => t('cat-in-the-box.board.cell', { colour: t(`cat-in-the-box.colour.${colour}`), value });

/** Who won a finished trick, with which card, and what was led: the rules are the server's. */
export function victoryText({ plays, winner }: Trick, name: NameOfSeat): string {
  const won = plays.find(([seat]) => seat === winner);
  if (!won) return '';
  const led = t(`cat-in-the-box.colour.${parsePlay(plays[0]![1]).colour}`);
  const how = t('cat-in-the-box.trick.with', { card: cardText(parsePlay(won[1])), led });
  return `${t('cat-in-the-box.trick.won', { name: name(winner!) })}: ${how}`;
}
