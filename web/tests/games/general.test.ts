import { beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../src/games/catalogue.svelte';
import { can, type SceneInput } from '../../src/games/game';
import { GeneralPlay, MOST, type GeneralSettings } from '../../src/games/general/play.svelte';
import { generalScene, imageAddress, sizeOf, type GeneralScene } from '../../src/games/general/scene';
import { pictureOf } from '../../src/games/general/picture';
import part from '../../src/games/general/table';
import { allGames, findGame } from '../../src/games/registry';
import type { GeneralTableShown, WireTable } from '../../src/tables';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><rect width="9" height="9"/></svg>';
const table: GeneralTableShown = {
  family: 'general',
  svg: SVG,
  diagram: '. .\n. .',
  seat: 0,
  points: [1, 2],
  over: false,
  winner: null,
  legal: ['a1a2', 'a1b1', 'b1b2'],
};
const input: SceneInput = {
  options: {},
  sides: [0, 1],
  moves: ['c1c2'],
  viewer: 0,
  seatInfo: (seat) => ({ name: `P${seat}` }),
  over: false,
};

describe('a scene of the general board', () => {
  it('has the moves of the viewer and nobody else’s', () => {
    expect(generalScene(input, table)).toMatchObject({
      turn: 0,
      legal: table.legal,
      last: 'c1c2',
      ply: 1,
      points: [1, 2],
    });
    expect(generalScene({ ...input, viewer: 1 }, table).legal).toBeNull();
    expect(generalScene({ ...input, viewer: null }, table).legal).toBeNull();
  });

  it('has no moves once the match is over, however it ended', () => {
    expect(generalScene({ ...input, over: true, winner: 1 }, table)).toMatchObject({
      turn: null,
      legal: null,
      winner: 1,
    });
    expect(generalScene(input, { ...table, over: true, winner: 0 })).toMatchObject({
      turn: null,
      legal: null,
      winner: 0,
    });
    expect(part.mayMove(generalScene({ ...input, over: true }, table))).toBe(false);
  });

  it('names the seats when they are drawn', () => {
    const names = ['Ann', 'Bo'];
    const scene = generalScene({ ...input, seatInfo: (seat) => ({ name: names[seat] ?? '' }) }, table);
    names[1] = 'Cy';
    expect(scene.seats.map(({ name }) => name)).toEqual(['Ann', 'Cy']);
  });
});

describe('a drawing', () => {
  it('says how large it is', () => {
    expect(sizeOf(SVG)).toEqual({ width: 200, height: 100 });
    expect(sizeOf('<svg width="30" height="40">')).toEqual({ width: 30, height: 40 });
    expect(sizeOf('nonsense')).toEqual({ width: 400, height: 400 });
  });

  it('is shown as an image, so that nothing in it can break out', () => {
    const address = imageAddress('<svg><script>alert("1")</script></svg>');
    expect(address).toMatch(/^data:image\/svg\+xml/);
    expect(address).not.toMatch(/[<>"]/);
  });

  it('is kept as a picture of a handy size', () => {
    expect(pictureOf(table)).toMatchObject({ width: 450, height: 225, svg: SVG });
  });
});

describe('choosing a move', () => {
  function choosing(settings: Partial<GeneralSettings> = {}, scene: GeneralScene = generalScene(input, table)) {
    const turns: string[] = [];
    const all: GeneralSettings = {
      t: (key) => key,
      confirm: true,
      preview: undefined,
      onTurn: (text) => turns.push(text),
      ...settings,
    };
    return { play: new GeneralPlay(scene, () => all), turns };
  }

  it('waits for a last word where that is wished', () => {
    const { play, turns } = choosing();
    play.choose('a1b1');
    expect([play.chosen, turns]).toEqual(['a1b1', []]);
    play.confirm();
    expect(turns).toEqual(['a1b1']);
    play.confirm();
    expect(turns).toEqual(['a1b1']);
  });

  it('plays at once elsewhere', () => {
    const { play, turns } = choosing({ confirm: false });
    play.choose('a1b1');
    expect(turns).toEqual(['a1b1']);
  });

  it('knows no move that is not legal', () => {
    const { play, turns } = choosing({ confirm: false });
    play.choose('z9z9');
    play.look('z9z9');
    expect([play.chosen, turns]).toEqual([null, []]);
  });

  it('goes through the list in both directions, and round', () => {
    const { play } = choosing();
    const seen: (string | null)[] = [];
    for (const by of [1, 1, 1, 1, -1, -1]) {
      play.step(by);
      seen.push(play.chosen);
    }
    expect(seen).toEqual(['a1a2', 'a1b1', 'b1b2', 'a1a2', 'b1b2', 'a1b1']);
  });

  it('finds moves by a part of their text, and lets go of one that is not among them', () => {
    const { play } = choosing();
    play.look('b1b2');
    play.search(' A1 ');
    expect(play.listed).toEqual(['a1a2', 'a1b1']);
    expect(play.chosen).toBeNull();
    play.search('nothing');
    play.step(1);
    expect([play.listed, play.chosen]).toEqual([[], null]);
  });

  it('lists no more than can be read at once, and finds the others', () => {
    const legal = Array.from({ length: MOST + 50 }, (_, index) => `m${index}`);
    const { play } = choosing({}, generalScene(input, { ...table, legal }));
    expect([play.listed.length, play.found.length]).toEqual([MOST, MOST + 50]);
    play.search('m249');
    expect(play.listed).toEqual(['m249']);
  });

  it('shows what the move that is looked at leads to, never another', async () => {
    const answers = new Map<string, (table: WireTable) => void>();
    const preview = (move: string): Promise<WireTable> => new Promise((resolve) => answers.set(move, resolve));
    const { play } = choosing({ preview });
    play.look('a1a2');
    play.look('a1b1');
    answers.get('a1a2')?.({ ...table, svg: 'first' });
    await Promise.resolve();
    expect(play.previewed).toBeNull();
    answers.get('a1b1')?.({ ...table, svg: 'second' });
    await vi.waitFor(() => expect(play.previewed).toBe('second'));
    play.clear();
    expect(play.previewed).toBeNull();
  });

  it('tells what is chosen, once each, and that nothing is any more only where something was', () => {
    const onSelect = vi.fn();
    const onCue = vi.fn();
    const { play, turns } = choosing({ onSelect, onCue });
    play.clear();
    expect(onSelect).not.toHaveBeenCalled();
    play.look('a1b1');
    play.look('a1b1');
    play.clear();
    play.clear();
    expect(onSelect.mock.calls).toEqual([['a1b1'], [null]]);
    play.choose('b1b2');
    play.confirm();
    // What was sent cannot be put back, nor sent twice.
    play.clear();
    play.confirm();
    expect([play.chosen, play.sent, turns]).toEqual(['b1b2', 'b1b2', ['b1b2']]);
    expect(onSelect.mock.calls).toEqual([['a1b1'], [null], ['b1b2']]);
    expect(onCue.mock.calls).toEqual([['pick'], ['pick'], ['place']]);
  });

  it('gets a refused move back, and keeps a choice that is still legal in the next scene', async () => {
    const { play } = choosing({ onTurn: () => Promise.resolve(false) });
    play.choose('a1b1');
    play.confirm();
    expect(play.legal).toEqual([]);
    await vi.waitFor(() => expect(play.sent).toBeNull());
    expect(play.chosen).toBe('a1b1');
    play.update(generalScene(input, { ...table, legal: ['a1b1'] }));
    expect(play.chosen).toBe('a1b1');
    play.update(generalScene(input, { ...table, legal: ['b1b2'] }));
    expect(play.chosen).toBeNull();
  });
});

describe('a game that is in the list of the server and has no folder here', () => {
  beforeAll(async () => {
    const cram = {
      name: 'cram',
      title: 'Cram',
      rules_version: 1,
      options: [],
      presets: {},
      seats: 2,
      revanche: false,
      family: 'general',
      abilities: ['revanche'],
    };
    const tokan = { ...cram, name: 'tokan', title: 'Another title' };
    vi.stubGlobal(
      'fetch',
      async () => new Response(JSON.stringify({ games: [cram, tokan], levels: [1], engines: [] })),
    );
    await catalogue.refresh();
  });

  it('comes after our own, with its title, and is played on the general board', async () => {
    expect(allGames().map(({ title }) => title)).toEqual(['TOKAN', 'Scho K.O.', 'Schokoly', 'Cram']);
    expect(await findGame('cram')?.loadTable()).toBe(part);
  });

  it('can do what the server says', () => {
    const cram = findGame('cram');
    expect(cram && [can(cram, 'revanche'), can(cram, 'hands')]).toEqual([true, false]);
    expect(cram?.course).toBeUndefined();
    expect(cram?.editor).toBeUndefined();
  });
});
