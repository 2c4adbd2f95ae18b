import type { ErrorCode, GameInfo, Me, NewTable, OwnSession, OwnTable, Problem, NetworkAddress, NetworkSwitch, Replay, ScoreSheet, TableInfo, TutorialGame, TutorialInfo, Visitor } from './protocol';

/** Why something was refused: the server's word, or that it could not be asked. */
export type RefusalCode = ErrorCode | 'unreachable';

/** The server did not do what was asked; `code` says why. */
export class ApiError extends Error {
  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly rule: string | null = null,
    readonly field: string | null = null,
  ) {
    super(message);
  }
}

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new ApiError('unreachable', 'the server cannot be reached');
  }
  const answer: unknown = response.status === 204 ? null : await response.json().catch(() => ({}));
  if (response.ok) return answer as Answer;
  const { code = 'server-error', message = '', rule = null, field = null } = answer as Partial<Problem>;
  throw new ApiError(code, message, rule, field);
}

const GUEST_NAMES = (
  'Mochi Pixel Tofu Luna Biscuit Figa Mruczek Mikeš Murko Nutka Olive Kvark Pepper Ginger Waffle Noodle Pickle Marble ' +
  'Maple Cocoa Hazel Clover Domino Felix Salem Ziggy Pumpkin Sushi Miso Sesame Basil Truffle Kluska Psotka Pazur Bazylia ' +
  'Rysio Łatek Micka Bertík Macek Tlapka Rozinka Fousek Barsik Ryzhyk Sonya Pushok Smetanka Kvitka Vasyl Umka'
).split(' ');

export const api = {
  /** Where others can open the page, when it was opened here by a name of this machine alone. */
  networkAddress: () => ask<NetworkAddress>('GET', '/api/network-address'),
  switchNetwork: (wanted: NetworkSwitch) => ask<NetworkAddress>('PUT', '/api/network-address', wanted),
  games: () => ask<GameInfo[]>('GET', '/api/games'),
  lobby: () => ask<TableInfo[]>('GET', '/api/tables'),
  table: (id: string) => ask<TableInfo>('GET', `/api/tables/${encodeURIComponent(id)}`),
  newTable: (wanted: NewTable) => ask<TableInfo>('POST', '/api/tables', wanted),
  scores: (id: string) => ask<ScoreSheet>('GET', `/api/tables/${encodeURIComponent(id)}/scores`),
  replay: (id: string) => ask<Replay>('GET', `/api/tables/${encodeURIComponent(id)}/replay`),
  tutorials: () => ask<TutorialInfo[]>('GET', '/api/tutorials'),
  tutorial: (name: string) => ask<TutorialGame>('GET', `/api/tutorials/${encodeURIComponent(name)}`),
  me: async () => (await ask<Visitor>('GET', '/api/me')).person,
  nameMe: (name: string) => ask<Me>('PUT', '/api/me', { name }),
  setPassword: (login: string, password: string, old: string | null) =>
    ask<Me>('PUT', '/api/me/password', { login, password, old }),
  logIn: (login: string, password: string) => ask<Me>('POST', '/api/login', { login, password }),
  logOut: () => ask<unknown>('POST', '/api/logout'),
  deleteMe: () => ask<unknown>('DELETE', '/api/me'),
  sessions: () => ask<OwnSession[]>('GET', '/api/me/sessions'),
  endSession: (id: string) => ask<unknown>('DELETE', `/api/me/sessions/${encodeURIComponent(id)}`),
  myTables: () => ask<OwnTable[]>('GET', '/api/me/tables'),
};

let visitor: Promise<Me | null> | null = null;

/** Who I am here, asked once; null for somebody new. */
export function whoAmI(): Promise<Me | null> {
  visitor ??= api.me();
  visitor.catch(() => (visitor = null));
  return visitor;
}

/** I say my name; whoever is new is known from now on. */
export async function nameMe(name: string): Promise<Me> {
  const me = await api.nameMe(name);
  visitor = Promise.resolve(me);
  return me;
}

let signedIn: Promise<Me> | null = null;

/** Who I am here; whoever is new becomes a guest with a cat's name. */
export function ensureSignedIn(): Promise<Me> {
  signedIn ??= whoAmI().then((me) => me ?? nameMe(suggestName()));
  signedIn.catch(() => (signedIn = null));
  return signedIn;
}

/** The name of a cat for somebody new: of another one than those who are there. */
export function suggestName(others: string[] = []): string {
  const free = GUEST_NAMES.filter((cat) => !others.some((other) => other.startsWith(cat)));
  const cat = free[Math.floor(Math.random() * free.length)];
  return `${cat} ${Math.floor(Math.random() * 90 + 10)}`;
}
