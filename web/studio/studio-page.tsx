import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { Generation } from '#shared/api/generations.ts';
import { formatById, formats } from '#shared/domain/formats.ts';
import { type ExistingImage, editStateOf } from '#web/lib/edit-image.ts';
import { generationQuery } from '#web/lib/generations.ts';
import { useSession } from '#web/lib/session.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { CreateStep } from './create-step.tsx';
import { DishStep } from './dish-step.tsx';
import { FormatStep } from './format-step.tsx';
import { PublishStep } from './publish-step.tsx';
import { useJobs } from './use-jobs.ts';
import { useWizard, type Wizard } from './use-wizard.ts';
import type { Dish } from './wizard.ts';
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
  const jobs = useJobs(wizard);
  useEditRequest(wizard);
  useScreenStart(wizard);
  useJobInAddress(wizard, jobs.running !== undefined);

  switch (wizard.state.step) {
    case 1:
      return <FormatStep wizard={wizard} />;
    case 2:
      return <DishStep wizard={wizard} />;
    case 3:
      return <CreateStep wizard={wizard} jobs={jobs} />;
    case 4:
      return <PublishStep wizard={wizard} jobs={jobs} />;
  }
}

/** Each new screen begins at its top, with its heading in focus, for eyes and for screen readers. */
function useScreenStart({ state }: Wizard): void {
  const screen = `${state.step} ${state.step === 3 && !state.showsResults ? state.innerStep : state.showsResults}`;
  const last = useRef(screen);
  useEffect(() => {
    if (last.current === screen) return;
    last.current = screen;
    window.scrollTo({ top: 0 });
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [screen]);
}

/** The gallery's Edit arrives as navigation state: it opens final touches on the existing picture, once. */
function useEditRequest({ dispatch }: Wizard): void {
  const location = useLocation();
  const navigate = useNavigate();
  const edit = editStateOf(location.state);
  const existing = edit?.existingImage;
  const begin = useEffectEvent((image: ExistingImage) => {
    dispatch({
      type: 'editStarted',
      dish: {
        id: `custom_${image.generationId}`,
        source: { type: 'generation', generationId: image.generationId, variation: image.variation },
        name: image.name,
        description: words.customDescription,
        category: 'Custom',
        priceMinor: 0,
        imageUrl: image.previewUrl,
      },
      formatId: (image.formatId && formatById(image.formatId)?.id) || 'square_feed',
    });
    // A reload goes on with the draft instead of starting the edit again.
    navigate(location.pathname + location.search, { replace: true, state: null });
  });
  useEffect(() => {
    if (existing) begin(existing);
  }, [existing]);
}

/** Keeps `?job=` in step with the running job, and finds a job named there that this tab does not know. */
function useJobInAddress({ state, dispatch }: Wizard, running: boolean): void {
  const [search, setSearch] = useSearchParams();
  const named = search.get('job');
  const known = named !== null && state.jobs.includes(named);
  const unknown = useQuery({ ...generationQuery(named ?? ''), enabled: named !== null && !known });

  const resume = useEffectEvent((generation: Generation) => {
    const format = formats.find(({ id }) => id === generation.studio?.formatId);
    if (state.jobs.includes(generation.id) || format === undefined) return;
    dispatch({
      type: 'jobResumed',
      generationId: generation.id,
      formatId: format.id,
      dish: dishOf(generation),
    });
  });
  const found = unknown.data;
  useEffect(() => {
    if (found) resume(found);
  }, [found]);

  const current = running && state.showsResults ? state.jobs.at(-1) : undefined;
  const sync = useEffectEvent((job: string | undefined) => {
    if ((named ?? undefined) === job || (named !== null && !known && !unknown.isError)) return;
    const next = new URLSearchParams(search);
    if (job === undefined) next.delete('job');
    else next.set('job', job);
    setSearch(next, { replace: true });
  });
  useEffect(() => sync(current), [current]);
}

function dishOf(generation: Generation): Dish {
  return {
    id: `custom_${generation.id}`,
    source: generation.source,
    name: generation.menuItemName,
    description: words.customDescription,
    category: 'Custom',
    priceMinor: 0,
    imageUrl: generation.originalUrl ?? '/samples/burger.jpg',
  };
}
