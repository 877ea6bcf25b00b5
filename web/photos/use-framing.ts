import { useQuery } from '@tanstack/react-query';
import type { GenerationSource } from '#shared/api/generations.ts';
import type { Photo } from '#shared/api/photos.ts';
import type { Size } from '#shared/domain/formats.ts';
import { centred, type Framing, framingAround, zoomFor } from '#shared/domain/framing.ts';
import { photoByIdQuery, sourcePhotoQuery } from './photo-queries.ts';

export interface PhotoFraming {
  readonly framing: Framing;
  /**
   * Set if the dish is larger than any part of the photo in this shape, but can be shown whole: whether that is on, and
   * the framing that crops the dish.
   */
  readonly whole: { readonly isOn: boolean; readonly cropped: Framing } | undefined;
}

interface Options {
  /** The user's choice; null: around the dish, once its place is known. */
  readonly chosen: Framing | null;
  /** Whether only surroundings are drawn, so that the part may reach beyond the photo. */
  readonly keepsDish: boolean;
}

/** A source without data. */
const noSource: GenerationSource = { type: 'sample', itemId: '' };

/** The framing of a photo. Only reads cached data about the photo: it makes no request. */
export function useFraming(
  source: GenerationSource | undefined,
  target: Size,
  { chosen, keepsDish }: Options,
): PhotoFraming {
  const { data: found } = useQuery({ ...sourcePhotoQuery(source ?? noSource), enabled: false });
  const { data: latest } = useQuery({ ...photoByIdQuery(found?.id ?? ''), enabled: false });
  return framingOf(source && (latest ?? found), target, { chosen, keepsDish });
}

function framingOf(
  photo: Pick<Photo, 'width' | 'height' | 'dish'> | undefined,
  target: Size,
  { chosen, keepsDish }: Options,
): PhotoFraming {
  if (!photo?.dish) return { framing: chosen ?? centred, whole: undefined };
  const { dish } = photo;
  const canBeWhole = zoomFor(dish, photo, target) < 1;
  const isTooWide = !keepsDish && (chosen?.zoom ?? 1) < 1;
  const around = (widens: boolean) => framingAround(dish, photo, target, { widens });
  const framing = chosen === null || isTooWide ? around(keepsDish) : chosen;
  const isOn = (framing.zoom ?? 1) < 1;
  return { framing, whole: canBeWhole ? { isOn, cropped: around(false) } : undefined };
}
