/** The texts of the boards in English. */
import type { Params, Translate } from '../boards/texts';
import { ENGLISH } from '../boards/texts';

export const t: Translate = (key, params: Params = {}) =>
  ENGLISH[key].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? `{${name}}`));
