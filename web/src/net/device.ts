/** What the engine on this device answers in place of the server. Loaded when it is first asked. */
import { Engine } from '../engine/engine';
import { startEngine } from '../engine/start';
import type { Believed, FormShown, MovesJudged, Progress as Done, TreeShown } from '../engine/protocol';
import type {
  AnalysisAsked,
  AnalysisLine,
  CountAsked,
  CountShown,
  GamesShown,
  ReplayShown,
  SolutionAsked,
  SolutionLine,
  StudyAsked,
  StudyShown,
} from '../wire';

const reader = new Engine(startEngine);

export function games(): Promise<GamesShown> {
  return reader.ask({ op: 'games' });
}

export function replay(record: string): Promise<ReplayShown> {
  return reader.ask({ op: 'replay', record });
}

export function study({ record, move, seat }: StudyAsked): Promise<StudyShown> {
  return reader.ask({ op: 'study', record, move: move ?? null, seat: seat ?? null });
}

const thinker = new Engine(startEngine);

/** The best move that is found in a moment, for the seat that decides next; the record hides nothing from it. */
export async function best(record: string, seat: number): Promise<string> {
  return (await thinker.ask({ op: 'hint', record, seat })).move;
}

export function count({ game, options, table }: CountAsked): Promise<CountShown> {
  return reader.ask({ op: 'count', game, options: options ?? {}, table });
}

/** What a record with all its lines says; throws a Refusal for one that hides cards or breaks the rules. */
export function tree(record: string): Promise<TreeShown> {
  return reader.ask({ op: 'tree', record });
}

/** What the seat to move could believe of the cards it does not see; refused for a record that hides cards. */
export function believe(record: string): Promise<Believed> {
  return thinker.ask({ op: 'believe', record });
}

/** The record of a game that nobody has played yet, with a deal of its own. */
export async function fresh(game: string, options: Record<string, string>): Promise<string> {
  const form = await reader.ask({ op: 'form', game, options });
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const secret = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const words = form.sides.map(() => 'study');
  const { deal } = await reader.ask({ op: 'deal', game, options: form.options, secret, words });
  return (await reader.ask({ op: 'write', tags: tagsOf(form, deal), moves: [] })).text;
}

/** The record of a game that begins with a table laid by hand; throws a Refusal that says what is wrong with it. */
export async function begun(game: string, options: Record<string, string>, deal: string): Promise<string> {
  const form = await reader.ask({ op: 'form', game, options });
  await reader.ask({ op: 'standing', game, options: form.options, deal, moves: [], observers: [] });
  return (await reader.ask({ op: 'write', tags: tagsOf(form, deal), moves: [] })).text;
}

function tagsOf({ game, options, deal_tag: dealTag }: FormShown, deal: string): Record<string, string> {
  const named = Object.entries(options).map(([name, word]) => [`${name[0]?.toUpperCase()}${name.slice(1)}`, word]);
  return { Game: game, ...(Object.fromEntries(named) as Record<string, string>), [dealTag]: deal };
}

/** Long work has a worker of its own, which ends with it. */
async function* follow<Answer>(
  work: (engine: Engine, tell: (progress: Done) => void) => Promise<Answer>,
): AsyncGenerator<Answer | (Done & { readonly type: 'progress' })> {
  const engine = new Engine(startEngine);
  let wake = (): void => undefined;
  let news: Done | null = null;
  let found: { readonly answer: Answer } | null = null;
  const done = work(engine, (progress) => {
    news = progress;
    wake();
  }).then((answer) => {
    found = { answer };
  });
  try {
    for (;;) {
      await Promise.race([done, new Promise<void>((resolve) => (wake = resolve))]);
      const finished = found as { readonly answer: Answer } | null;
      if (finished) {
        yield finished.answer;
        return;
      }
      const progress = news as Done | null;
      if (progress) yield { type: 'progress', ...progress };
    }
  } finally {
    engine.stop();
    done.catch(() => undefined);
  }
}

export function analyse({ record, seconds }: AnalysisAsked, signal: AbortSignal): AsyncGenerator<AnalysisLine> {
  const asked = { op: 'analyse', record: record ?? '', ...(seconds !== undefined && { seconds }) } as const;
  return follow((engine, tell) => engine.ask(asked, { signal, tell }));
}

/** Solves a position with so many bytes of memory. */
export function solve(
  { record, seconds }: SolutionAsked,
  memory: number,
  signal: AbortSignal,
): AsyncGenerator<SolutionLine> {
  const asked = { op: 'solve', record, memory, ...(seconds !== undefined && { seconds }) } as const;
  return follow((engine, tell) => engine.ask(asked, { signal, tell }));
}

export type { Believed, MoveJudged, MovesJudged } from '../engine/protocol';

/** An engine that has nothing to do and is ready: whoever steps through moves asks something else all the time. */
let spare: Engine | null = null;

function warm(): void {
  if (spare) return;
  spare = new Engine(startEngine);
  spare.ask({ op: 'games' }).catch(() => undefined);
}

/**
 * Judges the moves at the end of a record, and tells what is known again and again.
 *
 * A signal ends it at once, and its worker with it; meanwhile another one has been made ready.
 */
export async function judge(
  asked: { record: string; open: boolean; seconds: number; memory: number; threads?: number },
  signal: AbortSignal,
  tell: (found: MovesJudged) => void,
): Promise<void> {
  const engine = spare ?? new Engine(startEngine);
  spare = null;
  const hear = ({ found }: Done): void => {
    if (!found || signal.aborted) return;
    tell(found);
    warm();
  };
  try {
    tell(await engine.ask({ op: 'judge', ...asked }, { signal, tell: hear }));
  } finally {
    if (spare || signal.aborted) engine.stop();
    else spare = engine;
  }
}

/** Lets go of the engine that is kept ready. */
export function rest(): void {
  spare?.stop();
  spare = null;
}
