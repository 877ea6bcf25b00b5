import { chakra, HStack } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { rgbOf } from '#shared/domain/contrast.ts';
import { words } from './editor-words.ts';
import { isDark } from './picture-colors.ts';

interface ColorChoiceProps {
  readonly label: string;
  readonly value: string;
  /** Suggested colours; any other can be picked. */
  readonly colors: readonly string[];
  /** `isPicking`: true for each intermediate colour while the user moves through the colour picker. */
  readonly onChange: (color: string, isPicking: boolean) => void;
  readonly otherLabel?: string;
}

/** One colour out of a row, or any other. */
export function ColorChoice({
  label,
  value,
  colors,
  onChange,
  otherLabel = words.ownColor,
}: ColorChoiceProps) {
  return (
    <HStack wrap="wrap" gap="2" role="group" aria-label={label}>
      {colors.map((hex) => (
        <chakra.button
          key={hex}
          type="button"
          w="11"
          h="11"
          borderRadius="pill"
          borderWidth="1px"
          borderColor="border.emphasized"
          display="grid"
          placeItems="center"
          cursor="pointer"
          focusVisibleRing="outside"
          // Otherwise forced colours would make all choices equal.
          forcedColorAdjust="none"
          aria-label={words.color(hex)}
          aria-pressed={hex === value}
          style={{ background: hex, color: isDark(rgbOf(hex)) ? '#fff' : '#000' }}
          onClick={() => onChange(hex, false)}
        >
          {hex === value && <Check size={18} aria-hidden />}
        </chakra.button>
      ))}
      <chakra.input
        type="color"
        w="11"
        h="11"
        p="1"
        borderRadius="card"
        borderWidth="1px"
        borderColor="border.emphasized"
        cursor="pointer"
        aria-label={otherLabel}
        value={value}
        onChange={({ target }) => onChange(target.value, true)}
      />
    </HStack>
  );
}
