import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { studioViewOf } from '#web/paths.ts';
import { StudioPage } from '#web/studio/studio-page.tsx';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';

const GalleryPage = lazy(async () => ({
  default: (await import('#web/gallery/gallery-page.tsx')).GalleryPage,
}));
const MenuPackPage = lazy(async () => ({
  default: (await import('#web/menu-pack/menu-pack-page.tsx')).MenuPackPage,
}));

/** The three views of the studio shell, chosen by `?view=`. */
export function StudioViews() {
  const [search] = useSearchParams();
  const view = studioViewOf(search);
  if (view === 'creative') return <StudioPage />;
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      {view === 'gallery' ? <GalleryPage /> : <MenuPackPage />}
    </Suspense>
  );
}
