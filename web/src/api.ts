import type { ErrorCode, Me, NetworkSwitch, NewTable, Problem, Routes } from './protocol';

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

type Route = keyof Routes;
/** What has to be filled in in a path: of `/api/tables/{table_id}/scores` the `table_id`. */
type Blanks<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? { [name in Name]: string } & Blanks<Rest> : unknown;
/** The path where a blank has to be filled in, and the body where one is sent. */
type Sent<R extends Route> = (unknown extends Blanks<R> ? object : { path: Blanks<R> }) & (Routes[R]['body'] extends null ? object : { body: Routes[R]['body'] });

const filledIn = (path: string, blanks: Record<string, string> = {}): string => path.replaceAll(/{(\w+)}/g, (_, name: string) => encodeURIComponent(blanks[name]!));

const GET = 'GET ';

const addressOf = <R extends Route & `GET ${string}`>(route: R, path: Blanks<R>): string => filledIn(route.slice(GET.length), path as Record<string, string>);

/** Asks the server, which says itself what it takes and answers (`Routes`). */
async function ask<R extends Route>(route: R, ...[sent]: object extends Sent<R> ? [] : [Sent<R>]): Promise<Routes[R]['answer']> {
  const [method, path] = route.split(' ') as [string, string];
  const { path: blanks, body } = (sent ?? {}) as { path?: Record<string, string>; body?: unknown };
  let response: Response;
  try {
    response = await fetch(filledIn(path, blanks), {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new ApiError('unreachable', 'the server cannot be reached');
  }
  const answer: unknown = response.status === 204 ? null : await response.json().catch(() => ({}));
  if (response.ok) return answer as Routes[R]['answer'];
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
  networkAddress: () => ask('GET /api/network-address'),
  switchNetwork: (wanted: NetworkSwitch) => ask('PUT /api/network-address', { body: wanted }),
  games: () => ask('GET /api/games'),
  lobby: () => ask('GET /api/tables'),
  table: (id: string) => ask('GET /api/tables/{table_id}', { path: { table_id: id } }),
  newTable: (wanted: NewTable) => ask('POST /api/tables', { body: wanted }),
  scores: (id: string) => ask('GET /api/tables/{table_id}/scores', { path: { table_id: id } }),
  replay: (id: string) => ask('GET /api/tables/{table_id}/replay', { path: { table_id: id } }),
  tutorials: () => ask('GET /api/tutorials'),
  tutorial: (name: string) => ask('GET /api/tutorials/{name}', { path: { name } }),
  me: async () => (await ask('GET /api/me')).person,
  nameMe: (name: string) => ask('PUT /api/me', { body: { name } }),
  setPassword: (login: string, password: string, old: string | null) => ask('PUT /api/me/password', { body: { login, password, old } }),
  logIn: (login: string, password: string) => ask('POST /api/login', { body: { login, password } }),
  logOut: () => ask('POST /api/logout'),
  deleteMe: () => ask('DELETE /api/me'),
  sessions: () => ask('GET /api/me/sessions'),
  endSession: (id: string) => ask('DELETE /api/me/sessions/{session_id}', { path: { session_id: id } }),
  myTables: () => ask('GET /api/me/tables'),
};

/** Files of the server that are shown or downloaded. */
export const addresses = {
  picture: (table: string) => addressOf('GET /api/tables/{table_id}/picture.png', { table_id: table }),
  record: (table: string) => addressOf('GET /api/tables/{table_id}/record', { table_id: table }),
  ownData: addressOf('GET /api/me/export', {}),
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
