/** The boards: each comes only when it is played on, or soon will be. */
export const BOARDS = {
  tokan: () => import('../games/tokan/board/TokanBoard.svelte'),
  chocolate: () => import('../games/chocolate/board/ChocolateBoard.svelte'),
};
