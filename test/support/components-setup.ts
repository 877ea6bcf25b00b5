/**
 * Vitest's setup file of component tests: the site's fonts, a signed-in user without Amplify, and after each test the
 * check that the component sent no request which the test did not expect.
 */
import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/inter/wght.css';
import { afterEach, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { watchTextSize } from '#web/lib/text-size.ts';
import { endFakeApi, fakeApi } from './fake-api.ts';

/** One promise for all calls: components wait for it with `use`. */
const configured = vi.hoisted(() => Promise.resolve());

vi.mock('#web/lib/cognito.ts', () => ({
  configureCognito: () => configured,
  currentToken: async () =>
    localStorage.getItem('test.tokens') === null
      ? undefined
      : { userId: 'test-user', accessToken: 'test-access-token' },
  signOutOfCognito: async (work?: (accessToken: () => Promise<string>) => Promise<void>) => {
    localStorage.removeItem('test.tokens');
    await work?.(async () => 'test-access-token');
  },
  signInWithProvider: async () => {},
  retryProvider: async () => false,
  onAuthChange: () => () => {},
  isSignedInByPassword: vi.fn(async () => true),
  changePassword: vi.fn(async () => 'onlyHere'),
  hasAuthenticatorApp: vi.fn(async () => false),
  beginAuthenticatorApp: vi.fn(async () => ({ key: 'KEYOFTHEAPP', address: 'otpauth://totp/PlatePost' })),
  addAuthenticatorApp: vi.fn(async () => {}),
  removeAuthenticatorApp: vi.fn(async () => {}),
}));

watchTextSize();

beforeEach(() => {
  fakeApi();
});

afterEach(async () => {
  // Otherwise the component would send its requests to the next test's API.
  await cleanup();
  localStorage.clear();
  sessionStorage.clear();
  endFakeApi();
});
