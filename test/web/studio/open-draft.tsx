import { Box } from '@chakra-ui/react';
import { page } from 'vitest/browser';
import { type InApp, renderInApp } from '#test/support/render-in-app.tsx';
import { StudioPage } from '#web/studio/studio-page.tsx';
import type { WizardState } from '#web/studio/wizard.ts';
import { saveWizard } from '#web/studio/wizard-storage.ts';

/** The title of a screen. */
export const heading = (name: string) => page.getByRole('heading', { name, exact: true });

/** Opens the studio with a draft; `state` is that of the history entry, as after a reload. The height of the site's header decides how large the picture is. */
export async function openDraft(draft: WizardState, at = '/studio', state?: unknown): Promise<InApp> {
  saveWizard('test-user', draft);
  return renderInApp(
    <Box css={{ '--header': '4.25rem' }}>
      <StudioPage />
    </Box>,
    { at, state },
  );
}
