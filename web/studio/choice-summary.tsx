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
  /** Unique among the choices: two of them may have the same text. */
  readonly id: string;
  readonly text: string;
  /** The name of the choice, if the specified text does not contain it. */
  readonly name?: string | undefined;
}

/** The choices made so far, one entry each (customer-product.md section 2, Generate step). */
export function summaryOf(state: WizardState): readonly Choice[] {
  const { formatId, foodLock, adjustment, filter, cameraAngle, promoText, scene, customPrompt } = state;
  const texts: Record<string, string | false | null | undefined> = {
    format: formatId && formatById(formatId)?.name,
    foodLock: foodLock && words.foodLocked,
    adjustment: adjustment && enhancementById(adjustment)?.name,
    filter: filter && filterName(filter.id),
    cameraAngle: cameraAngle && cameraAngleById(cameraAngle)?.name,
    scene: scene && sceneText(scene, state),
    promoText: quote(promoText),
    customPrompt: quote(customPrompt),
  };
  const sceneName =
    scene && 'id' in scene && state.creationPath ? sceneById(state.creationPath, scene.id)?.name : undefined;
  return Object.entries(texts).flatMap(([id, text]) =>
    text ? [{ id, text, name: id === 'scene' ? sceneName : undefined }] : [],
  );
}

function sceneText(scene: NonNullable<WizardState['scene']>, { creationPath }: WizardState): string {
  if ('text' in scene) return quote(scene.text);
  return creationPath === 'ugc' ? words.influencerAdded : words.foodSceneAdded;
}

function quote(text: string): string {
  return text.trim() === '' ? '' : words.quoted(truncate(text.trim()));
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
      {entries.map(({ id, text, name = text }) => (
        <Box as="li" key={id} bg="bg.muted" borderRadius="pill" px="3" py="1" flexShrink="0">
          <Text fontSize="xs" fontWeight="500" whiteSpace="nowrap">
            {name}
          </Text>
        </Box>
      ))}
    </HStack>
  );
}
