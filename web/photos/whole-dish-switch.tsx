import { Box, Switch, Text } from '@chakra-ui/react';
import { useId } from 'react';
import type { Framing } from '#shared/domain/framing.ts';
import type { PhotoFraming } from './use-framing.ts';
import { words } from './words.ts';

interface WholeDishSwitchProps {
  readonly whole: PhotoFraming['whole'];
  /** Null: around the dish, so that it is shown whole. */
  readonly onChange: (framing: Framing | null) => void;
}

/** Shown if a shape would cut the dish: whether surroundings are drawn so that the dish is shown whole. */
export function WholeDishSwitch({ whole, onChange }: WholeDishSwitchProps) {
  const help = useId();
  if (!whole) return null;
  return (
    <Box mt="3" px="4" py="2" borderWidth="1px" borderColor="border" borderRadius="card">
      <Switch.Root
        checked={whole.isOn}
        onCheckedChange={({ checked }) => onChange(checked ? null : whole.cropped)}
        colorPalette="basil"
        minH="11"
      >
        <Switch.HiddenInput aria-describedby={help} />
        <Switch.Control>
          <Switch.Thumb />
        </Switch.Control>
        <Switch.Label fontWeight="600">{words.wholeDish}</Switch.Label>
      </Switch.Root>
      <Text id={help} fontSize="xs" color="fg.muted" pb="1">
        {words.wholeDishHelp}
      </Text>
    </Box>
  );
}
