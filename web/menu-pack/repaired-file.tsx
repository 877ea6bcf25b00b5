import { Box, Button, chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import type { PhotoCheck } from '#shared/api/photos.ts';
import type { Box as Part } from '#shared/domain/dish-place.ts';
import { fileSize } from '#shared/domain/size-texts.ts';
import { words as checkWords } from '#web/generations/check-words.ts';
import { words } from './words.ts';

interface RepairedFileProps {
  readonly repair: NonNullable<PhotoCheck['repair']>;
  /** Address of the upright photo; null while it is being loaded. */
  readonly src: string | null;
  readonly onSave: () => void;
  readonly isSaving: boolean;
}

/** The repaired file, with a button to save it. */
export function RepairedFile({ repair, src, onSave, isSaving }: RepairedFileProps) {
  const { file, state, message } = repair;
  if (state === 'failed')
    return (
      <Text role="alert" fontSize="sm" color="fg.error">
        {message ?? words.repairFailed}
      </Text>
    );
  if (!file) return null;
  const left = file.results.filter(({ verdict }) => verdict === 'fail' || verdict === 'advice');
  return (
    <HStack gap="4" align="start" borderRadius="l2" bg="bg.muted" p="3" flexWrap="wrap">
      <PartOf src={src} part={file.crop} ratio={file.width / file.height} />
      <Stack flex="1" minW="12rem" gap="2">
        <Text role="status" fontSize="sm" fontWeight="600">
          {words.repaired(file.width, file.height, fileSize(file.bytes))}
        </Text>
        <Text fontSize="sm" color="fg.muted">
          {words.leftOver(left.map(({ check }) => checkWords.checks[check]))}
        </Text>
        <Button alignSelf="start" size="sm" minH="11" loading={isSaving} onClick={onSave}>
          <Download size={16} aria-hidden />
          {words.saveRepaired}
        </Button>
      </Stack>
    </HStack>
  );
}

/** The part of the photo that was kept, as the file shows it. */
function PartOf({ src, part, ratio }: { src: string | null; part: Part | null; ratio: number }) {
  const { left, top, width, height } = part ?? { left: 0, top: 0, width: 1, height: 1 };
  return (
    <Box
      position="relative"
      overflow="hidden"
      w="8rem"
      flexShrink="0"
      borderRadius="l1"
      style={{ aspectRatio: ratio }}
    >
      {src !== null && (
        <chakra.img
          src={src}
          alt=""
          position="absolute"
          maxW="none"
          style={{
            width: `${100 / width}%`,
            height: `${100 / height}%`,
            left: `${(-100 * left) / width}%`,
            top: `${(-100 * top) / height}%`,
          }}
        />
      )}
    </Box>
  );
}
