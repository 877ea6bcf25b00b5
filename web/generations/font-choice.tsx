import { Text } from '@chakra-ui/react';
import { type OverlayFont, overlayFonts } from '#shared/domain/overlay.ts';
import { ChoiceCard, ChoiceGroup } from '#web/ui/choice-group.tsx';
import { FontSample } from './font-sample.tsx';

interface FontChoiceProps {
  readonly label: string;
  readonly value: OverlayFont;
  readonly onChange: (font: OverlayFont) => void;
}

/** The fonts for words on pictures, each shown by its name. */
export function FontChoice({ label, value, onChange }: FontChoiceProps) {
  return (
    <ChoiceGroup
      label={label}
      value={value}
      onChange={(wanted) => {
        const font = overlayFonts.find(({ id }) => id === wanted)?.id;
        if (font) onChange(font);
      }}
      display="grid"
      gridTemplateColumns="repeat(auto-fill, minmax(min(8rem, 100%), 1fr))"
      gap="2"
    >
      {overlayFonts.map(({ id, name, character }) => (
        <ChoiceCard
          key={id}
          value={id}
          label={`${name}, ${character}`}
          p="3"
          borderWidth="2px"
          borderRadius="card"
          borderColor={id === value ? 'colorPalette.solid' : 'border'}
          colorPalette="tomato"
        >
          <FontSample font={id} name={name} />
          <Text fontSize="xs" color="fg.muted" mt="1.5">
            {character}
          </Text>
        </ChoiceCard>
      ))}
    </ChoiceGroup>
  );
}
