import { BOT_SEAT_NAMES, type Seat, type TableInfo } from '../protocol';

/** Who sits there; a bot is called by its seat. */
export function seatName(seat: Seat, number: number): string {
  return seat.bot && !seat.person ? BOT_SEAT_NAMES[number % BOT_SEAT_NAMES.length]! : (seat.name ?? '');
}

/** Who sits at a table. */
export const seatedNames = ({ seats }: TableInfo): string =>
  seats.flatMap((seat, number) => (seat.name === null ? [] : [seatName(seat, number)])).join(', ');

/** The seats but one, as they follow it clockwise. */
export const otherSeats = (players: number, seat: number): number[] =>
  Array.from({ length: players - 1 }, (_, step) => (seat + step + 1) % players);
