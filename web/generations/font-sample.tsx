import { Box, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { OverlayFont } from '#shared/domain/overlay.ts';
import { useSeen } from '#web/lib/use-seen.ts';
import { loadTypeface } from './overlay-typeface.ts';

interface FontSampleProps {
  readonly font: OverlayFont;
  readonly name: string;
}

const fontSize = 20;

/** The name of a font, drawn in that font as on pictures; in the page's font until it is visible and loaded. */
export function FontSample({ font, name }: FontSampleProps) {
  const [place, isSeen] = useSeen<HTMLParagraphElement>();
  const { data: typeface } = useQuery({
    queryKey: ['typeface', font, name],
    queryFn: () => loadTypeface(font, name),
    enabled: isSeen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!typeface)
    return (
      <Text ref={place} lineHeight="1.75rem" truncate>
        {name}
      </Text>
    );
  const width = typeface.measure(name, fontSize) + 4;
  return (
    <Box asChild display="block" maxW="full" h="7">
      <svg viewBox={`0 0 ${width} 28`} width={width} height="28" aria-hidden="true">
        <path d={typeface.draw(name, 2, 20, fontSize)} fill="currentcolor" />
      </svg>
    </Box>
  );
}
