import { Button } from '@chakra-ui/react';
import { platformById } from '#shared/domain/platforms.ts';
import type { Result } from './results.ts';
import { words } from './words.ts';

interface SecondFileProps {
  readonly result: Result;
  readonly isSaving: boolean;
  readonly onDownload: () => void;
}

/** Saves the second file of a variation, if there is one: the larger one, or the one that the platform accepts. */
export function SecondFile({ result, isSaving, onDownload }: SecondFileProps) {
  const { secondFile, generation } = result;
  if (secondFile === null) return null;
  const { width, height } = secondFile;
  const platform = generation.menu === null ? undefined : platformById(generation.menu.platform);
  return (
    <Button
      maxW="full"
      px={{ base: '4', md: '5' }}
      variant="outline"
      colorPalette="gray"
      disabled={isSaving}
      onClick={onDownload}
    >
      {platform ? words.saveAccepted(platform.name, width, height) : words.saveLarge(width, height)}
    </Button>
  );
}
