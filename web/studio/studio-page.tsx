import { useEffect, useRef } from 'react';
import { useSession } from '#web/lib/session.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { CreateStep } from './create-step.tsx';
import { DishStep } from './dish-step.tsx';
import { FormatStep } from './format-step.tsx';
import { PublishStep } from './publish-step.tsx';
import { useStudioAddress } from './use-studio-address.ts';
import { useStudioGenerations } from './use-studio-generations.ts';
import { useWizard, type Wizard } from './use-wizard.ts';
import { screenKey } from './wizard.ts';
import { words } from './words.ts';

/** The creative studio: four steps from a photo to a post. */
export function StudioPage() {
  const session = useSession();
  if (session.status !== 'signedIn') return null;
  return <Studio key={session.userId} userId={session.userId} />;
}

function Studio({ userId }: { userId: string }) {
  useDocumentTitle(words.title);
  const wizard = useWizard(userId);
  const generations = useStudioGenerations(wizard);
  useStudioAddress(wizard, generations.running !== undefined);
  useScreenStart(wizard);

  switch (wizard.state.step) {
    case 1:
      return <FormatStep wizard={wizard} />;
    case 2:
      return <DishStep wizard={wizard} />;
    case 3:
      return <CreateStep wizard={wizard} generations={generations} />;
    case 4:
      return <PublishStep wizard={wizard} generations={generations} />;
  }
}

/** Scrolls each new screen to its top and focuses its heading, which screen readers then announce. */
function useScreenStart({ state }: Wizard): void {
  const screen = screenKey(state);
  const last = useRef(screen);
  useEffect(() => {
    if (last.current === screen) return;
    last.current = screen;
    window.scrollTo({ top: 0 });
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [screen]);
}
