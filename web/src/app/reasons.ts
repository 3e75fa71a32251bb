/** The server says by a code which rule forbids a move; here it is said in the reader's language. */
import { t, type Text } from '../i18n/i18n.svelte';

/** A rule that a move breaks: its code, and its parameters beside it. */
export type Why = Readonly<Record<string, string | number>>;

/** Why a move is illegal. A game without words of its own here is explained as the server says it, in English. */
export function reasonInWords(why: Why | null | undefined, said: string | null): string {
  const { code, ...params } = why ?? {};
  // What depends on a word, such as the kind of an animal, has a text for each of them.
  const variants = Object.values(params).map((word) => `why.${code}.${word}`);
  for (const key of [...variants, `why.${code}`]) {
    const text = t(key as Text, params);
    if (text) return text;
  }
  return (why && said) || t('refusal.illegal');
}
