/** The texts of the boards in English. */
import type { Params, Translate } from '../boards/texts';
import { ENGLISH } from '../boards/texts';

function formOf(text: string, n: string | number | undefined): string {
  const [one = text, other = text] = text.split('|');
  return Number(n) === 1 ? one : other;
}

export const t: Translate = (key, params: Params = {}) =>
  formOf(ENGLISH[key], params['n']).replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? `{${name}}`));
