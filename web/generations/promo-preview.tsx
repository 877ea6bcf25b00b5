import { chakra } from '@chakra-ui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Size } from '#shared/domain/formats.ts';
import { drawablePart, tidyPromoText } from '#shared/domain/promo-characters.ts';
import { useBrandKit } from './brand-kit-query.ts';
import type { Choices } from './choices.ts';
import { inPercent } from './in-percent.ts';
import { words } from './words.ts';

interface PromoPreviewProps {
  readonly promo: Pick<Choices, 'promoText' | 'promoPosition' | 'promoLook'>;
  /** Size in pixels in which the server draws the picture. */
  readonly size: Size;
}

/** Promo text and logo over the parent's picture. */
export function PromoPreview({ promo, size }: PromoPreviewProps) {
  const { promoText, promoPosition, promoLook } = promo;
  const tidy = drawablePart(tidyPromoText(promoText));
  const kit = useBrandKit();
  const look = kit?.look ?? undefined;
  const logo = (promoLook?.logo && kit?.logo) || undefined;
  const isEmpty = tidy === '' && !logo;
  const { data: drawn } = useQuery({
    queryKey: ['promo', tidy, promoPosition, promoLook, look, logo, size],
    // Loaded when the user types: most pictures have no words.
    queryFn: async () => {
      const { drawPromo } = await import('./draw-promo.ts');
      return drawPromo({ promoText: tidy, promoPosition, promoLook }, { size, look, logo });
    },
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (isEmpty || drawn === undefined) return null;
  return (
    <>
      {tidy !== '' && (
        <chakra.img
          src={`data:image/svg+xml,${encodeURIComponent(drawn.svg)}`}
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
      {logo && drawn.logo && (
        <chakra.img
          src={logo.url}
          alt={words.logoPreview}
          draggable={false}
          position="absolute"
          pointerEvents="none"
          style={inPercent(drawn.logo, size)}
        />
      )}
    </>
  );
}
