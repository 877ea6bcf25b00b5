import { chakra } from '@chakra-ui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Size } from '#shared/domain/formats.ts';
import { tidyPromoText, undrawableCharacters } from '#shared/domain/promo-characters.ts';
import { promoSvg } from '#shared/domain/promo-layout.ts';
import type { PromoPosition } from '#shared/domain/promo-text.ts';
import { loadTypeface } from './promo-typeface.ts';
import { words } from './words.ts';

interface PromoPreviewProps {
  readonly text: string;
  readonly position: PromoPosition;
  /** Pixels in which the server draws the picture. */
  readonly size: Size;
}

/** Promo text over the picture that this lies in, as the server will set it. */
export function PromoPreview({ text, position, size }: PromoPreviewProps) {
  const tidy = drawablePart(tidyPromoText(text));
  const { data: typeface } = useQuery({
    queryKey: ['promo-typeface', tidy],
    queryFn: () => loadTypeface(tidy),
    enabled: tidy !== '',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (tidy === '' || typeface === undefined) return null;
  const svg = promoSvg(typeface, tidy, position, size);
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

/** The text without the characters that the font lacks, which the field names. */
function drawablePart(text: string): string {
  let part = text;
  for (const character of undrawableCharacters(text)) part = part.replaceAll(character, '');
  return tidyPromoText(part);
}
