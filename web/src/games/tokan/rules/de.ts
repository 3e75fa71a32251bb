import type { RulesText } from '../../../rules/short';

const rules: RulesText = {
  aim: 'Zieh deine Tiere auf andere und baue Türme. Das Spiel ist aus, wenn jemand dran ist und nicht mehr ziehen kann. Dann bringt dir jeder Turm, auf dem dein Tier sitzt, so viele Punkte, wie er hoch ist.',
  sections: [
    {
      title: 'Ziehen',
      lines: [
        'Zieh ein Tier deiner Farbe, das obenauf sitzt. Eine Maus läuft genau ein Feld, ein Schakal zwei, ein Löwe drei, gerade in einer Reihe oder Spalte.',
        'Es landet auf einem Stein oder Turm beliebiger Farbe, nie auf einer Lücke, und dazwischen darf keine Lücke sein.',
        'Es muss mindestens eine Ebene höher ankommen, als es losgelaufen ist.',
      ],
    },
    {
      title: 'Mitnehmen',
      lines: [
        'Ein Schakal darf den Stein direkt unter sich mitnehmen, ein Löwe einen oder zwei. Ihre Reihenfolge bleibt.',
        'Du musst niemanden mitnehmen, außer es geht nicht anders.',
      ],
    },
    {
      title: 'Tabu',
      lines: [
        'Auf den Turm, auf den gerade gezogen wurde, darfst du nicht ziehen. Er ist durchkreuzt und nach einem Zug wieder frei.',
      ],
    },
    {
      title: 'Nachrücken',
      lines: [
        'Ist das Ausgangsfeld leer, rücken die Türme direkt dahinter ein Feld nach. Steht nichts dahinter, bleibt die Lücke.',
      ],
    },
    {
      title: 'Wertung',
      lines: [
        'Türme: Jeder Turm ab zwei Steinen bringt der Farbe obenauf so viele Punkte, wie er hoch ist.',
        'Jeder Kopf zählt: Jedes Tier obenauf bringt seine Reichweite: 1, 2 oder 3. Bei Gleichstand entscheiden die höchsten Türme.',
        'Revanche: Spielt denselben Anfang noch einmal mit getauschten Farben.',
      ],
    },
    {
      title: 'Weniger Zufall',
      lines: [
        'Zehn Steine werden als zwei Spalten ausgelegt. Die anderen legt ihr abwechselnd daneben, höchstens sechs Spalten breit und fünf Reihen hoch. Dann beginnt das Spiel.',
      ],
    },
  ],
  credit: 'TOKAN ist ein Spiel von Steffen Mühlhäuser.',
};
export default rules;
