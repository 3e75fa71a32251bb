/** What the figures of the rules show, for everybody to read and for those who cannot see them. */
import type { Language } from '../i18n/i18n.svelte';

const EN = {
  T4: 'A single tile, a tower of red with two tiles, a tower of black with three.',
  T16: 'The mouse runs one space, the jackal two, the lion three.',
  T18: 'A gap lies in the way: the lion cannot run here.',
  T19: 'The mouse on level two cannot go to the single tile, but onto the tower of two.',
  T20: 'Black has just moved to the middle tower: it is taboo for the mouse.',
  T21: 'The lion takes two tiles along and ends on level four. Below: the row afterwards.',
  T23: 'The lion leaves a hole, and the two tiles behind it move up. Below: the row afterwards.',
  T26: 'Red has 2 points here, black 3; single tiles count nothing.',
  C14: 'The dashed card below fits: two contacts, one of them dark to dark. The crossed one touches a single piece.',
  C19: 'A card with a smartie in the second tier, on pieces of four cards.',
  C29: 'A group of eight dark pieces, as seen from above.',
  Y10: 'The card with the smartie is secured: nobody may cover it.',
  Y22: 'The outlined milk chocolate is neutral: seven pieces, six contacts with white, eight with dark.',
} as const;
export type Caption = keyof typeof EN;
type Captions = Readonly<Record<Caption, string>>;

const DE: Captions = {
  T4: 'Ein Einzelstein, ein roter Turm aus zwei Steinen, ein schwarzer aus dreien.',
  T16: 'Die Maus läuft ein Feld, der Schakal zwei, der Löwe drei.',
  T18: 'Im Weg liegt eine Lücke: Hier kann der Löwe nicht laufen.',
  T19: 'Die Maus auf Ebene zwei kann nicht auf den Einzelstein, aber auf den Turm aus zweien.',
  T20: 'Schwarz ist gerade auf den mittleren Turm gezogen: Er ist tabu für die Maus.',
  T21: 'Der Löwe nimmt zwei Steine mit und kommt auf Ebene vier an. Darunter: die Reihe danach.',
  T23: 'Der Löwe lässt ein Loch zurück, und die zwei Steine dahinter rücken nach. Darunter: die Reihe danach.',
  T26: 'Rot hat hier 2 Punkte, Schwarz 3; Einzelsteine zählen nichts.',
  C14: 'Die gestrichelte Karte unten passt: zwei Kontakte, davon einer Schwarz an Schwarz. Die durchkreuzte berührt nur ein Stückchen.',
  C19: 'Eine Karte mit Smartie in der zweiten Ebene, auf Stückchen von vier Karten.',
  C29: 'Eine Gruppe aus acht schwarzen Stückchen, von oben gesehen.',
  Y10: 'Die Karte mit dem Smartie ist gesichert: Niemand darf sie überdecken.',
  Y22: 'Die umrandete Vollmilch ist neutral: sieben Stückchen, sechs Kontakte mit Weiß, acht mit Schwarz.',
};

const FR: Captions = {
  T4: 'Une tuile seule, une tour rouge de deux tuiles, une tour noire de trois.',
  T16: 'La souris avance d’une case, le chacal de deux, le lion de trois.',
  T18: 'Un vide est sur le chemin : le lion ne peut pas passer.',
  T19: 'La souris au niveau deux ne peut pas aller sur la tuile seule, mais bien sur la tour de deux.',
  T20: 'Noir vient d’aller sur la tour du milieu : elle est taboue pour la souris.',
  T21: 'Le lion emmène deux tuiles et arrive au niveau quatre. Dessous : la ligne après le coup.',
  T23: 'Le lion laisse un trou, et les deux tuiles derrière lui avancent. Dessous : la ligne après le coup.',
  T26: 'Rouge a 2 points ici, noir 3 ; les tuiles seules ne comptent pas.',
  C14: 'La carte en pointillés convient : deux contacts, dont un noir contre noir. Celle qui est barrée ne touche qu’un carré.',
  C19: 'Une carte avec un Smartie au deuxième niveau, sur des carrés de quatre cartes.',
  C29: 'Un groupe de huit carrés noirs, vu d’en haut.',
  Y10: 'La carte avec le Smartie est en sûreté : personne ne peut la recouvrir.',
  Y22: 'Le chocolat au lait entouré est neutre : sept carrés, six contacts avec le blanc, huit avec le noir.',
};

const ES: Captions = {
  T4: 'Una loseta suelta, una torre roja de dos losetas, una torre negra de tres.',
  T16: 'El ratón avanza un espacio, el chacal dos, el león tres.',
  T18: 'Hay un hueco en el camino: el león no puede pasar.',
  T19: 'El ratón del nivel dos no puede ir a la loseta suelta, pero sí a la torre de dos.',
  T20: 'Negro acaba de ir a la torre del medio: es tabú para el ratón.',
  T21: 'El león lleva dos losetas y acaba en el nivel cuatro. Debajo: la fila después.',
  T23: 'El león deja un hueco, y las dos losetas de detrás avanzan. Debajo: la fila después.',
  T26: 'Rojo tiene aquí 2 puntos, negro 3; las losetas sueltas no cuentan.',
  C14: 'La carta punteada encaja: dos contactos, uno de ellos negro con negro. La tachada solo toca una tableta.',
  C19: 'Una carta con smartie en la segunda capa, sobre tabletas de cuatro cartas.',
  C29: 'Un grupo de ocho tabletas negras, visto desde arriba.',
  Y10: 'La carta con el smartie está asegurada: nadie puede cubrirla.',
  Y22: 'El chocolate con leche rodeado es neutral: siete tabletas, seis contactos con el blanco, ocho con el negro.',
};

export const CAPTIONS: Readonly<Record<Language, Captions>> = { en: EN, de: DE, fr: FR, es: ES };
