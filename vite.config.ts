import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'web',
  base: '/',
  plugins: [react()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    // No picture or font is inlined: the site's Content-Security-Policy and its caches treat them as files.
    assetsInlineLimit: 0,
  },
});
