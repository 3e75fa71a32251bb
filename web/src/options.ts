/** What the server tells of options, wherever it is read: on the page and in the engine. */
import type { OptionShown } from './wire';

export type Words = Readonly<Record<string, string>>;

/** What is chosen of an option: its first word unless something else is. */
export function wordOf({ name, choices }: OptionShown, words: Words): string {
  return choices.find((choice) => choice === words[name]) ?? choices[0] ?? '';
}

/** The word of every option. */
export function wordsOf(options: readonly OptionShown[], words: Words): Words {
  return Object.fromEntries(options.map((option) => [option.name, wordOf(option, words)]));
}

/** Whether an option has a meaning beside the words of all others. */
export function applies({ only = {} }: OptionShown, words: Words): boolean {
  return Object.entries(only).every(([other, meant]) => meant.includes(words[other] ?? ''));
}
