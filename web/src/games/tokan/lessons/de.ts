import type { LessonTexts } from '../../../lessons/lessons';

const texts: LessonTexts = {
  run: {
    title: 'Drei Tiere',
    steps: [
      [
        'Du spielst Rot. Die Maus auf a3 läuft genau ein Feld. Tipp sie an, dann den Stein daneben, und bestätige.',
        'Die Maus ist auf den Stein geklettert: ein Turm aus zweien. Er gehört dir, denn dein Tier sitzt oben.',
      ],
      [
        'Ein Schakal läuft genau zwei Felder geradeaus. Lauf von f1 nach d1.',
        'Was dazwischen steht, ist egal, solange dort etwas steht.',
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
        'Auf den Turm aus zweien: Jetzt steht sie auf Ebene drei. Einzelsteine waren zu niedrig.',
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
        'Er ließ ein Loch zurück, und die zwei Steine dahinter sind nachgerückt. So liegt die Lücke nun am Rand, auf a2.',
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
        'Ein Turm aus vieren! Was mitkommt, bleibt in seiner Reihenfolge.',
      ],
      [
        'Ein Löwe darf einen oder zwei mitnehmen. Der auf c2 steht auf Ebene drei und kommt allein nicht höher. Finde einen Weg.',
        'Mit zweien unter sich steht er selbst auf einem Einzelstein auf Ebene vier.',
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
      ['e3 ist wieder frei. Hol ihn dir mit der Maus auf d3!', 'Jetzt gehört der Turm aus dreien dir.'],
    ],
  },
  end: {
    title: 'Das Ende',
    steps: [
      [
        'Wer am Zug ist und nicht ziehen kann, beendet das Spiel. Dann zählt jeder Turm ab zwei Steinen seine Höhe für den, dem er gehört. Du liegst 8 zu 11 zurück. Ein Zug gewinnt!',
        'Schwarz kann nicht mehr ziehen, und aus dem Turm aus vieren ist dein Turm aus fünfen geworden: 13 zu 7. Du kannst TOKAN!',
      ],
    ],
  },
};
export default texts;
