import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { meQuery, useEntitlements } from '#web/lib/account.ts';
import { loadPatiently } from '#web/lib/load-patiently.ts';
import { newMenu, studioViewOf, wholeMenuOf } from '#web/paths.ts';
import { FeatureBoundary } from '#web/ui/feature-boundary.tsx';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { words } from './words.ts';

const StudioPage = lazy(async () => ({
  default: (await loadPatiently(() => import('#web/studio/studio-page.tsx'))).StudioPage,
}));
const GalleryPage = lazy(async () => ({
  default: (await loadPatiently(() => import('#web/gallery/gallery-page.tsx'))).GalleryPage,
}));
const MenuPackPage = lazy(async () => ({
  default: (await loadPatiently(() => import('#web/menu-pack/menu-pack-page.tsx'))).MenuPackPage,
}));
const WholeMenuPage = lazy(async () => ({
  default: (await loadPatiently(() => import('#web/whole-menu/whole-menu-page.tsx'))).WholeMenuPage,
}));

/** The three views of the studio shell, chosen by `?view=`; none until the plan is known. */
export function StudioViews() {
  const [search] = useSearchParams();
  const view = studioViewOf(search);
  const menu = wholeMenuOf(search);
  const me = useQuery(meQuery);
  const { menuEnhancerAccess } = useEntitlements();
  if (me.data === undefined) {
    if (!me.isError) return <FullScreenSpinner />;
    return <LoadFailed isPage query={me} title={words.unreachable} />;
  }
  if (view === 'creative') {
    return (
      <FeatureBoundary feature="studio">
        <Suspense fallback={<FullScreenSpinner />}>
          <StudioPage />
        </Suspense>
      </FeatureBoundary>
    );
  }
  return (
    <FeatureBoundary key={view} feature={view === 'gallery' ? 'gallery' : 'menuPack'}>
      <Suspense fallback={<FullScreenSpinner />}>
        {view === 'gallery' ? (
          <GalleryPage />
        ) : menu === null || (menu === newMenu && !menuEnhancerAccess) ? (
          <MenuPackPage />
        ) : (
          <WholeMenuPage menuId={menu} />
        )}
      </Suspense>
    </FeatureBoundary>
  );
}
