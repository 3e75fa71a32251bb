/** Handing a turn on, and hearing whether it was taken. */

/** The answer of those who do not want the turn at all: the pieces go back to where they were. */
export const AGAIN = 'again';

/** Calls `refused` if what a turn was answered with is `false` or `AGAIN`, a promise of it, or a promise that fails. */
export async function answered(answer: unknown, refused: (again: boolean) => void): Promise<void> {
  try {
    const said = await answer;
    if (said === false || said === AGAIN) refused(said === AGAIN);
  } catch {
    refused(false);
  }
}
