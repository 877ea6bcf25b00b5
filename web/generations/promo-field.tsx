import { Field, HStack, Input, SegmentGroup, Stack, Text } from '@chakra-ui/react';
import { undrawableText } from '#shared/domain/promo-characters.ts';
import { maxPromoTextLength, type PromoPosition, promoPositions } from '#shared/domain/promo-text.ts';
import { tooLong } from '#web/lib/text-problem.ts';
import { largeText } from '#web/ui/screens.ts';
import { words } from './words.ts';

export interface PromoWords {
  readonly promoText: string;
  readonly promoPosition: PromoPosition;
}

interface PromoFieldProps {
  readonly label: string;
  readonly value: PromoWords;
  readonly onChange: (changes: Partial<PromoWords>) => void;
}

/** Promotional text and its position. While typing, characters that the font lacks are listed. */
export function PromoField({ label, value, onChange }: PromoFieldProps) {
  const { promoText, promoPosition } = value;
  const problem = undrawableText(promoText) ?? tooLong(promoText.trim(), maxPromoTextLength);
  return (
    <Stack gap="2">
      <Field.Root invalid={problem !== undefined}>
        <Input
          dir="auto"
          aria-label={label}
          value={promoText}
          placeholder={words.promoPlaceholder}
          onChange={(event) => onChange({ promoText: event.target.value })}
        />
        <Field.ErrorText role="alert">{problem}</Field.ErrorText>
      </Field.Root>
      <HStack justify="space-between" css={{ [largeText]: { flexWrap: 'wrap' } }}>
        <SegmentGroup.Root
          aria-label={words.position}
          value={promoPosition}
          size="md"
          bg="bg.muted"
          borderRadius="pill"
          css={{ [largeText]: { flexWrap: 'wrap', minWidth: '0', borderRadius: 'card', height: 'auto' } }}
          onValueChange={({ value: wanted }) => {
            const position = promoPositions.find(({ id }) => id === wanted)?.id;
            if (position) onChange({ promoPosition: position });
          }}
        >
          <SegmentGroup.Indicator borderRadius="pill" bg="bg.raised" />
          {positions.map((position) => (
            <SegmentGroup.Item key={position} value={position} minH="11" px="4">
              <SegmentGroup.ItemText>{words.positions[position]}</SegmentGroup.ItemText>
              <SegmentGroup.ItemHiddenInput />
            </SegmentGroup.Item>
          ))}
        </SegmentGroup.Root>
        <Counter length={promoText.length} limit={maxPromoTextLength} />
      </HStack>
    </Stack>
  );
}

/** From the top of the picture downwards. */
const positions = ['top', 'center', 'bottom'] as const satisfies readonly PromoPosition[];

/** The used part of a field's maximum length. */
export function Counter({ length, limit }: { length: number; limit: number }) {
  return (
    <Text
      alignSelf="end"
      fontSize="xs"
      color={length >= limit ? 'fg.error' : 'fg.muted'}
      fontVariantNumeric="tabular-nums"
    >
      {words.counter(length, limit)}
    </Text>
  );
}
