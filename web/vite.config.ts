import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { puzzleFiles } from './plugins/puzzles.ts';
import { rulesPages } from './plugins/rules.ts';

/** Asks for the fonts before the styles that name them are read, so that no text changes its width when it is there. */
function earlyFonts(base: string): Plugin {
  return {
    name: 'early-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => name.endsWith('.woff2'))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `${base}${name}`, crossorigin: true },
          })),
    },
  };
}

/** Writes the service worker with the names of all files that it keeps. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    // After Vite has taken out chunks that held nothing but styles: a file that is not there would break the keeping.
    enforce: 'post',
    generateBundle(_, bundle) {
      const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const isLarge = (name: string): boolean => /\.(wasm|net)$/.test(name);
      const files = ['./', 'icon.svg', 'manifest.webmanifest', ...assets.filter((name) => !isLarge(name)).sort()];
      // Those of a static site; a server has its own, which pages keep.
      const puzzles = Object.keys(bundle).filter((name) => name.startsWith('puzzles/'));
      const large = [...assets.filter(isLarge).sort(), ...puzzles.sort()];
      // The names of the assets are made of their contents, so that together they name the build.
      const named = createHash('sha256').update([...files, ...large].join());
      for (const name of puzzles) named.update((bundle[name] as { source: string }).source);
      const build = named.digest('hex').slice(0, 12);
      const head =
        `const KEEP = 'tafelrunde-${build}';\n` +
        `const FILES = ${JSON.stringify(files)};\nconst LARGE = ${JSON.stringify(large)};\n`;
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: head + readFileSync('src/sw.js', 'utf8') });
    },
  };
}

/** Fails when something is packed whose licence is not in the file that the page links. */
function licences(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    generateBundle() {
      const named = readFileSync('public/licences.txt', 'utf8');
      const packed = [...this.getModuleIds()].map(
        // What the bundler adds by itself has a name of its own kind.
        (id) => /(?:node_modules\/|^\0)((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(id)?.[1],
      );
      for (const name of new Set(packed))
        if (name && !named.includes(`\n${name} (`))
          this.error(`${name} is packed; add it to scripts/make_licences.py and run that`);
    },
  };
}

// The gallery shows every state of every board to those who work on them; it is built apart and never shipped.
// A static site lies in any folder of any server: its addresses are relative, and it needs nobody to answer.
const base = (mode: string): string => (mode === 'gallery' || mode === 'site' ? './' : '/');
const ASSETS = 'assets/[name]-[hash:6][extname]';
const OUT: Readonly<Record<string, string>> = { gallery: 'build/gallery', site: '../build/web-site' };

export default defineConfig(({ mode }) => ({
  plugins: [
    svelte(),
    rulesPages(),
    ...(mode === 'gallery' ? [] : [earlyFonts(base(mode)), serviceWorker(), licences()]),
    ...(mode === 'site' ? [puzzleFiles()] : []),
  ],
  base: base(mode),
  define: {
    // Where the engine could not be built, the page goes on with the server alone.
    __ENGINE__: JSON.stringify(existsSync('src/engine/module') && readdirSync('src/engine/module').length > 0),
    __SITE__: JSON.stringify(mode === 'site'),
  },
  // A file that the page and its workers both name, such as the engine, is one file.
  worker: { format: 'es', rolldownOptions: { output: { assetFileNames: ASSETS } } },
  build: {
    target: 'es2022',
    outDir: OUT[mode] ?? 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: mode === 'gallery' ? 'gallery.html' : 'index.html',
      // What every page begins with comes in one piece, and so does what is needed together anyway: many small ones are
      // larger together.
      // The names of all pieces stand in it, and chance cannot be compressed: seven signs of it tell versions apart.
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'parts', test: /app\/parts\/(Choice|Switch)\.svelte/ },
            {
              name: 'boards',
              test: /boards\/(motion|sending|steady|wheel|parts\/Icon)\.|parts\/(AnyBoard|BoardLayout)\./,
            },
            {
              name: 'cards',
              test: /chocolate\/board\/(Badge|CardFace|CardPicture|Cards)\.svelte/,
              includeDependenciesRecursively: false,
            },
          ],
        },
        chunkFileNames: 'assets/[name]-[hash:7].js',
        entryFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: ASSETS,
      },
    },
  },
  // The rules pages come from the documentation beside this folder.
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
  // A board is compiled before a test looks at it.
  test: { include: ['tests/**/*.test.ts'], testTimeout: 60_000 },
}));
