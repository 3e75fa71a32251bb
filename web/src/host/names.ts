/** The names of matches that live on this device. */

/** No name that the server gives begins like this. */
export const HERE = '~';

/** Whether a match lives on this device. */
export function isHere(match: string): boolean {
  return match.startsWith(HERE);
}

/** Bytes as letters that need no escape in an address. */
export function toLetters(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
