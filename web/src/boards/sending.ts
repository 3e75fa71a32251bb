/** Handing a turn on, and hearing whether it was taken. */

/** Calls `refused` if what a turn was answered with is `false`, a promise of it, or a promise that fails. */
export async function answered(answer: unknown, refused: () => void): Promise<void> {
  try {
    if ((await answer) === false) refused();
  } catch {
    refused();
  }
}
