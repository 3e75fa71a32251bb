/** Somebody who learns: which step they are at, what lies before them, and what came of their last try. */
import { problemInWords } from '../app/notices.svelte';
import { AGAIN } from '../boards/sending';
import { reasonInWords } from '../app/reasons';
import type { Game, LessonsPart, ShownTable, TablePart } from '../games/game';
import { t } from '../i18n/i18n.svelte';
import { study } from '../net/api';
import type { StudyShown } from '../wire';
import { isDone, recordText, type Course, type Lesson, type Step } from './lessons';
import { progress } from './progress.svelte';

/** After so many tries that were not it, the hint is shown without asking. */
const PATIENCE = 3;

/** What is asked of a game that has nothing to say about its lessons. */
const NOTHING_SPECIAL: LessonsPart = { settled: (scene) => scene, isDrawn: () => true, reached: () => false };

export class Classroom {
  lessonIndex = $state(0);
  stepIndex = $state(0);
  shown: StudyShown | null = $state.raw(null);
  done = $state(false);
  /** What is said about the last try. */
  remark = $state('');
  problem = $state('');
  #tries = $state(0);
  #asked = $state(false);
  #tags: Readonly<Record<string, string>> = {};
  #deal = '';

  constructor(
    readonly game: Game,
    readonly course: Course,
    readonly part: TablePart,
  ) {
    const learned = progress.of(game.name);
    const next = course.lessons.findIndex(({ id }) => !learned.includes(id));
    void this.open(Math.max(0, next));
  }

  get #lessons(): LessonsPart {
    return this.part.lessons ?? NOTHING_SPECIAL;
  }

  readonly lesson: Lesson = $derived.by(() => this.course.lessons[this.lessonIndex] as Lesson);
  readonly step: Step = $derived.by(() => this.lesson.steps[this.stepIndex] as Step);
  readonly viewer: number = $derived(this.step.viewer ?? 0);
  readonly isLast: boolean = $derived.by(
    () => this.lessonIndex === this.course.lessons.length - 1 && this.stepIndex === this.lesson.steps.length - 1,
  );
  /** Whether one can play now: nothing is left to learn but other ways to play. */
  readonly canPlay: boolean = $derived.by(() => {
    const next = this.course.lessons[this.lessonIndex + 1];
    return this.stepIndex === this.lesson.steps.length - 1 && (!next || next.extra === true);
  });
  readonly hint: string | null = $derived.by(() => {
    const { hint = null, guided } = this.step;
    return !this.done && (guided || this.#asked || this.#tries >= PATIENCE) ? hint : null;
  });
  /** Whether a hint can be drawn on the board; a swap is talked about instead. */
  readonly canHint: boolean = $derived(
    !this.done && !!this.step.hint && this.#lessons.isDrawn(this.step.hint) && this.hint === null,
  );

  /** The table; once a step is done nobody is waited for, and what held for the next turn only is left out. */
  readonly shownTable: ShownTable | null = $derived.by(() => {
    const { shown, part } = this;
    if (!shown) return null;
    const input = {
      options: shown.options,
      sides: shown.sides,
      moves: shown.moves,
      viewer: this.viewer,
      seatInfo: (seat: number) => ({ name: seat === this.viewer ? t('you') : t('seat.player', { n: seat + 1 }) }),
      over: shown.table.over,
    };
    const scene = part.sceneOf(input, this.done ? { ...shown.table, legal: null } : shown.table);
    return { part, scene: this.done ? this.#lessons.settled(scene) : scene };
  });

  showHint(): void {
    this.#asked = true;
  }

  async open(lesson: number): Promise<void> {
    await this.#enter(lesson, 0);
  }

  async next(): Promise<void> {
    if (this.stepIndex + 1 < this.lesson.steps.length) await this.#enter(this.lessonIndex, this.stepIndex + 1);
    else if (this.lessonIndex + 1 < this.course.lessons.length) await this.#enter(this.lessonIndex + 1, 0);
  }

  /** Makes a move of the learner; one that was not wanted goes back to where it came from. */
  async play(move: string): Promise<true | typeof AGAIN> {
    const { wanted } = this.step;
    if (!this.shown || !wanted) return AGAIN;
    try {
      const after = await this.#study(this.shown.moves, this.step, move);
      if (after.reason === null && isDone(wanted, this.viewer, after.moves.at(-1) ?? move, after, this.#lessons)) {
        this.shown = after;
        this.#finish();
        return true;
      }
      this.remark = after.reason === null ? t('learn.other') : reasonInWords(after.why, after.reason);
      this.#tries++;
    } catch (error) {
      this.remark = problemInWords(error);
    }
    return AGAIN;
  }

  readonly explain = async (move: string): Promise<string | null> => {
    if (!this.shown) return null;
    try {
      const { reason, why } = await this.#study(this.shown.moves, this.step, move);
      return reason === null ? null : reasonInWords(why, reason);
    } catch {
      // Without the server only the board's own word remains: it does not fit.
      return null;
    }
  };

  #study(moves: readonly string[], step: Step, move?: string): Promise<StudyShown> {
    const record = recordText(this.game, this.#deal, this.#tags, moves);
    return study({ record, seat: step.viewer ?? 0, ...(move !== undefined && { move }) });
  }

  #finish(): void {
    this.done = true;
    this.remark = '';
    if (this.stepIndex === this.lesson.steps.length - 1) progress.finish(this.game.name, this.lesson.id);
  }

  async #enter(lessonIndex: number, stepIndex: number): Promise<void> {
    const lesson = this.course.lessons[lessonIndex] as Lesson;
    const step = lesson.steps[stepIndex] as Step;
    let moves = step.moves ?? [];
    if (step.deal !== undefined) {
      this.#deal = this.course.deals[step.deal] ?? '';
      this.#tags = step.tags ?? {};
    } else {
      moves = [...(this.shown?.moves ?? []), ...(lesson.steps[stepIndex - 1]?.reply ?? [])];
    }
    try {
      const shown = await this.#study(moves, step);
      this.problem = '';
      this.lessonIndex = lessonIndex;
      this.stepIndex = stepIndex;
      this.done = false;
      this.remark = '';
      this.#tries = 0;
      this.#asked = false;
      this.shown = shown;
      if (!step.wanted) this.#finish();
    } catch (error) {
      this.problem = problemInWords(error);
    }
  }
}
