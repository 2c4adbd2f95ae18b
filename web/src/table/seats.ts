import type { Seat } from '../protocol';

const BOT_NAMES = ['Quark', 'Boson', 'Photon', 'Muon', 'Gluon'];

/** Who sits there; a bot is called by its seat. */
export function seatName(seat: Seat, number: number): string {
  return seat.bot && !seat.person ? BOT_NAMES[number % BOT_NAMES.length]! : (seat.name ?? '');
}

/** The seats but one, as they follow it clockwise. */
export const otherSeats = (players: number, seat: number): number[] =>
  Array.from({ length: players - 1 }, (_, step) => (seat + step + 1) % players);
