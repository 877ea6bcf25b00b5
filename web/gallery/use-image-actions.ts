import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Generation } from '#shared/api/generations.ts';
import { type AgainState, anotherLike, newSizeOf } from '#web/generations/again-state.ts';
import { editStateOf } from '#web/generations/edit-state.ts';
import type { Result } from '#web/generations/results.ts';
import { useSaveVariation } from '#web/generations/use-save-variation.ts';
import { useEntitlements } from '#web/lib/account.ts';
import { serverNow } from '#web/lib/server-time.ts';
import { paths } from '#web/paths.ts';
import { useMark } from './collection-queries.ts';

/** What can be done with one image, on its card and in the viewer. */
export function useImageActions() {
  const navigate = useNavigate();
  const { menuEnhancerAccess, allowedFormats } = useEntitlements();
  const { mutate: mark } = useMark();
  const { mutate: saveVariation, isPending: isSaving } = useSaveVariation();
  const openStudio = (image: Generation, state: AgainState) =>
    navigate(image.menu ? paths.studio('menu-enhancer') : paths.home, { state });
  /** Menu pictures are edited in the Menu Pack while the plan allows it; otherwise Edit makes a social post of them. */
  const isForPost = ({ menu }: Generation) => menu !== null && !menuEnhancerAccess;

  // Some functions are stable, because the cards are memoized.
  return {
    isForPost,
    isSaving,
    download: useCallback(
      (result: Result, size?: 'delivered' | 'large') => saveVariation({ ...result, ...(size && { size }) }),
      [saveVariation],
    ),
    edit: useCallback(
      (result: Result) => {
        const isMenu = result.generation.menu !== null && menuEnhancerAccess;
        navigate(isMenu ? paths.studio('menu-enhancer') : paths.home, { state: editStateOf(result) });
      },
      [navigate, menuEnhancerAccess],
    ),
    setFavourite: useCallback((id: string, favourite: boolean) => mark({ ids: [id], favourite }), [mark]),
    /** Starts a picture of another photo with the choices of this one; undefined if the plan lacks what it needs. */
    another: (image: Generation) =>
      isForPost(image) ? undefined : () => openStudio(image, anotherLike(image)),
    /** Starts the same picture in another format; undefined if there is none. */
    newSize: (image: Generation) =>
      image.studio && allowedFormats.length > 1
        ? (result: Result) => openStudio(image, newSizeOf(result, serverNow()))
        : undefined,
  };
}
