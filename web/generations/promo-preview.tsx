import { chakra } from '@chakra-ui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Size } from '#shared/domain/formats.ts';
import { overlayOfPromo } from '#shared/domain/overlay.ts';
import { layOutOverlay, overlaySvg } from '#shared/domain/overlay-layout.ts';
import { drawablePart, tidyPromoText } from '#shared/domain/promo-characters.ts';
import { useBrandKit } from './brand-kit-query.ts';
import type { Choices } from './choices.ts';
import { inPercent } from './in-percent.ts';
import { loadTypeface } from './overlay-typeface.ts';
import { words } from './words.ts';

interface PromoPreviewProps {
  readonly promo: Pick<Choices, 'promoText' | 'promoPosition' | 'promoLook'>;
  /** Pixels in which the server draws the picture. */
  readonly size: Size;
}

/**
 * Promo text and logo over the picture that this lies in, as the server will set them, in the shade that any picture may
 * need.
 */
export function PromoPreview({ promo, size }: PromoPreviewProps) {
  const tidy = drawablePart(tidyPromoText(promo.promoText));
  const kit = useBrandKit();
  const overlay = overlayOfPromo({ ...promo, promoText: tidy }, kit?.look ?? undefined);
  const { font } = overlay;
  const logo = overlay.logo ? kit?.logo : undefined;
  const isEmpty = tidy === '' && !logo;
  const { data: typeface } = useQuery({
    queryKey: ['typeface', font, tidy],
    queryFn: () => loadTypeface(font, tidy),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (isEmpty || typeface === undefined) return null;
  const layout = layOutOverlay(overlay, { typeface, size, logo: logo ?? undefined });
  return (
    <>
      {tidy !== '' && (
        <chakra.img
          src={`data:image/svg+xml,${encodeURIComponent(overlaySvg(layout, typeface, size))}`}
          alt={words.promoPreview(tidy)}
          draggable={false}
          position="absolute"
          inset="0"
          w="full"
          h="full"
          borderRadius="card"
          pointerEvents="none"
        />
      )}
      {logo && layout.logo && (
        <chakra.img
          src={logo.url}
          alt={words.logoPreview}
          draggable={false}
          position="absolute"
          pointerEvents="none"
          style={inPercent(layout.logo, size)}
        />
      )}
    </>
  );
}
