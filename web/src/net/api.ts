/**
 * What pages ask, whoever answers: the server, the host on this device or its engine. Every function throws a Refusal.
 *
 * A match is hosted where it was made, which its name tells. What both can answer is asked of whom the person here
 * prefers, and of the other one where that cannot be had.
 */
import { isHere } from '../host/names';
import type {
  Ack,
  ActAsked,
  AnalysisAsked,
  AnalysisLine,
  CountAsked,
  CountShown,
  Create,
  CreatedShown,
  GamesShown,
  HintShown,
  ReplayShown,
  Snapshot,
  SolutionAsked,
  SolutionLine,
  StudyAsked,
  StudyShown,
} from '../wire';
import { here } from './here';
import { Refusal } from './refusal';
import * as server from './server';

export { accountSeat, byAccount, join, lobby, mine, read, rotate, type LobbyStatus } from './server';

/** What the person here prefers, and what there is. */
export const places = {
  /** Whether computers think on this device, and studies are made on it. */
  device: true,
  /** Whether there is an engine: not where the page was built without one. */
  hasEngine: __ENGINE__,
  /** Whether there may be a server: not on a static site. */
  hasServer: !__SITE__,
  /** The bytes that the solver may take. */
  memory: 512 * 2 ** 20,
};

const engine = (): Promise<typeof import('./device')> => import('./device');

/** Whether the same may work elsewhere: nobody could be asked. */
function isAway(error: unknown): boolean {
  return !(error instanceof Refusal) || ['offline', 'unavailable', 'not-kept'].includes(error.code);
}

/** As above, or whoever was asked does not know the game: the server may have games that the engine here has not. */
function isForOthers(error: unknown): boolean {
  return isAway(error) || (error instanceof Refusal && error.code === 'unknown-game');
}

function prefersDevice(): boolean {
  return places.hasEngine && (places.device || !places.hasServer);
}

/** Asks whom the person prefers, and then the other. */
async function either<T>(onDevice: () => Promise<T>, onServer: () => Promise<T>): Promise<T> {
  if (!places.hasEngine) return onServer();
  if (!places.hasServer) return onDevice();
  const [first, second] = prefersDevice() ? [onDevice, onServer] : [onServer, onDevice];
  try {
    return await first();
  } catch (error) {
    if (!isForOthers(error)) throw error;
    // Where there is nobody else either, what is wrong here can be mended.
    return second().catch((other: unknown) => {
      throw error instanceof Refusal && error.code === 'not-kept' && isAway(other) ? error : other;
    });
  }
}

/** What can be played. The server is asked first: it may know more games than this page. */
export async function games(): Promise<GamesShown> {
  if (!places.hasServer) {
    const known = await (await engine()).games();
    // Balanced starts come from a server alone.
    return { ...known, games: known.games.map((game) => ({ ...game, balanced: [] })) };
  }
  try {
    return await server.games();
  } catch (error) {
    if (!places.hasEngine || !isAway(error)) throw error;
    return (await engine()).games();
  }
}

/** Whether a match can live on this device: people at this screen and computers sit at it, and nobody else. */
export function canLiveHere({ seats, rated }: Create): boolean {
  return (
    places.hasEngine &&
    !rated &&
    seats.every(({ kind, engine }) => kind !== 'open' && kind !== 'invited' && engine == null)
  );
}

/** Makes a match: on this device where it can live here and that is preferred, or where there is no server. */
export function create(wish: Create): Promise<CreatedShown> {
  const onDevice = (): Promise<CreatedShown> => here.ask({ what: 'create', wish });
  if (!canLiveHere(wish)) return server.create(wish);
  // What everybody may watch lives where everybody can.
  if (wish.listed && places.hasServer)
    return server.create(wish).catch((error: unknown) => (isAway(error) ? onDevice() : Promise.reject(error)));
  return either(onDevice, () => server.create(wish));
}

export function look(match: string, token?: string): Promise<Snapshot> {
  return isHere(match) ? here.ask({ what: 'look', match, token: token ?? null }) : server.look(match, token);
}

export function act(match: string, token: string, asked: ActAsked): Promise<Ack> {
  return isHere(match) ? here.ask({ what: 'act', match, token, act: asked }) : server.act(match, token, asked);
}

/** A strong move for a seat that plays alone against computers; it is counted. */
export function hint(match: string, token: string): Promise<HintShown> {
  return isHere(match) ? here.ask({ what: 'hint', match, token }) : server.hint(match, token);
}

export function record(match: string, token?: string): Promise<string> {
  return isHere(match) ? here.ask({ what: 'record', match, token: token ?? null }) : server.record(match, token);
}

export function replay(text: string): Promise<ReplayShown> {
  return either(
    async () => (await engine()).replay(text),
    () => server.replay(text),
  );
}

/** What is legal after a record, and what a move does there, as a seat sees it. */
export function study(asked: StudyAsked): Promise<StudyShown> {
  return either(
    async () => (await engine()).study(asked),
    () => server.study(asked),
  );
}

const SOLVE_SECONDS = 5;

/** The best move after a record that hides nothing: from this device, or from the server's solver; null if neither knows. */
export async function best(record: string, seat: number): Promise<string | null> {
  try {
    if (places.hasEngine) return await (await engine()).best(record, seat);
  } catch (error) {
    if (!places.hasServer || !isForOthers(error)) throw error;
  }
  for await (const line of server.solve({ record, seconds: SOLVE_SECONDS }, new AbortController().signal))
    if (line.type === 'solved') return line.best;
  return null;
}

/** Counts a table of a game with the real box; one that cannot have come about is refused with the reason. */
export function count(asked: CountAsked): Promise<CountShown> {
  return either(
    async () => (await engine()).count(asked),
    () => server.count(asked),
  );
}

/** Lines from whom the person prefers; from the other one where nobody could be asked. */
async function* eitherLine<Line>(
  onDevice: () => Promise<AsyncGenerator<Line>>,
  onServer: () => AsyncGenerator<Line>,
): AsyncGenerator<Line> {
  const device = async function* (): AsyncGenerator<Line> {
    yield* await onDevice();
  };
  if (!places.hasEngine || !places.hasServer) {
    yield* places.hasEngine ? device() : onServer();
    return;
  }
  const [first, second] = prefersDevice() ? [device, onServer] : [onServer, device];
  let heard = false;
  try {
    for await (const line of first()) {
      heard = true;
      yield line;
    }
  } catch (error) {
    if (heard || !isForOthers(error)) throw error;
    yield* second();
  }
}

export async function* analyse(asked: AnalysisAsked, signal: AbortSignal): AsyncGenerator<AnalysisLine> {
  const { match } = asked;
  // A match on this device is asked for here, one on the server there, unless somebody wants it judged here.
  const text = async (): Promise<AnalysisAsked> =>
    match == null ? asked : { ...asked, match: null, record: await record(match) };
  if (match != null && isHere(match)) asked = await text();
  yield* eitherLine(
    async () => (await engine()).analyse(await text(), signal),
    () => server.analyse(asked, signal),
  );
}

export function solve(asked: SolutionAsked, signal: AbortSignal): AsyncGenerator<SolutionLine> {
  return eitherLine(
    async () => (await engine()).solve(asked, places.memory, signal),
    () => server.solve(asked, signal),
  );
}
