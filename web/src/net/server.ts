/** The HTTP side of the server. Every function throws a Refusal. Pages ask `api.ts`, which knows who answers. */
import type {
  Ack,
  ActAsked,
  AnalysisAsked,
  AnalysisLine,
  CountAsked,
  CountShown,
  Create,
  CreatedShown,
  ErrorShown,
  GamesShown,
  HintShown,
  Join,
  LobbyPage,
  NewAsked,
  OwnMatch,
  RecordShown,
  ReplayAsked,
  ReplayShown,
  SeatGiven,
  Snapshot,
  SolutionAsked,
  SolutionLine,
  StudyAsked,
  StudyShown,
  WithdrawnShown,
} from '../wire';
import { Refusal } from './refusal';

/** What opens a seat that belongs to the account of this device: no token, but the seat's number. */
export function byAccount(seat: number): string {
  return `@${seat}`;
}

/** The seat that is opened by an account; null where it is opened by its token. */
export function accountSeat(token: string | null | undefined): number | null {
  return token?.startsWith('@') ? Number(token.slice(1)) : null;
}

async function ask(path: string, body?: unknown, token?: string, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = {};
  const seat = accountSeat(token);
  if (seat !== null) path += `?seat=${seat}`;
  else if (token) headers['authorization'] = `Bearer ${token}`;
  const request: RequestInit = { headers, cache: 'no-store', ...(signal && { signal }) };
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    request.method = 'POST';
    request.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(`/api${path}`, request);
  } catch {
    throw new Refusal('offline', 'the server cannot be reached');
  }
  if (response.ok) return response;
  let error: ErrorShown;
  try {
    error = (await response.json()) as ErrorShown;
  } catch {
    throw new Refusal('unavailable', response.statusText);
  }
  throw new Refusal(error.code, error.message, error.why);
}

/** Asks for something and reads the answer. */
export async function read<T>(path: string, body?: unknown, token?: string, signal?: AbortSignal): Promise<T> {
  return (await (await ask(path, body, token, signal)).json()) as T;
}

export type LobbyStatus = 'open' | 'running' | 'finished';

export function games(): Promise<GamesShown> {
  return read('/games');
}

export function create(wish: Create, signal?: AbortSignal): Promise<CreatedShown> {
  return read('/matches', wish, undefined, signal);
}

/** Ends the match that was made with a key, and tells whether there was one. */
export async function withdraw(key: string, signal?: AbortSignal): Promise<boolean> {
  return (await read<WithdrawnShown>('/matches/withdraw', { key }, undefined, signal)).found;
}

export function lobby(status: LobbyStatus, after?: string): Promise<LobbyPage> {
  return read(`/matches?status=${status}${after ? `&after=${encodeURIComponent(after)}` : ''}`);
}

export function mine(tokens: readonly string[]): Promise<OwnMatch[]> {
  return read('/matches/mine', { tokens });
}

export function look(match: string, token?: string): Promise<Snapshot> {
  return read(`/matches/${encodeURIComponent(match)}`, undefined, token);
}

export function join(match: string, wish: Join): Promise<SeatGiven> {
  return read(`/matches/${encodeURIComponent(match)}/seats`, wish);
}

export function act(match: string, token: string, asked: ActAsked): Promise<Ack> {
  return read(`/matches/${encodeURIComponent(match)}/acts`, asked, token);
}

/** A strong move for a seat that plays alone against computers; it is counted. */
export function hint(match: string, token: string): Promise<HintShown> {
  return read(`/matches/${encodeURIComponent(match)}/hint`, {}, token);
}

/** Takes a new token for a seat: every other device that holds the old one is signed out. */
export function rotate(match: string, token: string, fresh: string): Promise<SeatGiven> {
  return read(`/matches/${encodeURIComponent(match)}/token`, { new_token: fresh }, token);
}

export async function record(match: string, token?: string): Promise<string> {
  return (await ask(`/matches/${encodeURIComponent(match)}/record`, undefined, token)).text();
}

export function replay(text: string): Promise<ReplayShown> {
  return read('/replay', { record: text });
}

/** What is legal after a record, and what a move does there, as a seat sees it. */
export function study(asked: StudyAsked): Promise<StudyShown> {
  return read('/study', asked);
}

/** A record in its normal form, every line of it checked by the rules; one that hides something is refused. */
export async function normalise(record: string): Promise<string> {
  return (await read<RecordShown>('/normalise', { record } satisfies ReplayAsked)).record;
}

/** The record of a game that nobody has played yet, with a deal of its own. */
export async function fresh(game: string, options: Record<string, string>): Promise<string> {
  return (await read<RecordShown>('/new', { game, options } satisfies NewAsked)).record;
}

/** Counts a table of a game with the real box. */
export function count(asked: CountAsked): Promise<CountShown> {
  return read('/count', asked);
}

/** The lines of an answer that takes long, as they come; giving the signal ends it, here and on the server. */
async function* listen<Line>(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<Line> {
  const reader = (await ask(path, body, undefined, signal)).body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Line;
  }
}

export function analyse(asked: AnalysisAsked, signal: AbortSignal): AsyncGenerator<AnalysisLine> {
  return listen('/analyses', asked, signal);
}

export function solve(asked: SolutionAsked, signal: AbortSignal): AsyncGenerator<SolutionLine> {
  return listen('/solutions', asked, signal);
}
