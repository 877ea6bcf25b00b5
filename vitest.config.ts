import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { fontsAsBytes } from '#test/support/fonts-as-bytes.ts';
import { runVariable } from '#test/support/run-variable.ts';
import { testsWithJava } from '#test/support/tests-with-java.ts';
import { browserArguments, installedChromium } from './test/support/chromium.ts';

/**
 * In a whole run processes, engines and browsers share two cores: a test that a pause of the machine broke is tried once
 * more. In a run of single files it fails at once.
 */
const retry = process.env[runVariable] === undefined ? 0 : 1;

const everyTest = '{test,packages}/**/*.test.ts';
const installed = '**/node_modules/**';
const journeys = 'test/journeys/**/*.test.ts';
const cloud = '{test,packages}/**/*.cloud.test.ts';
/**
 * Left out by `npm test`, which keeps to what customers do, so that it takes eight minutes: the packages next door,
 * commands, settings and alarms of operators, figures of the benchmarks that need no clock, forged requests, the files of
 * all platforms, each look with the real renderer, each fault of a model, what mends lost work, notices; and in the
 * browser the public pages, the back office, other identity providers, every screen and every fault. Single tests are left
 * out by `itInFullRun` (test/support/full-run.ts). CI runs them all.
 */
const thorough =
  process.env[runVariable] === 'everyday'
    ? [
        'packages/**',
        'test/{bench,bin,local}/**',
        'test/web/admin/**',
        'test/lambdas/fuzz.test.ts',
        'test/lambdas/generations/{bad-photos,generate}.test.ts',
        'test/lambdas/notifications/send-notices.test.ts',
        'test/lambdas/tasks/export-pack.test.ts',
        'test/lib/{alarms,config,idle-cost}.test.ts',
        'test/cloud/{maintenance,model-faults,notifications,restore,safety-nets,smoke,start}.cloud.test.ts',
        'test/journeys/{back-office,browser-walls,every-screen,large-gallery,notifications,plan-limits,platform-files,public-pages,site-images,social-sign-in,when-things-fail,words-in-pixels}.test.ts',
      ]
    : [];
/** Storms, crashes and load: `npm run test:full` and CI. */
const stress = [
  'test/{chaos,load}/*.cloud.test.ts',
  'test/cloud/{crash,fifty-dishes,killed-worker,model-quota}.cloud.test.ts',
];
/** Files that change what packages read once, when they are loaded: each has a process for itself. */
const alone = ['test/web/lib/session.test.ts'];
const tables = testsWithJava();

/** How long `expect.poll` and `expect.element` wait: one second is too short beside other work. */
const patient = { expect: { poll: { timeout: 10_000 } } };

/** What all projects but `components` share. */
const inNode = {
  ...patient,
  testTimeout: 90_000,
  hookTimeout: 120_000,
  // Files take turns in these processes; setupFiles keeps them apart.
  isolate: false,
  setupFiles: 'test/support/fresh-modules.ts',
};

/** Against the whole local cloud, which is started once for all files of a project. */
const withLocalCloud = {
  ...inNode,
  retry,
  globalSetup: 'test/support/cloud-setup.ts',
  testTimeout: 300_000,
};

export default defineConfig({
  test: {
    // Three files at a time, whatever the machine has: each brings engines or a browser along, and waits for them.
    maxWorkers: 3,
    coverage: {
      provider: 'v8',
      include: ['{bin,lambdas,lib,local,shared,web}/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'],
      exclude: ['**/node_modules/**', '**/*.d.ts'],
      reporter: ['json-summary', 'html'],
      reportOnFailure: true,
      reportsDirectory: '.build/coverage',
    },
    projects: [
      {
        // Without Java, browser and local cloud.
        plugins: [fontsAsBytes],
        test: {
          ...inNode,
          retry,
          name: 'unit',
          include: [everyTest],
          exclude: [installed, cloud, journeys, ...tables, ...alone, ...thorough],
        },
      },
      {
        test: { ...inNode, retry, name: 'alone', isolate: true, include: alone },
      },
      {
        // With DynamoDB Local.
        plugins: [fontsAsBytes],
        test: {
          ...inNode,
          retry,
          name: 'tables',
          include: tables,
          exclude: [installed, cloud, journeys, ...thorough],
        },
      },
      {
        // Components of the site in Chromium, with a fake of the API.
        publicDir: 'web/public',
        // React's production build: see test/support/act-in-production.ts.
        define: { 'process.env.NODE_ENV': '"production"' },
        oxc: { jsx: { runtime: 'automatic', development: false } },
        // Otherwise Vite finds them in the middle of a first run, and reloads the page of a test.
        optimizeDeps: {
          rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
          include: [
            'react/jsx-runtime',
            'react-dom/server',
            'idb-keyval',
            'fast-png',
            'flatqueue',
            'opentype.js',
            '@zip.js/zip.js/lib/zip-core-native.js',
          ],
        },
        test: {
          ...patient,
          retry,
          name: 'components',
          include: ['test/**/*.test.tsx'],
          exclude: [installed, ...thorough],
          setupFiles: ['test/support/act-in-production.ts', 'test/support/components-setup.ts'],
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            instances: [{ browser: 'chromium' }],
            provider: playwright({
              launchOptions: {
                executablePath: installedChromium(),
                args: browserArguments,
              },
              contextOptions: { reducedMotion: 'reduce' },
              actionTimeout: 30_000,
            }),
          },
        },
      },
      {
        plugins: [fontsAsBytes],
        test: {
          ...withLocalCloud,
          name: 'cloud',
          include: [cloud],
          exclude: [installed, ...stress, ...thorough],
        },
      },
      {
        // In a real browser.
        plugins: [fontsAsBytes],
        test: { ...withLocalCloud, name: 'journeys', include: [journeys], exclude: [installed, ...thorough] },
      },
      {
        plugins: [fontsAsBytes],
        test: { ...withLocalCloud, name: 'stress', include: stress },
      },
    ],
  },
});
