import { Button } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { meQuery } from '#web/lib/account.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { studioViewOf } from '#web/paths.ts';
import { StudioPage } from '#web/studio/studio-page.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';
import { words } from './words.ts';

const GalleryPage = lazy(async () => ({
  default: (await import('#web/gallery/gallery-page.tsx')).GalleryPage,
}));
const MenuPackPage = lazy(async () => ({
  default: (await import('#web/menu-pack/menu-pack-page.tsx')).MenuPackPage,
}));

/** The three views of the studio shell, chosen by `?view=`; none before it is known what the plan allows. */
export function StudioViews() {
  const [search] = useSearchParams();
  const view = studioViewOf(search);
  const me = useQuery(meQuery);
  if (me.data === undefined) {
    if (!me.isError) return <FullScreenSpinner />;
    return (
      <EmptyState
        title={words.unreachable}
        text={messageOf(me.error)}
        action={
          <Button loading={me.isFetching} onClick={() => void me.refetch()}>
            {words.tryAgain}
          </Button>
        }
      />
    );
  }
  if (view === 'creative') return <StudioPage />;
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      {view === 'gallery' ? <GalleryPage /> : <MenuPackPage />}
    </Suspense>
  );
}
