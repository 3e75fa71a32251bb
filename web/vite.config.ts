import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { rulesPages } from './plugins/rules.ts';

/** Asks for the fonts before the styles that name them are read, so that no text changes its width when it is there. */
function earlyFonts(): Plugin {
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
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
          })),
    },
  };
}

/** Writes the service worker with the names of all files that it keeps. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const files = ['/', '/icon.svg', '/manifest.webmanifest', ...assets.sort().map((name) => `/${name}`)];
      // The names of the assets are made of their contents, so that together they name the build.
      const build = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const head = `const KEEP = 'tafelrunde-${build}';\nconst FILES = ${JSON.stringify(files)};\n`;
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: head + readFileSync('src/sw.js', 'utf8') });
    },
  };
}

// The gallery shows every state of every board to those who work on them; it is built apart and never shipped.
export default defineConfig(({ mode }) => ({
  plugins: [svelte(), rulesPages(), ...(mode === 'gallery' ? [] : [earlyFonts(), serviceWorker()])],
  base: mode === 'gallery' ? './' : '/',
  build: {
    target: 'es2022',
    outDir: mode === 'gallery' ? 'build/gallery' : 'dist',
    assetsInlineLimit: 0,
    rollupOptions: { input: mode === 'gallery' ? 'gallery.html' : 'index.html' },
  },
  // The rules pages come from the documentation beside this folder.
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
  // A board is compiled before a test looks at it.
  test: { include: ['tests/**/*.test.ts'], testTimeout: 60_000 },
}));
