import type { CourseText } from '../lessons';

const texts: CourseText = {
  tokan: {
    run: {
      title: 'Drei Tiere',
      steps: [
        ['Du spielst Rot. Die Maus auf a3 läuft genau ein Feld. Tipp sie an, dann den Stein daneben, und bestätige.', 'Die Maus ist auf den Stein geklettert: ein Turm aus zweien. Er gehört dir, denn dein Tier sitzt oben.'],
        ['Ein Schakal läuft genau zwei Felder geradeaus. Lauf von f1 nach d1.', 'Was dazwischen steht, ist egal, solange dort etwas steht.'],
        ['Ein Löwe läuft genau drei. Nimm den auf f5 und lauf nach links.', 'Eins, zwei, drei: Die Punkte auf dem Stein sagen, wie weit er läuft.'],
      ],
    },
    climb: {
      title: 'Immer nach oben',
      steps: [
        ['Deine Maus auf b3 steht schon auf der zweiten Ebene. Sie muss höher ankommen. Wohin kann sie?', 'Auf den Turm aus zweien: Jetzt steht sie auf Ebene drei. Einzelsteine waren zu niedrig.'],
        ['Der Löwe auf a1 will laufen. Versuch es ruhig nach rechts: Da ist eine Lücke. Welcher Weg ist frei?', 'Niemand läuft über eine Lücke, und niemand landet auf einer.'],
      ],
    },
    gap: {
      title: 'Nachrücken',
      steps: [
        ['Lauf mit dem Löwen von c2 nach f2 und achte auf die Reihe hinter ihm.', 'Er ließ ein Loch zurück, und die zwei Steine dahinter sind nachgerückt. So liegt die Lücke nun am Rand, auf a2.'],
        ['Schwarz hat gezogen. Lauf nun mit dem Schakal von b2 nach d2.', 'Diesmal stand nichts direkt hinter ihm: Die Lücke bleibt, wo sie ist.'],
      ],
    },
    carry: {
      title: 'Andere mitnehmen',
      steps: [
        ['Ein Schakal darf den Stein unter sich mitnehmen. Lauf von e3 nach c3 und nimm ihn mit.', 'Ein Turm aus vieren! Was mitkommt, bleibt in seiner Reihenfolge.'],
        ['Ein Löwe darf einen oder zwei mitnehmen. Der auf c2 steht auf Ebene drei und kommt allein nicht höher. Finde einen Weg.', 'Mit zweien unter sich steht er selbst auf einem Einzelstein auf Ebene vier.'],
      ],
    },
    taboo: {
      title: 'Tabu',
      steps: [
        ['Schwarz ist gerade nach e3 gelaufen. Dieser Turm ist jetzt tabu für dich: Versuch es mit der Maus auf d3. Spiel dann lieber den Löwen von f5 nach c5.', 'Ein Tabu gilt nur einen Zug lang.'],
        ['e3 ist wieder frei. Hol ihn dir mit der Maus auf d3!', 'Jetzt gehört der Turm aus dreien dir.'],
      ],
    },
    end: {
      title: 'Das Ende',
      steps: [
        ['Wer am Zug ist und nicht ziehen kann, beendet das Spiel. Dann zählt jeder Turm ab zwei Steinen seine Höhe für den, dem er gehört. Du liegst 8 zu 11 zurück. Ein Zug gewinnt!', 'Schwarz kann nicht mehr ziehen, und aus dem Turm aus vieren ist dein Turm aus fünfen geworden: 13 zu 7. Du kannst TOKAN!'],
      ],
    },
  },
  schoko: {
    first: {
      title: 'Die erste Karte',
      steps: [
        ['Nimm eine Handkarte und leg sie in die Mitte. Sag dann, welche Schokolade dir gehört: Schwarz oder Weiß.', 'Dein Gegenüber bekommt die andere. Nach jedem Zug ziehst du eine neue Karte.'],
      ],
    },
    fit: {
      title: 'Seite an Seite',
      steps: [
        ['Du bist Schwarz. Eine Karte muss mindestens zwei Stückchen Seite an Seite berühren, mindestens eines davon in der eigenen Sorte. Wo es leuchtet, passt sie: Leg eine an.', 'Ecken zählen nicht. Fragst du dich, warum ein Platz nicht geht, tipp ihn an: Du erfährst es.'],
      ],
    },
    grow: {
      title: 'Eine große Tafel',
      steps: [
        ['Am Ende zählt dein größtes zusammenhängendes Gebiet. Jetzt hat es 5 Stückchen. Mach 8 daraus! Drehen kannst du mit R, dem Knopf oder einem zweiten Tippen.', 'Acht Stückchen in einem Gebiet. Zeig auf ein Gebiet, um zu sehen, wie groß es ist.'],
        ['Einige Züge später hast du 11. Mach mindestens 14 daraus.', 'Am schnellsten wächst, was an mehreren Seiten anschließt.'],
      ],
    },
    stack: {
      title: 'Die zweite Ebene',
      steps: [
        ['Karten mit rotem Smartie dürfen auf anderen liegen: auf vier Stückchen von mindestens zwei Karten, und an einer Seite stoßen sie an ihre Sorte. Leg eine obenauf.', 'Es zählt nur, was von oben zu sehen ist. Und eine Karte mit Smartie wird nie überdeckt.'],
        ['Weiß hat ein Gebiet von 15. Zerschneide es: Leg eine Karte obenauf, sodass höchstens 8 zusammenhängen.', 'Zerschneiden ist so gut wie wachsen.'],
      ],
    },
    end: {
      title: 'Die letzte Karte',
      steps: [
        ['Diesmal bist du Weiß, und es ist die allerletzte Karte. Es steht 24 zu 24. Gewinne!', 'Das größere Gebiet gewinnt. Wären sie gleich, entschiede das zweitgrößte. Du kannst Scho K.O.!'],
      ],
    },
  },
  schokoly: {
    colours: {
      title: 'Drei Sorten',
      steps: [
        ['Schwarz, Vollmilch und Weiß. Leg eine Karte in die Mitte und wähle deine Sorte.', 'Zu zweit wählt dein Gegenüber aus den beiden übrigen. Die dritte Sorte ist neutral; wozu, siehst du noch.'],
      ],
    },
    secure: {
      title: 'Sichern',
      steps: [
        ['Du bist Schwarz. Angelegt wird wie bei Scho K.O.: zwei Stückchen berühren, eines davon in derselben Sorte. Leg eine Karte an und einen Smartie darauf oder auf eine andere.', 'Eine Karte mit Smartie wird nie überdeckt. Du hast sechs Smarties und darfst je Zug einen ausgeben.'],
      ],
    },
    stack: {
      title: 'Stapelkarten',
      steps: [
        ['Ein Smartie hebt eine Karte auch in die zweite Ebene. Leg eine obenauf, auf Stückchen von mindestens zwei Karten, sodass dein Gebiet mindestens 10 Stückchen hat.', 'Was darunter liegt, zählt nicht mehr. Der Smartie bleibt darauf, also überdeckt sie niemand.'],
      ],
    },
    neutral: {
      title: 'Neutrale Gebiete',
      steps: [
        ['Vollmilch ist hier neutral. Ein Gebiet ab sechs neutralen Stückchen zählt für die Seite, die es an mehr Seiten berührt. Lass eines auf sechs wachsen, mit mehr Schwarz als Weiß darum.', 'Diese Stückchen kommen zu deinen Punkten dazu. Die Zahl auf dem Gebiet nennt die Kontakte beider.'],
      ],
    },
    swap: {
      title: 'Tauschen, zu dritt',
      steps: [
        ['Zu dritt ist nichts neutral, aber ihr dürft tauschen. Spieler 2 hat Vollmilch: Tipp auf die Pfeile und biete deine Karte mit drei Stückchen Vollmilch an.', 'Du hast „3 Vollmilch“ gesagt: Mehr erfährt dein Gegenüber nicht, und es ist immer wahr.'],
        ['Spieler 2 hält mit einer Karte dagegen, die drei schwarze Stückchen zeigt. Nimm sie!', 'Jetzt wechseln die beiden Karten die Hände.'],
        ['Leg eine Karte so an, dass dein Gebiet mindestens 11 Stückchen hat.', 'Ein guter Tausch hilft beiden, und der Dritte muss zusehen.'],
      ],
    },
    teams: {
      title: 'Zu viert',
      steps: [['Zu viert teilst du dir die Sorte mit deinem Partner gegenüber, aber nicht die Handkarten. Sonst ist alles wie zu zweit. Du kannst Schokoly!']],
    },
  },
};
export default texts;
