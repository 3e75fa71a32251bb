import { describe, expect, it } from 'vitest';
import { PERFECT } from '../../src/app/characters';
import {
  canBeRated,
  hasPerfect,
  lastSetup,
  optionInWords,
  optionsFor,
  playerCounts,
  requestFor,
  seatCount,
  type Setup,
} from '../../src/app/setup';
import { generalGame } from '../../src/games/general/game';
import schokoly from '../../src/games/schokoly/game';
import tokan from '../../src/games/tokan/game';
import type { GameInfo } from '../../src/tables';

const setup: Setup = {
  mode: 'computer',
  level: 3,
  players: 2,
  begin: 'first',
  options: {},
  clocks: {},
  ownClock: { minutes: 10, increment: 0 },
  listed: true,
  friendly: true,
  rated: false,
  names: [],
  friends: 1,
  challenge: '',
  pace: 'normal',
};
const guest = (n: number): string => `Player ${n}`;
const info = (name: string, options: GameInfo['options'], seats = 2): GameInfo => ({
  name,
  title: name,
  rules_version: 1,
  options,
  presets: {},
  seats,
  revanche: false,
  abilities: [],
  family: 'general',
  balanced: [],
});
const tokanInfo = info('tokan', [
  { name: 'scoring', choices: ['towers', 'heads'] },
  { name: 'gaps', choices: ['contiguous', 'line'] },
]);
const schokolyInfo = info('schokoly', [
  { name: 'players', choices: ['2', '3', '4'] },
  { name: 'swap', choices: ['on', 'off'], only: { players: ['3'] } },
]);

describe('a setup', () => {
  it('against the computer has one person, and is never listed', () => {
    const request = requestFor(tokan, tokanInfo, { ...setup, options: { scoring: 'heads' } }, 'Ann', guest);
    expect(request).toMatchObject({
      game: 'tokan',
      listed: false,
      draw_seats: false,
      friendly: true,
      clock: null,
      seats: [
        { kind: 'local', name: 'Ann' },
        { kind: 'computer', level: 3 },
      ],
    });
    expect(request.options).toEqual({ scoring: 'heads' });
  });

  it('has the one who thinks until it knows only where a game can be known, and never rated', () => {
    const able: GameInfo = { ...tokanInfo, abilities: ['perfect'], presets: { standard: {} } };
    const wish = { ...setup, level: PERFECT };
    expect([hasPerfect(able), hasPerfect(tokanInfo), hasPerfect(undefined)]).toEqual([true, false, false]);
    expect(requestFor(tokan, able, wish, 'Ann', guest).seats[1]).toMatchObject({ kind: 'computer', level: PERFECT });
    expect(requestFor(tokan, tokanInfo, wish, 'Ann', guest).seats[1]).toMatchObject({ kind: 'computer', level: 8 });
    const clocked: Setup = { ...setup, clocks: { computer: '5+5' } };
    expect(canBeRated(able, clocked)).toBe(true);
    expect(canBeRated(able, { ...clocked, level: PERFECT })).toBe(false);
  });

  it('says whether moves may be taken back, either way', () => {
    expect(requestFor(tokan, tokanInfo, { ...setup, friendly: true }, 'Ann', guest).friendly).toBe(true);
    expect(requestFor(tokan, tokanInfo, { ...setup, friendly: false }, 'Ann', guest).friendly).toBe(false);
  });

  it('lets the other side begin', () => {
    const kinds = (begin: Setup['begin']): string[] =>
      requestFor(tokan, tokanInfo, { ...setup, begin }, 'Ann', guest).seats.map(({ kind }) => kind);
    expect(kinds('first')).toEqual(['local', 'computer']);
    expect(kinds('second')).toEqual(['computer', 'local']);
  });

  it('draws seats by lot, but never at one screen', () => {
    const drawn = (mode: Setup['mode'], begin: Setup['begin']): boolean | undefined =>
      requestFor(tokan, tokanInfo, { ...setup, mode, begin }, 'Ann', guest).draw_seats;
    expect(drawn('computer', 'lot')).toBe(true);
    expect(drawn('computer', 'first')).toBe(false);
    expect(drawn('screen', 'lot')).toBe(false);
  });

  it('names everybody at one screen', () => {
    const request = requestFor(
      schokoly,
      schokolyInfo,
      { ...setup, mode: 'screen', players: 3, begin: 'lot', names: ['Bo', '  '] },
      'Ann',
      guest,
    );
    expect(request.seats.map(({ name }) => name)).toEqual(['Ann', 'Bo', 'Player 3']);
    expect(request.options).toEqual({ players: '3' });
  });

  it('keeps an option out where it means nothing, and in where it does', () => {
    const options = (players: number): unknown =>
      requestFor(schokoly, schokolyInfo, { ...setup, players, options: { swap: 'off' } }, 'Ann', guest).options;
    expect(options(3)).toEqual({ players: '3', swap: 'off' });
    expect(options(4)).toEqual({ players: '4' });
  });

  it('forgets what is no option or no choice any more', () => {
    const options = { scoring: 'gone', gaps: 'line', unheard: 'of' };
    expect(requestFor(tokan, tokanInfo, { ...setup, options }, 'Ann', guest).options).toEqual({ gaps: 'line' });
  });

  it('fills the seats nobody is invited to with computers', () => {
    const request = requestFor(
      schokoly,
      schokolyInfo,
      { ...setup, mode: 'friends', players: 4, friends: 2 },
      'Ann',
      guest,
    );
    expect(request.seats.map(({ kind }) => kind)).toEqual(['local', 'open', 'open', 'computer']);
    expect(request.listed).toBe(true);
  });

  it('has a clock of its own', () => {
    expect(requestFor(tokan, tokanInfo, { ...setup, clocks: { computer: '5+5' } }, 'Ann', guest).clock).toEqual({
      kind: 'live',
      seconds: 300,
      increment: 5,
    });
  });

  it('begins with the defaults where nothing was chosen', () => {
    expect(lastSetup('tokan')).toEqual({
      ...{ mode: 'computer', level: 2, players: 2, begin: 'lot', options: {}, names: [], friends: 1, challenge: '' },
      ...{ clocks: {}, ownClock: { minutes: 10, increment: 0 }, listed: false, friendly: true, rated: false },
      pace: 'normal',
    });
  });
});

describe('a game that only the server knows', () => {
  const cram = info('cram', [{ name: 'width', choices: ['4', '6'] }], 3);
  const game = generalGame(cram);

  it('has its seats and options from the server', () => {
    expect(seatCount(cram, setup)).toBe(3);
    expect(playerCounts(cram)).toEqual([]);
    // As long as nothing is known of a game it is taken for one of two.
    expect(seatCount(undefined, setup)).toBe(2);
    expect(optionsFor(cram, setup).map(({ name }) => name)).toEqual(['width']);
    const walled = info('cram', [...cram.options, { name: 'walls', choices: ['none', 'two'], only: { width: ['6'] } }]);
    const offered = (options: Setup['options']): unknown =>
      optionsFor(walled, { ...setup, options }).map(({ name }) => name);
    expect([offered({}), offered({ width: '6' })]).toEqual([['width'], ['width', 'walls']]);
    expect(requestFor(game, cram, { ...setup, options: { width: '6' } }, 'Ann', guest)).toMatchObject({
      game: 'cram',
      options: { width: '6' },
    });
  });

  it('has options that are called by their names', () => {
    expect(optionInWords('width')).toBe('width');
    expect(optionInWords('width', '6')).toBe('6');
  });
});
