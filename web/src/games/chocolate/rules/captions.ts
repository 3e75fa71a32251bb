/** What the figures of the rules of the chocolate games show, for everybody to read and for those who cannot see them. */
import type { Language } from '../../../i18n/i18n.svelte';

export const CAPTIONS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    C14: 'The dashed card below fits: two contacts, one of them dark to dark. The crossed one touches a single piece.',
    C19: 'A card with a smartie in the second tier, on pieces of four cards.',
    C29: 'An area of eight dark pieces, as seen from above.',
    Y10: 'The card with the smartie is secured: nobody may cover it.',
    Y22: 'The outlined milk chocolate is neutral: seven pieces, six contacts with white, eight with dark.',
  },
  de: {
    C14: 'Die gestrichelte Karte unten passt: zwei Kontakte, davon einer Schwarz an Schwarz. Die durchkreuzte berührt nur ein Stückchen.',
    C19: 'Eine Karte mit Smartie in der zweiten Ebene, auf Stückchen von vier Karten.',
    C29: 'Ein Gebiet aus acht schwarzen Stückchen, von oben gesehen.',
    Y10: 'Die Karte mit dem Smartie ist gesichert: Niemand darf sie überdecken.',
    Y22: 'Die umrandete Vollmilch ist neutral: sieben Stückchen, sechs Kontakte mit Weiß, acht mit Schwarz.',
  },
  fr: {
    C14: 'La carte en pointillés va : deux contacts, dont un noir contre noir. Celle qui est barrée ne touche qu’un carré.',
    C19: 'Une carte avec un Smartie au deuxième niveau, sur des carrés de quatre cartes.',
    C29: 'Une zone de huit carrés noirs, vue d’en haut.',
    Y10: 'La carte avec le Smartie est en sûreté : personne ne peut la recouvrir.',
    Y22: 'Le chocolat au lait entouré est neutre : sept carrés, six contacts avec le blanc, huit avec le noir.',
  },
  es: {
    C14: 'La carta punteada encaja: dos contactos, uno de ellos negro con negro. La tachada solo toca una tableta.',
    C19: 'Una carta con smartie en la segunda capa, sobre tabletas de cuatro cartas.',
    C29: 'Un área de ocho tabletas negras, vista desde arriba.',
    Y10: 'La carta con el smartie está asegurada: nadie puede cubrirla.',
    Y22: 'El chocolate con leche rodeado es neutral: siete tabletas, seis contactos con el blanco, ocho con el negro.',
  },
};
