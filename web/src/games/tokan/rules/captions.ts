/** What the figures of the rules of TOKAN show, for everybody to read and for those who cannot see them. */
import type { Language } from '../../../i18n/i18n.svelte';

export const CAPTIONS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    T4: 'A single tile, a tower of red with two tiles, a tower of black with three.',
    T16: 'The mouse runs one space, the jackal two, the lion three.',
    T18: 'A gap lies in the way: the lion cannot run here.',
    T19: 'The mouse on level two cannot go to the single tile, but onto the tower of two.',
    T20: 'Black has just moved to the middle tower: it is taboo for the mouse.',
    T21: 'The lion takes two tiles along and ends on level four. Below: the row afterwards.',
    T23: 'The lion leaves a hole, and the two tiles behind it move up. Below: the row afterwards.',
    T26: 'Red has 2 points here, black 3; single tiles count nothing.',
  },
  de: {
    T4: 'Ein Einzelstein, ein roter Turm aus zwei Steinen, ein schwarzer aus dreien.',
    T16: 'Die Maus läuft ein Feld, der Schakal zwei, der Löwe drei.',
    T18: 'Im Weg liegt eine Lücke: Hier kann der Löwe nicht laufen.',
    T19: 'Die Maus auf Ebene zwei kann nicht auf den Einzelstein, aber auf den Turm aus zweien.',
    T20: 'Schwarz ist gerade auf den mittleren Turm gezogen: Er ist tabu für die Maus.',
    T21: 'Der Löwe nimmt zwei Steine mit und kommt auf Ebene vier an. Darunter: die Reihe danach.',
    T23: 'Der Löwe lässt ein Loch zurück, und die zwei Steine dahinter rücken nach. Darunter: die Reihe danach.',
    T26: 'Rot hat hier 2 Punkte, Schwarz 3; Einzelsteine zählen nichts.',
  },
  fr: {
    T4: 'Une tuile seule, une tour rouge de deux tuiles, une tour noire de trois.',
    T16: 'La souris avance d’une case, le chacal de deux, le lion de trois.',
    T18: 'Un vide est sur le chemin : le lion ne peut pas passer.',
    T19: 'La souris au niveau deux ne peut pas aller sur la tuile seule, mais bien sur la tour de deux.',
    T20: 'Noir vient d’aller sur la tour du milieu : elle est taboue pour la souris.',
    T21: 'Le lion emmène deux tuiles et arrive au niveau quatre. Dessous : la ligne après le coup.',
    T23: 'Le lion laisse un trou, et les deux tuiles derrière lui avancent. Dessous : la ligne après le coup.',
    T26: 'Rouge a 2 points ici, noir 3 ; les tuiles seules ne comptent pas.',
  },
  es: {
    T4: 'Una loseta suelta, una torre roja de dos losetas, una torre negra de tres.',
    T16: 'El ratón avanza un espacio, el chacal dos, el león tres.',
    T18: 'Hay un hueco en el camino: el león no puede pasar.',
    T19: 'El ratón del nivel dos no puede ir a la loseta suelta, pero sí a la torre de dos.',
    T20: 'Negro acaba de ir a la torre del medio: es tabú para el ratón.',
    T21: 'El león lleva dos losetas y acaba en el nivel cuatro. Debajo: la fila después.',
    T23: 'El león deja un hueco, y las dos losetas de detrás avanzan. Debajo: la fila después.',
    T26: 'Rojo tiene aquí 2 puntos, negro 3; las losetas sueltas no cuentan.',
  },
};
