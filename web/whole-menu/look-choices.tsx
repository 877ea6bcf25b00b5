import { Text } from '@chakra-ui/react';
import type { Look } from '#shared/api/menus.ts';
import { backgroundStyles, imageStyles, plateStyles } from '#shared/domain/menu-styles.ts';
import { StyleTiles } from '#web/ui/style-tiles.tsx';
import { words } from './words.ts';

interface LookChoicesProps {
  readonly look: Look;
  readonly onChange: (look: Look) => void;
  /** Shown for a style without a preview. */
  readonly fallback: string;
}

/** A choice of background, plate and image style. */
export function LookChoices({ look, onChange, fallback }: LookChoicesProps) {
  return (
    <>
      <StyleTiles
        title={words.background}
        options={backgroundStyles}
        value={look.backgroundStyle}
        onChange={(backgroundStyle) => onChange({ ...look, backgroundStyle })}
        previews="background"
        fallback={fallback}
      />
      <StyleTiles
        title={words.plate}
        options={plateStyles}
        value={look.plateStyle}
        onChange={(plateStyle) => onChange({ ...look, plateStyle })}
        previews="plate"
        fallback={fallback}
      />
      <Text mt="2" fontSize="xs" color="fg.muted">
        {look.plateStyle === 'current' ? words.foodLocked : words.newPlate}
      </Text>
      <StyleTiles
        title={words.image}
        options={imageStyles}
        value={look.imageStyle}
        onChange={(imageStyle) => onChange({ ...look, imageStyle })}
        previews="image-style"
        fallback={fallback}
      />
    </>
  );
}
