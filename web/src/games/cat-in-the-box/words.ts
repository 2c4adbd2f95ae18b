import { t } from '../../i18n/translate.svelte';
import type { NameOfSeat, StoryLine, Word } from '../../table/story';
import { line, lineText } from '../../table/story';
import type { CardColour, FinishedTrick, Misfit } from '../../views';
import type { BarredCause, Consequence } from './litCells';
import { parsePlay, type Play } from './actions';
import type { CellHolder } from './researchBoardCells';

export const colourText = (colour: CardColour): string => t(`cat-in-the-box.colour.${colour}`);

export const cardWord = ({ colour, value }: Play): Word => ({ say: `cat-in-the-box.card.${colour}`, values: { value } });

export const cardText = ({ colour, value }: Play): string => t(`cat-in-the-box.card.${colour}`, { value });

/** Who won a trick, and why, as the server tells it: by name, as everything in the log, but for whom it is said to. */
export function victoryLine({ winner, play, reason, beaten }: FinishedTrick, name: NameOfSeat, ownSeat: number | null = null): StoryLine {
  const won = parsePlay(play);
  const values: Record<string, Word> = { card: cardWord(won), colour: { say: `cat-in-the-box.trick.of-colour.${won.colour}` } };
  const lost = reason === 'red' && beaten ? parsePlay(beaten) : null;
  if (lost && lost.colour !== 'red') values['beaten'] = { say: `cat-in-the-box.trick.beaten.${lost.colour}`, values: { value: lost.value } };
  const why: Word = { say: `cat-in-the-box.trick.why.${reason}`, values };
  return winner === ownSeat ? line('cat-in-the-box.story.trick.own', { why }) : line('cat-in-the-box.story.trick', { name: name(winner), why });
}

export const victoryText = (trick: FinishedTrick, name: NameOfSeat, ownSeat: number | null): string => lineText(victoryLine(trick, name, ownSeat));

/** What a play would do, in a few words. */
export function consequenceText({ wins, costs, group }: Consequence): string {
  return [
    t(wins === null ? 'cat-in-the-box.play.leads' : wins ? 'cat-in-the-box.play.wins' : 'cat-in-the-box.play.loses'),
    ...(costs ? [t(`cat-in-the-box.play.costs.${costs}`)] : []),
    ...(group ? [t('cat-in-the-box.play.group', { count: group })] : []),
  ].join(', ');
}

/** Why a card of the paradox player did not fit on a cell. */
export function misfitText({ value, colour, reason, holder }: Misfit, name: NameOfSeat): string {
  const card = cardText({ value, colour });
  if (holder !== null) return t('cat-in-the-box.cause.cell-taken', { card, name: name(holder) });
  return t(reason === 'covered' ? 'cat-in-the-box.cause.cell-covered' : 'cat-in-the-box.paradox.given-up', { card });
}

/** Why something is not possible; null for what is not of this game. */
export function causeText(cause: BarredCause, name: NameOfSeat, ownSeat: number | null): string | null {
  switch (cause.code) {
    case 'card-not-held':
      return t('cat-in-the-box.cause.card-not-held', { value: cause.value });
    case 'bid-not-allowed':
      return t('cat-in-the-box.cause.bid-not-allowed', { bids: cause.bids.join(', ') });
    case 'cell-taken':
      if (cause.seat === ownSeat) return t('cat-in-the-box.cause.cell-taken.own', { card: cardText(cause) });
      return t('cat-in-the-box.cause.cell-taken', { card: cardText(cause), name: name(cause.seat) });
    case 'cell-covered':
      return t('cat-in-the-box.cause.cell-covered', { card: cardText(cause) });
    case 'cell-observed':
      return t('cat-in-the-box.hint.observed');
    case 'other-card':
      return t('cat-in-the-box.hint.other-card', { value: cause.value });
    case 'colour-given-up':
      return t('cat-in-the-box.cause.colour-given-up', { colour: colourText(cause.colour), trick: cause.trick });
    case 'red-not-yet':
      return t('cat-in-the-box.cause.red-not-yet');
    default:
      return null;
  }
}

/** What is to be known of a cell: who lies there, or what a play would do, or why there can be none. */
export interface CellFacts {
  holder: CellHolder | undefined;
  then: Consequence | undefined;
  cause: BarredCause | undefined;
}

export function cellText(cell: Play, { holder, then, cause }: CellFacts, name: NameOfSeat, ownSeat: number): string {
  const place = cardText(cell);
  if (holder === 'neutral' || holder === 'observed') return `${place}: ${t(`cat-in-the-box.board.${holder}`)}`;
  if (holder !== undefined) return `${place}: ${name(holder)}`;
  if (then) return `${place}: ${t('cat-in-the-box.board.open')}, ${consequenceText(then)}`;
  return `${place}: ${(cause && causeText(cause, name, ownSeat)) ?? t('cat-in-the-box.board.empty')}`;
}
