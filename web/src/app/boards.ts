/** The boards: each comes only when it is played on, or soon will be. */
export const BOARDS = {
  tokan: () => import('../boards/tokan/TokanBoard.svelte'),
  chocolate: () => import('../boards/chocolate/ChocolateBoard.svelte'),
};
