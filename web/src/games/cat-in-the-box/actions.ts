import { CAT_IN_THE_BOX_NOTATION, type CatInTheBoxAction } from '../../views';
import { notationOf } from '../notation';

type PlayAction = Extract<CatInTheBoxAction, { verb: 'play' }>;
/** A card and the colour that is declared for it. */
export type Play = Omit<PlayAction, 'verb'>;

export const { parse: parseAction, format: formatAction } = notationOf<CatInTheBoxAction>(CAT_IN_THE_BOX_NOTATION);

export const parsePlay = (action: string): Play => parseAction(action) as PlayAction;

export const formatPlay = ({ value, colour }: Play): string => formatAction({ verb: 'play', value, colour });

/** The plays among what can be done. */
export const playsIn = (actions: string[]): Play[] => actions.map(parseAction).filter((action) => action.verb === 'play');
