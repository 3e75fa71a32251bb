import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const games = readdirSync(new URL('src/games', import.meta.url), { withFileTypes: true });
/** What all games share; the folder of a game is known to the registry alone. */
const ALL_GAMES = games.filter((entry) => entry.isFile()).map(({ name }) => `games/${name}`);

/** What the server tells, as types, and how it is read. */
const TOLD = ['wire.ts', 'tables.ts', 'options.ts'];
/** What a folder of `src` may import of ours; docs/web.md tells why. Everything may import itself. */
const MAY_IMPORT = {
  art: [],
  boards: ['art'],
  i18n: ['boards/texts.ts'],
  engine: ['net/refusal.ts', ...TOLD],
  // What goes from here to the server goes there without the page.
  host: ['engine', 'net/refusal.ts', 'net/server.ts', ...TOLD],
  // The page speaks to the host by messages, and looks at what is kept; the host's work stays in its worker.
  net: ['engine', 'host/contract.ts', 'host/names.ts', 'host/store.ts', ...TOLD],
  app: ['art', 'boards', 'host/names.ts', 'i18n', 'net', ...TOLD, ...ALL_GAMES],
  rules: ['boards', 'i18n', ...ALL_GAMES],
  // A course may be written as a study.
  lessons: ['app', 'boards', 'engine/records.ts', 'i18n', 'net', 'study/tree', ...TOLD, ...ALL_GAMES],
  puzzles: ['app', 'boards', 'i18n', 'net', ...TOLD, ...ALL_GAMES],
  // Records are text: the tree of a study is read and written without the engine.
  study: ['app', 'boards', 'engine/records.ts', 'i18n', 'net', ...TOLD, ...ALL_GAMES],
  pages: [
    'app',
    'boards',
    'host/names.ts',
    'i18n',
    'lessons',
    'net',
    'puzzles',
    'rules',
    'study',
    ...TOLD,
    ...ALL_GAMES,
  ],
};
/** What the two chocolate games share. */
const SHARED_GAMES = { schoko: ['chocolate'], schokoly: ['chocolate'] };
const FOR_GAMES = ['app', 'art', 'boards', 'i18n', 'lessons', 'net', 'rules', 'study', ...TOLD];

const zone = (target, allowed, message) => ({
  target: `./src/${target}`,
  from: './src',
  except: allowed.map((path) => `./${path}`),
  message,
});
const zones = [
  ...Object.entries(MAY_IMPORT).map(([folder, allowed]) =>
    zone(folder, [folder, ...allowed], `${folder} may not import this`),
  ),
  // A game knows what all games share, and no other game.
  ...games
    .filter((entry) => entry.isDirectory())
    .map(({ name: game }) =>
      zone(
        `games/${game}`,
        [...FOR_GAMES, ...ALL_GAMES, ...[game, ...(SHARED_GAMES[game] ?? [])].map((name) => `games/${name}`)],
        'a game knows no other game',
      ),
    ),
];

export default ts.config(
  { ignores: ['dist/', 'build/', 'node_modules/', 'src/wire.ts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts', '.svelte.ts', '.svelte', '.js', '.json', '.svg'] }),
      ],
    },
    rules: {
      // The compiler looks after these, and knows more.
      'no-undef': 'off',
      'no-unused-vars': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
      // Collections that nothing draws are plain ones.
      'svelte/prefer-svelte-reactivity': 'off',
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
);
