/** The turn a player is putting together: which card, how turned, where, with which smartie and colour. */
import { keyOf } from '../../../boards/geometry/outline';
import { answered } from '../../../boards/sending';
import type { Translate } from '../../../boards/texts';
import type { BoardEvents, Explain } from '../../../boards/types';
import type { ChocolateLegal, ChocolateScene, Colour, LyingCard, Places } from '../types';
import { hasPrintedSmartie, turned, upright } from './cards';
import { preview, seen, tierAt } from './sight';
import type { Preview, Sight } from './sight';
import { aimed, chancesOf, looksFrom, spends, spotsOf, turnText } from './turns';
import type { Chance, Ghost, SmartieAim, Spot } from './turns';
import { cardInWords, ghostInWords } from './words';

export interface PlaySettings extends BoardEvents {
  readonly t: Translate;
  readonly explain: Explain | undefined;
  /** Whether a turn waits for a last word after its card was put down. */
  readonly confirm: boolean;
}

export class Play {
  scene: ChocolateScene = $state.raw() as ChocolateScene;
  /** The cards of the hand as they are turned. */
  looks: readonly string[] = $state.raw([]);
  picked: number | null = $state(null);
  ghost: Ghost | null = $state.raw(null);
  laid: Spot | null = $state.raw(null);
  smartie: SmartieAim = $state.raw(null);
  /** Whether a smartie was taken up and is looking for a card. */
  armed = $state(false);
  colour: Colour | null = $state(null);
  /** What is said to the player for a moment. */
  notice: string | null = $state(null);
  /** The turn that was handed on and has not come back yet. */
  sent: string | null = $state(null);
  /** The cards that came with the last scene. */
  fresh: readonly LyingCard[] = $state.raw([]);
  readonly #settings: () => PlaySettings;
  #question = 0;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(scene: ChocolateScene, settings: () => PlaySettings) {
    this.#settings = settings;
    this.scene = scene;
    this.looks = scene.hand;
  }

  // What follows from the scene

  readonly legal: ChocolateLegal | null = $derived(this.sent ? null : this.scene.legal);
  readonly sight: Sight = $derived(seen(this.scene.cards));
  readonly look: string | null = $derived(this.picked === null ? null : (this.looks[this.picked] ?? null));
  readonly places: Places | undefined = $derived(this.look ? this.legal?.places[upright(this.look)] : undefined);
  /** Where the picked card may lie as it is turned. */
  readonly spots: ReadonlyMap<string, Spot> = $derived(this.look ? spotsOf(this.places, this.look) : new Map());
  readonly #chances: readonly Chance[] = $derived(this.look ? chancesOf(this.places, this.look) : []);
  /** Where it may lie only if it is turned. */
  readonly otherSpots: ReadonlyMap<string, Spot> = $derived.by(() => {
    const others = new Map<string, Spot>();
    for (const { spots } of this.#chances.slice(1)) {
      for (const spot of spots) {
        const key = keyOf(spot.x, spot.y);
        if (!this.spots.has(key)) others.set(key, spot);
      }
    }
    return others;
  });
  readonly preview: Preview | null = $derived.by(() => {
    const ghost = this.laid && this.look ? { ...this.laid, look: this.look } : this.ghost;
    return ghost ? preview(this.sight, ghost.look, ghost.x, ghost.y) : null;
  });
  readonly supply: number = $derived(
    this.scene.viewer === null ? 0 : (this.scene.seats[this.scene.viewer]?.smarties ?? 0),
  );
  readonly left: number = $derived(
    this.supply - (this.look && spends(this.look, this.laid?.tier ?? null, this.smartie) ? 1 : 0),
  );
  readonly targets: ReadonlySet<string> = $derived(new Set((this.legal?.targets ?? []).map(([x, y]) => keyOf(x, y))));
  readonly needsColour: boolean = $derived(this.legal?.announce != null && this.colour === null);
  readonly canUndo: boolean = $derived(!this.sent && (this.picked !== null || this.smartie !== null || this.armed));
  readonly canConfirm: boolean = $derived(this.legal !== null && this.laid !== null && !this.needsColour);

  /** Takes the next scene; a turn in the making goes on as long as it is still possible. */
  update(scene: ChocolateScene): void {
    if (scene === this.scene) return;
    const before = new Set(this.scene.cards.map(cardKey));
    const own = this.laid;
    this.fresh = scene.cards.filter(
      (card) => !before.has(cardKey(card)) && !(own && own.x === card.x && own.y === card.y && own.tier === card.tier),
    );
    const card = this.look;
    const looks = [...this.looks];
    this.scene = scene;
    this.sent = null;
    this.looks = scene.hand.map((held) => {
      const index = looks.findIndex((look) => upright(look) === held);
      return index < 0 ? held : (looks.splice(index, 1)[0] as string);
    });
    const stays = card !== null && scene.legal !== null && this.looks[this.picked ?? -1] === card;
    if (!stays || (this.laid && !this.spots.has(keyOf(this.laid.x, this.laid.y)))) this.clear();
  }

  clear(): void {
    if (this.picked !== null) this.#settings().onSelect?.(null);
    this.picked = null;
    this.ghost = null;
    this.laid = null;
    this.smartie = null;
    this.armed = false;
    this.colour = null;
  }

  // The card

  pick(index: number): void {
    if (this.sent || !this.looks[index]) return;
    if (this.picked === index && !this.laid) return;
    this.notice = null;
    const smartie = this.smartie === 'self' || this.laid ? null : this.smartie;
    this.picked = index;
    this.laid = null;
    this.ghost = null;
    this.smartie = smartie;
    this.#cue('pick');
    const look = this.looks[index];
    this.#settings().onSelect?.(look);
    const count = this.spots.size + this.otherSpots.size;
    this.say(this.t('chocolate.picked', { card: cardInWords(this.t, look), n: count }), false);
  }

  unpick(): void {
    this.picked = null;
    this.ghost = null;
    this.laid = null;
    if (this.smartie === 'self') this.smartie = null;
    this.#settings().onSelect?.(null);
  }

  /** Turns the picked card; one that was put down turns to the next way in which it fits there. */
  turn(quarters = 1): void {
    if (this.picked === null || !this.look || this.sent) return;
    if (!this.laid) {
      this.#setLook(turned(this.look, quarters));
      if (this.ghost) this.aimCell(this.ghost.x, this.ghost.y);
      this.#cue('turn');
      return;
    }
    const { x, y } = this.laid;
    const looks = looksFrom(this.places, this.look);
    if (quarters < 0) looks.splice(1, looks.length, ...looks.slice(1).reverse());
    const next = looks.slice(1).find((look) => spotsOf(this.places, look).has(keyOf(x, y)));
    if (!next) {
      this.refuse(this.t('chocolate.onlyLook'));
      return;
    }
    this.#setLook(next);
    this.#cue('turn');
  }

  #setLook(look: string): void {
    this.looks = this.looks.map((old, index) => (index === this.picked ? look : old));
  }

  /** Holds the card over the field with its top-left corner at a point given in cells. */
  aim(x: number, y: number, reach = 1): void {
    if (!this.look || this.laid || this.sent) return;
    this.#point(aimed(this.#chances, this.look, x, y, reach, (cx, cy) => tierAt(this.sight, cx, cy)));
  }

  /** Holds the card over exactly this place. */
  aimCell(x: number, y: number): void {
    if (!this.look || this.laid || this.sent) return;
    this.#point(aimed(this.#chances, this.look, x, y, 0.01, (cx, cy) => tierAt(this.sight, cx, cy)));
  }

  #point(next: Ghost): void {
    const old = this.ghost;
    if (old && old.x === next.x && old.y === next.y && old.look === next.look && old.state === next.state) return;
    this.ghost = next;
    this.#question++;
  }

  unaim(): void {
    this.ghost = null;
  }

  /** Says what the card would do where it is held; an illegal place is explained. */
  async describeAim(): Promise<void> {
    const ghost = this.ghost;
    if (!ghost || !this.preview) return;
    if (ghost.state !== 'illegal') this.say(ghostInWords(this.t, ghost, this.preview), false);
    else await this.#why(ghost);
  }

  async #why(ghost: Ghost): Promise<void> {
    const question = ++this.#question;
    const reason = this.legal
      ? await this.#settings().explain?.(
          turnText({ look: ghost.look, spot: ghost, smartie: null, colour: this.legal.announce?.[0] ?? null }),
        )
      : null;
    if (question === this.#question) this.say(reason ?? this.t('chocolate.illegal'), true);
  }

  /** Puts the card down where it is held; returns whether it may lie there. */
  lay(): boolean {
    const ghost = this.ghost;
    if (!ghost || this.picked === null || !this.legal) return false;
    this.notice = null;
    if (ghost.state === 'illegal') {
      this.#cue('refuse');
      void this.#why(ghost);
      return false;
    }
    this.#setLook(ghost.look);
    this.laid = { x: ghost.x, y: ghost.y, tier: ghost.tier };
    this.ghost = null;
    if (ghost.tier === 2 || hasPrintedSmartie(ghost.look)) this.smartie = null;
    this.armed = false;
    this.#cue('place');
    const said = ghost.state === 'turned' ? this.t('chocolate.turned') : null;
    this.say(
      said ?? this.t('chocolate.placed', { card: cardInWords(this.t, ghost.look), x: ghost.x, y: ghost.y }),
      said !== null,
    );
    if (!this.#settings().confirm && ghost.state === 'legal' && !this.needsColour) this.confirm();
    return true;
  }

  /** Takes the card up again from where it was put down. */
  lift(): void {
    if (!this.laid || !this.look || this.sent) return;
    this.ghost = { ...this.laid, look: this.look, state: 'legal' };
    this.laid = null;
    this.#cue('lift');
  }

  // The smartie

  /** Whether a smartie may go on the card in the hand or just put down. */
  readonly takesSmartie: boolean = $derived.by(() => {
    if (!this.legal || !this.look || this.supply === 0 || hasPrintedSmartie(this.look)) return false;
    if (this.laid) return this.laid.tier === 1 && this.legal.smartie;
    return this.legal.smartie || Object.values(this.places?.[2] ?? {}).some((cells) => cells.length > 0);
  });

  arm(): void {
    if (this.sent || !this.legal) return;
    if (this.smartie !== null) {
      this.putSmartie(null);
      return;
    }
    if (this.supply === 0) {
      this.refuse(this.t('chocolate.noSmartie'));
      return;
    }
    this.armed = !this.armed;
    if (this.armed) this.say(this.t('chocolate.smartieWhere'), true);
  }

  /** Puts the smartie on a card, or takes it back. */
  putSmartie(aim: SmartieAim): boolean {
    this.notice = null;
    this.armed = false;
    if (aim === null) {
      this.smartie = null;
      this.say(this.t('chocolate.smartieBack'), false);
      return true;
    }
    const possible =
      aim === 'self'
        ? this.takesSmartie
        : this.targets.has(keyOf(aim[0], aim[1])) && this.supply > 0 && this.laid?.tier !== 2;
    if (!possible) {
      this.refuse(this.supply === 0 ? this.t('chocolate.noSmartie') : this.t('chocolate.notTarget'));
      return false;
    }
    this.smartie = aim;
    this.#cue('smartie');
    this.say(
      aim === 'self' ? this.t('chocolate.smartieSelf') : this.t('chocolate.smartieOther', { x: aim[0], y: aim[1] }),
      false,
    );
    return true;
  }

  /** The target of a smartie dropped on a cell: the card that was put down, or one that lies there. */
  smartieAt(x: number, y: number): SmartieAim {
    const over = (place: { readonly x: number; readonly y: number }): boolean =>
      (x === place.x || x === place.x + 1) && (y === place.y || y === place.y + 1);
    if (this.laid && over(this.laid)) return 'self';
    return this.legal?.targets.find((target) => over({ x: target[0], y: target[1] })) ?? null;
  }

  // The end of a turn

  choose(colour: Colour): void {
    if (!this.legal?.announce?.includes(colour)) return;
    this.colour = colour;
    if (!this.#settings().confirm) this.confirm();
  }

  readonly text: string | null = $derived(
    this.laid && this.look
      ? turnText({ look: this.look, spot: this.laid, smartie: this.smartie, colour: this.colour })
      : null,
  );

  confirm(): void {
    if (this.canConfirm && this.text) this.send(this.text);
  }

  send(text: string): void {
    if (this.sent) return;
    this.sent = text;
    void answered(this.#settings().onTurn?.(text), (again) => {
      if (this.sent !== text) return;
      this.sent = null;
      if (again) this.clear();
    });
  }

  /** Takes back one step: the smartie that looks for a card, the card that was put down, the card that was picked. */
  undo(): void {
    if (this.sent) return;
    this.notice = null;
    if (this.armed) this.armed = false;
    else if (this.laid) {
      this.laid = null;
      this.ghost = null;
      this.colour = null;
      this.#cue('lift');
    } else if (this.picked !== null) this.unpick();
    else this.smartie = null;
  }

  // Words

  refuse(text: string): void {
    this.#cue('refuse');
    this.say(text, true);
  }

  /** Announces a text; `shown` ones are seen for a moment too. */
  say(text: string, shown: boolean): void {
    this.#settings().onAnnounce?.(text);
    if (!shown) return;
    clearTimeout(this.#noticeTimer);
    this.notice = text;
    this.#noticeTimer = setTimeout(() => (this.notice = null), 4000);
  }

  get t(): Translate {
    return this.#settings().t;
  }

  #cue(cue: Parameters<NonNullable<BoardEvents['onCue']>>[0]): void {
    this.#settings().onCue?.(cue);
  }
}

function cardKey(card: LyingCard): string {
  return `${card.tier}:${card.x},${card.y}`;
}
