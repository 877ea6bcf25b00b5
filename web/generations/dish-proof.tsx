import { Badge, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { ShieldCheck, Square, SquareCheck, Wand } from 'lucide-react';
import { Details } from '#web/ui/details.tsx';
import type { Result } from './results.ts';
import { words } from './words.ts';

interface DishProofProps {
  readonly result: Pick<Result, 'fidelity' | 'dishMaskUrl'>;
  /** Whether the picture shows the dish alone. */
  readonly dishOnly: boolean;
  readonly onDishOnly: (dishOnly: boolean) => void;
}

/** Whether the dish is unchanged from the photo, with the measured differences as details; nothing if they are unknown. */
export function DishProof({ result: { fidelity, dishMaskUrl }, dishOnly, onDishOnly }: DishProofProps) {
  if (fidelity === null) return null;
  const isUnchanged = fidelity.verdict === 'unchanged';
  const Icon = isUnchanged ? ShieldCheck : Wand;
  const Tick = dishOnly ? SquareCheck : Square;
  return (
    <Stack mt="4" gap="1" align="start">
      <HStack gap="3" wrap="wrap">
        <Badge colorPalette={isUnchanged ? 'basil' : 'saffron'} size="lg" borderRadius="pill" px="3">
          <Icon size={15} aria-hidden />
          {words.fidelity(fidelity)}
        </Badge>
        {dishMaskUrl !== null && (
          <Button
            variant="ghost"
            size="sm"
            minH="11"
            ms="-3"
            aria-pressed={dishOnly}
            onClick={() => onDishOnly(!dishOnly)}
          >
            <Tick size={16} aria-hidden />
            {words.dishOnly}
          </Button>
        )}
      </HStack>
      <Text fontSize="xs" color="fg.muted">
        {words.fidelityText(fidelity)}
      </Text>
      <Details summary={words.figures}>
        <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
          {words.fidelityFigures(fidelity)}
        </Text>
      </Details>
    </Stack>
  );
}
