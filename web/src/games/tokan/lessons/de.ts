import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  run: {
    title: 'Drei Tiere',
    steps: [
      [
        'Du spielst Rot. Die Maus auf a3 läuft genau ein Feld. Tipp sie an, dann den Stein daneben, und bestätige.',
        'Die Maus ist auf den Stein geklettert: ein Zweierturm. Er gehört dir, denn dein Tier ist oben.',
      ],
      [
        'Ein Schakal läuft genau zwei Felder geradeaus. Lauf von f1 nach d1.',
        'Egal, was dazwischen liegt – nur keine Lücke.',
      ],
      [
        'Ein Löwe läuft genau drei. Nimm den auf f5 und lauf nach links.',
        'Eins, zwei, drei: Die Punkte auf dem Stein sagen, wie weit er läuft.',
      ],
    ],
  },
  climb: {
    title: 'Immer nach oben',
    steps: [
      [
        'Deine Maus auf b3 steht schon auf der zweiten Ebene. Sie muss höher ankommen. Wohin kann sie?',
        'Auf den Zweierturm: Jetzt steht sie auf Ebene drei. Einzelsteine waren zu niedrig.',
      ],
      [
        'Der Löwe auf a1 will laufen. Versuch es ruhig nach rechts: Da ist eine Lücke. Welcher Weg ist frei?',
        'Niemand läuft über eine Lücke, und niemand landet auf einer.',
      ],
    ],
  },
  gap: {
    title: 'Nachrücken',
    steps: [
      [
        'Lauf mit dem Löwen von c2 nach f2 und achte auf die Reihe hinter ihm.',
        'Er ließ ein Loch zurück, und die zwei Steine dahinter sind nachgerückt. Die Lücke ist jetzt am Rand, auf a2.',
      ],
      [
        'Schwarz hat gezogen. Lauf nun mit dem Schakal von b2 nach d2.',
        'Diesmal stand nichts direkt hinter ihm: Die Lücke bleibt, wo sie ist.',
      ],
    ],
  },
  carry: {
    title: 'Andere mitnehmen',
    steps: [
      [
        'Ein Schakal darf den Stein unter sich mitnehmen. Lauf von e3 nach c3 und nimm ihn mit.',
        'Ein Viererturm! Was mitkommt, bleibt in seiner Reihenfolge.',
      ],
      [
        'Ein Löwe darf einen oder zwei mitnehmen. Der auf c2 steht auf Ebene drei und kommt allein nicht höher. Finde einen Weg.',
        'Mit zwei Steinen unter sich steht er selbst auf einem Einzelstein auf Ebene vier.',
      ],
    ],
  },
  taboo: {
    title: 'Tabu',
    steps: [
      [
        'Schwarz ist gerade nach e3 gelaufen. Dieser Turm ist jetzt tabu für dich: Versuch es mit der Maus auf d3. Spiel dann lieber den Löwen von f5 nach c5.',
        'Ein Tabu gilt nur einen Zug lang.',
      ],
      ['Der Turm auf e3 ist wieder frei. Hol ihn dir mit der Maus auf d3!', 'Jetzt gehört der Dreierturm dir.'],
    ],
  },
  end: {
    title: 'Das Ende',
    steps: [
      [
        'Kann jemand nicht ziehen, ist das Spiel aus. Türme ab zwei Steinen bringen der Farbe obenauf ihre Höhe. Es steht 8 zu 11. Mit einem Zug gewinnst du!',
        'Schwarz kann nicht mehr ziehen, und aus dem Viererturm ist dein Fünferturm geworden: 13 zu 7. Du kannst TOKAN!',
      ],
    ],
  },
  heads: {
    title: 'Jeder Kopf zählt',
    steps: [
      [
        'Man kann auch anders zählen: Jedes Tier obenauf bringt seine Reichweite. Maus 1, Schakal 2, Löwe 3. Du liegst 7 zu 11 zurück. Welcher Zug gewinnt?',
        'Deine Maus sitzt jetzt auf einem schwarzen Schakal. Köpfe zählen auch auf Einzelsteinen: 10 zu 9 für dich.',
      ],
    ],
  },
  draft: {
    title: 'Weniger Zufall',
    steps: [
      [
        'Hier legt ihr das Spielfeld selbst. Zehn Steine liegen schon. Nimm einen deiner Steine und leg ihn neben einen anderen.',
        'Dann legt die andere Seite. Breiter als sechs Spalten wird das Spielfeld nie.',
      ],
      [
        'Du bist wieder dran: Leg einen Schakal.',
        'Liegen alle 30 Steine, geht es los. Wer zuerst gelegt hat, zieht zuerst.',
      ],
    ],
  },
  revanche: {
    title: 'Revanche',
    steps: [
      [
        'War der Start ungerecht? Spielt ihn noch einmal, mit getauschten Farben! Jetzt spielst du Schwarz, und Rot beginnt wie vorher. Tipp nach einer Partie auf „Revanche“.',
      ],
    ],
  },
};
export default texts;
