/** What the engine on this device answers in place of the server. Loaded when it is first asked. */
import { Engine } from '../engine/engine';
import type { Progress as Done } from '../engine/protocol';
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

const reader = new Engine();

export function games(): Promise<GamesShown> {
  return reader.ask({ op: 'games' });
}

export function replay(record: string): Promise<ReplayShown> {
  return reader.ask({ op: 'replay', record });
}

export function study({ record, move, seat }: StudyAsked): Promise<StudyShown> {
  return reader.ask({ op: 'study', record, move: move ?? null, seat: seat ?? null });
}

export function count({ game, options, table }: CountAsked): Promise<CountShown> {
  return reader.ask({ op: 'count', game, options: options ?? {}, table });
}

/** Long work has a worker of its own, which ends with it. */
async function* follow<Answer>(
  work: (engine: Engine, tell: (progress: Done) => void) => Promise<Answer>,
): AsyncGenerator<Answer | (Done & { readonly type: 'progress' })> {
  const engine = new Engine();
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
