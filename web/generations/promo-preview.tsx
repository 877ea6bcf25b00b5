import { chakra } from '@chakra-ui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Size } from '#shared/domain/formats.ts';
import { overlayOfPromo } from '#shared/domain/overlay.ts';
import { layOutOverlay, overlaySvg } from '#shared/domain/overlay-layout.ts';
import { drawablePart, tidyPromoText } from '#shared/domain/promo-characters.ts';
import type { PromoPosition } from '#shared/domain/promo-text.ts';
import { useBrandKit } from './brand-kit-query.ts';
import { loadTypeface } from './overlay-typeface.ts';
import { words } from './words.ts';

interface PromoPreviewProps {
  readonly text: string;
  readonly position: PromoPosition;
  /** Pixels in which the server draws the picture. */
  readonly size: Size;
}

/** Promo text over the picture that this lies in, as the server will set it, in the shade that any picture may need. */
export function PromoPreview({ text, position, size }: PromoPreviewProps) {
  const tidy = drawablePart(tidyPromoText(text));
  const look = useBrandKit()?.look ?? undefined;
  const overlay = overlayOfPromo({ promoText: tidy, promoPosition: position }, look);
  const { font } = overlay;
  const { data: typeface } = useQuery({
    queryKey: ['typeface', font, tidy],
    queryFn: () => loadTypeface(font, tidy),
    enabled: tidy !== '',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (tidy === '' || typeface === undefined) return null;
  const svg = overlaySvg(layOutOverlay(overlay, { typeface, size }), typeface, size);
  return (
    <chakra.img
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={words.promoPreview(tidy)}
      draggable={false}
      position="absolute"
      inset="0"
      w="full"
      h="full"
      borderRadius="card"
      pointerEvents="none"
    />
  );
}
