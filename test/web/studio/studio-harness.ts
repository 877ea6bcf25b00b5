import { page } from 'vitest/browser';
import type { Me } from '#shared/api/account.ts';
import { type FakeApi, fakeApi } from '#test/support/fake-api.ts';
import { proUser } from '#test/web/generations/users.ts';
import { initialState, type WizardState } from '#web/studio/wizard.ts';
import { openDraft } from './open-draft.tsx';
import { burger } from './sample-dish.ts';

/** A draft at Ready to Generate. */
export const ready: WizardState = {
  ...initialState,
  step: 3,
  innerStep: 'generate',
  formatId: 'square_feed',
  creationPath: 'social',
  promoText: 'Soup of the day',
  dish: burger,
};

export const generate = page.getByRole('button', { name: 'Generate 2 Variations' });

let api: FakeApi;

/** The API of a customer of Pro. */
export function fakeStudio(): FakeApi {
  api = fakeApi({ getMe: () => proUser });
  return api;
}

/** Opens the studio with this draft. */
export async function openStudio(
  draft: WizardState,
  { at, me = proUser, state }: { at?: string; me?: Me; state?: unknown } = {},
) {
  api.answer({ getMe: () => me });
  return openDraft(draft, at, state);
}
