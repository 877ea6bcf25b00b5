import { Text } from '@chakra-ui/react';
import { backgroundStyles, imageStyles, plateStyles } from '#shared/domain/menu-styles.ts';
import { MenuStyles } from '#web/generations/menu-styles.tsx';
import { StyleTiles } from '#web/ui/style-tiles.tsx';
import { emptyDraft, lookOf, type MenuDraft } from './menu-draft.ts';
import { words } from './words.ts';

interface StyleChoicesProps {
  readonly draft: MenuDraft;
  readonly onChange: (changes: Partial<MenuDraft>) => void;
}

/** The look of the picture: a style of the account, or background, plate and light of its own. */
export function StyleChoices({ draft, onChange }: StyleChoicesProps) {
  const fallback = draft.photo?.preview ?? '/samples/salad.jpg';
  return (
    <>
      <MenuStyles
        look={lookOf(draft)}
        plain={lookOf(emptyDraft)}
        isNew={draft.photo === null && draft.generationId === null}
        onChange={onChange}
      />
      <StyleTiles
        title={words.background}
        options={backgroundStyles}
        value={draft.backgroundStyle}
        onChange={(backgroundStyle) => onChange({ backgroundStyle })}
        previews="background"
        fallback={fallback}
      />
      <StyleTiles
        title={words.plate}
        options={plateStyles}
        value={draft.plateStyle}
        onChange={(plateStyle) => onChange({ plateStyle })}
        previews="plate"
        fallback={fallback}
      />
      <Text mt="2" fontSize="xs" color="fg.muted">
        {draft.plateStyle === 'current' ? words.foodLocked : words.newPlate}
      </Text>
      <StyleTiles
        title={words.image}
        options={imageStyles}
        value={draft.imageStyle}
        onChange={(imageStyle) => onChange({ imageStyle })}
        previews="image-style"
        fallback={fallback}
      />
    </>
  );
}
