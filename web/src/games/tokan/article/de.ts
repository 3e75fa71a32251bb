import type { ArticleText } from '../../game';

const article: ArticleText = {
  title: 'Ist TOKAN gerecht?',
  lead: 'Dreißig Plättchen werden zufällig ausgelegt, und jemand zieht zuerst. Ist das Spiel damit entschieden? Wir können es sagen, denn Computer können manche dieser Spiele auf jede mögliche Weise zu Ende spielen.',
  sections: [
    {
      title: 'Wer anfängt, hat fast alles',
      paragraphs: [
        'Von {solved} zufälligen Anfängen, die bisher gelöst sind, gewinnt die Seite am Zug {wins}, {draws} enden unentschieden und {losses} verliert sie – wenn beide perfekt spielen. {open} weitere waren zu schwer; unter ihnen werden mehr sein, die nicht gewonnen sind.',
        'Spielt also die Revanche: denselben Anfang noch einmal, mit vertauschten Farben. Sie ist die gerechteste Regel in der Schachtel.',
      ],
      board: 'won',
      caption: 'Einer der gelösten Anfänge: Rot zieht zuerst und kann gewinnen, was Schwarz auch tut.',
    },
    {
      title: 'Schaffst du es?',
      paragraphs: [
        'Ein gewonnener Anfang ist noch kein gewonnenes Spiel. Oft gewinnt ein einziger Zug, und alle anderen vergeben den Sieg. Hier ist so ein Moment, je vier Züge sind gemacht. Findest du den Zug?',
      ],
      board: 'only',
      caption: 'Schwarz ist am Zug. Genau ein Zug gewinnt.',
    },
    {
      title: 'Es gibt gerechte Anfänge',
      paragraphs: [
        'Wir haben Tausende Auslagen angesehen und die behalten, die bewiesen ausgeglichen sind: {fair}-mal unentschieden und {only}, bei denen nur ein Zug gewinnt. Wähle Ausgeglichener Anfang, wenn du ein Spiel anlegst, und es beginnt mit einem davon – gespiegelt, damit niemand sie auswendig lernt.',
      ],
      board: 'draw',
      caption: 'Bewiesen unentschieden: Rot ist am Zug, und bei bestem Spiel gewinnt niemand.',
    },
    {
      title: 'Glaubt uns nichts',
      paragraphs: [
        'Zu jedem gelösten Anfang kann das Programm einen Beweis schreiben: eine Antwort auf jeden Zug der anderen Seite. Zwei kurze Prüfer, in zwei Sprachen, gehen ihn ganz durch und kennen nur die Regeln. Du kannst sie an einem Abend lesen.',
      ],
    },
  ],
};
export default article;
