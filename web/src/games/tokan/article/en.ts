import type { ArticleText } from '../../game';

const article: ArticleText = {
  title: 'Is TOKAN fair?',
  lead: 'Thirty tiles are dealt at random, and somebody moves first. Is the game decided by then? We can say, because computers can play some of these games to the end in every possible way.',
  sections: [
    {
      title: 'Moving first is nearly everything',
      paragraphs: [
        'Of {solved} random starts that were solved so far, whoever moves first wins {wins}, draws {draws} and loses {losses} – if both play perfectly. {open} more were too hard; among those there will be more that are not won.',
        'So play the Revanche: the same start once more, with colours exchanged. It is the fairest rule in the box.',
      ],
      board: 'won',
      caption: 'One of the solved starts: red moves first, and can win whatever black does.',
    },
    {
      title: 'Can you do it?',
      paragraphs: [
        'A won start is not a won game. Often a single move wins, and all others give it away. Here is such a moment, with four moves of each side made. Can you find the move?',
      ],
      board: 'only',
      caption: 'Black is to move. Exactly one move wins.',
    },
    {
      title: 'Fair starts exist',
      paragraphs: [
        'We looked at thousands of layouts and kept those that are proved to be even: {fair} draws, and {only} in which just one move wins. Choose Balanced start when you set up a match, and you begin with one of them – mirrored, so that nobody can learn them by heart.',
      ],
      board: 'draw',
      caption: 'A proved draw: red is to move, and with best play nobody wins.',
    },
    {
      title: 'Do not believe us',
      paragraphs: [
        'For any solved start the program can write a proof: an answer to every move of the other side. Two short checkers, in two languages, walk through all of it with nothing but the rules. You can read them in an evening.',
      ],
    },
  ],
};
export default article;
