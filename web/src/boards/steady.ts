/**
 * Keeps those things of a list that are as they were, so that of what is drawn from it only the rest is drawn anew. A board
 * is told of a whole new table after every move, of which little has changed.
 */
export function steady<T extends object>(keyOf: (one: T) => string): (all: readonly T[]) => readonly T[] {
  let known = new Map<string, T>();
  return (all) => {
    const kept = all.map((one): [string, T] => {
      const key = keyOf(one);
      const before = known.get(key);
      return [key, before && isSame(before, one) ? before : one];
    });
    known = new Map(kept);
    return kept.map(([, one]) => one);
  };
}

/** Whether two things have the same fields with the same values. */
function isSame<T extends object>(one: T, other: T): boolean {
  const names = Object.keys(one) as (keyof T)[];
  return names.length === Object.keys(other).length && names.every((name) => Object.is(one[name], other[name]));
}
