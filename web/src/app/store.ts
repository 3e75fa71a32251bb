/** Small things kept in this browser; where it keeps nothing, or has no room, they last as long as the page. */

const unkept = new Map<string, string>();

/** Reads a value; anything that does not read as JSON counts as nothing. */
export function load<T>(name: string, fallback: T): T {
  try {
    const text = unkept.get(name) ?? localStorage.getItem(`tafelrunde.${name}`);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** Keeps a value; a browser that keeps nothing is no reason to stop. */
export function save(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(`tafelrunde.${name}`, text);
    unkept.delete(name);
  } catch {
    unkept.set(name, text);
  }
}

/** What this browser keeps things in; inside somebody else's page it may keep nothing. */
export function storage(): Pick<Storage, 'getItem' | 'setItem'> {
  try {
    return localStorage;
  } catch {
    return { getItem: (name) => unkept.get(name) ?? null, setItem: (name, text) => void unkept.set(name, text) };
  }
}
