/** The rules of a game in short. */
export interface RulesText {
  readonly aim: string;
  readonly sections: readonly { readonly title: string; readonly lines: readonly string[] }[];
  readonly credit: string;
}
