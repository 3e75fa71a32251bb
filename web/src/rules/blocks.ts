/** A rules page as it is drawn: headings, numbered rules with lists, tables, paragraphs. */

export type Inline =
  | { readonly kind: 'text' | 'strong' | 'em' | 'code'; readonly text: string }
  /** The number of another rule. */
  | { readonly kind: 'rule'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };
export type Words = readonly Inline[];

export type Block =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly words: Words }
  | { readonly kind: 'table'; readonly rows: readonly (readonly Words[])[] }
  | { readonly kind: 'rule'; readonly number: string; readonly words: Words; readonly items: readonly Words[] };
