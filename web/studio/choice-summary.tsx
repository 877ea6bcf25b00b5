import { Box, HStack, Text } from '@chakra-ui/react';
import { cameraAngleById, enhancementById } from '#shared/domain/enhancements.ts';
import { formatById } from '#shared/domain/formats.ts';
import { sceneById } from '#shared/domain/scenes.ts';
import { truncate } from '#web/lib/format.ts';
import { filterName } from './look-previews.ts';
import type { WizardState } from './wizard.ts';
import { words } from './words.ts';

/** Names of the filter and of the scene from the catalogue. */
export function looksOf({ filter, scene, creationPath }: WizardState): readonly string[] {
  return [
    filter && filterName(filter.id),
    scene && 'id' in scene && creationPath && sceneById(creationPath, scene.id)?.name,
  ].filter((name): name is string => typeof name === 'string');
}

export interface Choice {
  readonly text: string;
  /** The name of the choice, if the specified text does not contain it. */
  readonly name?: string | undefined;
}

/** The choices made so far, one entry each (customer-product.md section 2, Generate step). */
export function summaryOf(state: WizardState): readonly Choice[] {
  const { formatId, foodLock, adjustment, filter, cameraAngle, promoText, scene, customPrompt } = state;
  const texts = [
    formatId && formatById(formatId)?.name,
    foodLock && words.foodLocked,
    adjustment && enhancementById(adjustment)?.name,
    filter && filterName(filter.id),
    cameraAngle && cameraAngleById(cameraAngle)?.name,
    scene &&
      ('text' in scene
        ? words.quoted(truncate(scene.text))
        : {
            text: state.creationPath === 'ugc' ? words.influencerAdded : words.foodSceneAdded,
            name: state.creationPath ? sceneById(state.creationPath, scene.id)?.name : undefined,
          }),
    promoText.trim() !== '' && words.quoted(truncate(promoText.trim())),
    customPrompt.trim() !== '' && words.quoted(truncate(customPrompt.trim())),
  ];
  return texts.flatMap((entry) =>
    typeof entry === 'string' && entry !== ''
      ? [{ text: entry }]
      : typeof entry === 'object' && entry
        ? [entry]
        : [],
  );
}

/** The choices as a line of labels under the picture. */
export function ChoiceSummary({ state }: { state: WizardState }) {
  const entries = summaryOf(state);
  if (entries.length === 0) return null;
  return (
    <HStack
      as="ul"
      aria-label={words.summary}
      // Focusable, because on a phone it scrolls sideways, also by keyboard.
      tabIndex={0}
      listStyleType="none"
      gap="2"
      pt={{ base: '2', md: '3' }}
      wrap={{ md: 'wrap' }}
      justify={{ md: 'center' }}
      overflowX={{ base: 'auto', md: 'visible' }}
      mx={{ base: '-4', md: '0' }}
      px={{ base: '4', md: '0' }}
      scrollbarWidth="none"
    >
      {entries.map(({ text, name = text }) => (
        <Box as="li" key={text} bg="bg.muted" borderRadius="pill" px="3" py="1" flexShrink="0">
          <Text fontSize="xs" fontWeight="500" whiteSpace="nowrap">
            {name}
          </Text>
        </Box>
      ))}
    </HStack>
  );
}
