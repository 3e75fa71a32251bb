import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The gallery shows every state of every board to those who work on them; it is built apart and never shipped.
export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  base: mode === 'gallery' ? './' : '/',
  build: {
    target: 'es2022',
    outDir: mode === 'gallery' ? 'build/gallery' : 'dist',
    assetsInlineLimit: 0,
    rollupOptions: { input: mode === 'gallery' ? 'gallery.html' : 'index.html' },
  },
  // The rules pages come from the documentation beside this folder.
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
  test: { include: ['tests/**/*.test.ts'] },
}));
