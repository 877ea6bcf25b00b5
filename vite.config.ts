import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { prerenderedPages } from './lib/prerendered-pages.ts';
import { plainRouteAddresses } from './lib/route-addresses.ts';

export default defineConfig({
  root: 'web',
  base: '/',
  plugins: [react(), prerenderedPages(), plainRouteAddresses()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    // No picture or font is inlined: the site's Content-Security-Policy and its caches treat them as files.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Guides read the platforms, and the landing page the plans, without what else imports them.
            { name: 'platforms', test: /shared[\\/]domain[\\/]platforms/ },
            { name: 'plans', test: /shared[\\/]domain[\\/]plans/ },
            // The validator changes seldom and is needed by forms only.
            { name: 'zod', test: /node_modules[\\/]zod/ },
            // Public pages carry React and nothing else of node_modules but a few icons.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'router', test: /node_modules[\\/](react-router|react-router-dom)[\\/]/ },
          ],
        },
      },
    },
  },
});
