import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: { target: 'es2022', outDir: '../../../build/engine/page', emptyOutDir: true, assetsInlineLimit: 0 },
});
