import type { Rules } from './rules';

const chocolate = {
  placing: [
    'Eine Karte ist ein Quadrat aus vier Stückchen. Sie darf gedreht, aber nie gewendet werden.',
    'Leg sie so auf freie Felder, dass sie mindestens zwei Stückchen Seite an Seite berührt. Mindestens einer dieser Kontakte verbindet gleiche Sorten.',
    'Lücken dürfen entstehen, und eine Karte darf beliebig versetzt liegen.',
  ],
  stacking: [
    'Eine Karte mit Smartie darf in die zweite Ebene: auf vier Stückchen von mindestens zwei Karten, und an einer Seite stößt sie außen an ihre eigene Sorte.',
    'Eine dritte Ebene gibt es nicht, und eine Karte mit Smartie wird nie überdeckt.',
    'Es zählt nur, was von oben zu sehen ist.',
  ],
};

const rules: Rules = {
  tokan: {
    aim: 'Zieh deine Tiere auf andere und baue Türme. Kann jemand nicht mehr ziehen, zählt jeder Turm, auf dem oben dein Tier sitzt, seine Höhe für dich.',
    sections: [
      {
        title: 'Ziehen',
        lines: [
          'Zieh ein Tier deiner Farbe, das obenauf sitzt. Eine Maus läuft genau ein Feld, ein Schakal zwei, ein Löwe drei, gerade in einer Reihe oder Spalte.',
          'Es landet auf einem Stein oder Turm beliebiger Farbe, nie auf einer Lücke, und dazwischen darf keine Lücke sein.',
          'Es muss mindestens eine Ebene höher ankommen, als es losgelaufen ist.',
        ],
      },
      { title: 'Mitnehmen', lines: ['Ein Schakal darf den Stein direkt unter sich mitnehmen, ein Löwe einen oder zwei. Ihre Reihenfolge bleibt.', 'Du musst niemanden mitnehmen, außer es geht nicht anders.'] },
      { title: 'Tabu', lines: ['Auf den Turm, auf den gerade gezogen wurde, darfst du nicht ziehen. Er ist durchkreuzt und nach einem Zug wieder frei.'] },
      { title: 'Nachrücken', lines: ['Ist das Ausgangsfeld leer, rücken die Türme direkt dahinter ein Feld nach. Steht nichts dahinter, bleibt die Lücke.'] },
      {
        title: 'Wertung',
        lines: [
          'Türme: Jeder Turm ab zwei Steinen zählt seine Höhe für den, dem der oberste gehört.',
          'Jeder Kopf zählt: Jedes Tier obenauf zählt 1, 2 oder 3, seine Reichweite. Bei gleichen Punkten entscheiden die höchsten Türme.',
          'Revanche: Spielt denselben Anfang noch einmal mit getauschten Farben.',
        ],
      },
      { title: 'Weniger Zufall', lines: ['Zehn Steine werden als zwei Spalten ausgelegt. Die anderen legt ihr abwechselnd daneben, höchstens sechs Spalten breit und fünf Reihen hoch. Dann beginnt das Spiel.'] },
    ],
    credit: 'TOKAN ist ein Spiel von Steffen Mühlhäuser.',
  },
  schoko: {
    aim: 'Schwarz gegen Weiß. Es gewinnt, wer am Ende das größte zusammenhängende Gebiet seiner Sorte hat.',
    sections: [
      { title: 'Ein Zug', lines: ['Leg eine deiner vier Karten an und zieh eine neue.', 'Mit der ersten Karte wählst du deine Sorte; die andere bekommt dein Gegenüber.', 'Passt nichts, so passt du.'] },
      { title: 'Anlegen', lines: chocolate.placing },
      { title: 'Die zweite Ebene', lines: ['Zehn Karten tragen einen Smartie.', ...chocolate.stacking] },
      { title: 'Wertung', lines: ['Gezählt wird die größte Gruppe jeder Sorte. Sind sie gleich, entscheidet die zweitgrößte.'] },
    ],
    credit: 'Scho K.O. ist ein Spiel von Andreas Kuhnekath und Steffen Mühlhäuser.',
  },
  schokoly: {
    aim: 'Schwarz, Vollmilch und Weiß. Baue das größte Gebiet deiner Sorte und gewinne die neutralen, indem du sie umgibst.',
    sections: [
      { title: 'Ein Zug', lines: ['Leg eine deiner vier Karten an und zieh eine neue.', 'Mit deiner ersten Karte sagst du deine Sorte an.', 'Je Zug darfst du einen Smartie ausgeben.', 'Passt nichts, so passt du.'] },
      { title: 'Anlegen', lines: chocolate.placing },
      { title: 'Smarties', lines: ['Stapelkarte: Mit einem Smartie kommt deine Karte in die zweite Ebene.', ...chocolate.stacking, 'Sicherungskarte: Hast du eine Karte in der ersten Ebene angelegt, leg einen Smartie auf sie oder auf eine andere dort, von der noch etwas zu sehen ist. Sie wird dann nie überdeckt.'] },
      { title: 'Tauschen, zu dritt', lines: ['Vor dem Anlegen darfst du jemandem verdeckt eine Karte anbieten. Du sagst ehrlich, wie viele Stückchen seiner Sorte sie zeigt.', 'Er lehnt ab oder hält mit einer eigenen Karte dagegen und sagt, wie viele Stückchen deiner Sorte sie zeigt.', 'Du nimmst an und ihr tauscht, oder du schlägst aus.'] },
      { title: 'Wertung', lines: ['Gezählt wird die größte Gruppe deiner Sorte.', 'Zu zweit und zu viert ist die dritte Sorte neutral: Jedes Gebiet ab sechs Stückchen zählt für die Seite mit mehr Kontakten.'] },
    ],
    credit: 'Schokoly ist ein Spiel von Steffen Mühlhäuser.',
  },
};
export default rules;
