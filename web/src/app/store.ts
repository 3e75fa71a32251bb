/** Small things kept in this browser. */

/** Reads a value; anything that does not read as JSON counts as nothing. */
export function load<T>(name: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`tafelrunde.${name}`);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Keeps a value; a browser that keeps nothing is no reason to stop. */
export function save(name: string, value: unknown): void {
  try {
    localStorage.setItem(`tafelrunde.${name}`, JSON.stringify(value));
  } catch {
    return;
  }
}

/** What this browser keeps things in; inside somebody else's page it may keep nothing. */
export function storage(): Pick<Storage, 'getItem' | 'setItem'> {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => undefined };
  }
}
