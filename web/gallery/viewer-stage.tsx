import { Box, Button, Grid, HStack, Stack, Text } from '@chakra-ui/react';
import { Columns2, SplitSquareHorizontal, ZoomIn } from 'lucide-react';
import { useState } from 'react';
import { type Result, resultKey } from '#web/generations/results.ts';
import { words as shared } from '#web/generations/words.ts';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { words } from './words.ts';
import { ZoomPicture } from './zoom-picture.tsx';

const modes = [
  { id: 'photo', label: words.withPhoto, Icon: SplitSquareHorizontal },
  { id: 'zoom', label: words.closely, Icon: ZoomIn },
  { id: 'variations', label: words.sideBySide, Icon: Columns2 },
] as const;

interface ViewerStageProps {
  readonly label: string;
  readonly results: readonly Result[];
  readonly shown: Result;
  /** Whether the comparison with the photo shows the dish alone. */
  readonly dishOnly: boolean;
}

/** The picture of the viewer: beside its photo, closely, or beside its other variation. */
export function ViewerStage({ label, results, shown, dishOnly }: ViewerStageProps) {
  const [mode, setMode] = useState<(typeof modes)[number]['id']>('photo');
  const ratio = shown.width / shown.height;
  const isWide = mode === 'variations';
  return (
    <Stack w="full" gap="0" align="center">
      <Box style={{ width: `min(100%, calc(max(46dvh, 12.5rem) * ${isWide ? ratio * 2 : ratio}))` }}>
        {mode === 'photo' && (
          <Box data-no-swipe>
            <BeforeAfter
              key={shown.variation}
              before={shown.originalUrl}
              after={shown.previewUrl}
              thumbnail={shown.thumbnailUrl}
              label={label}
              ratio={ratio}
              mask={dishOnly ? shown.dishMaskUrl : null}
            />
          </Box>
        )}
        {mode === 'zoom' && (
          <ZoomPicture
            key={shown.previewUrl}
            src={shown.previewUrl}
            label={label}
            ratio={ratio}
            delivered={shown}
          />
        )}
        {mode === 'variations' && (
          <Grid templateColumns={`repeat(${results.length}, minmax(0, 1fr))`} gap="3">
            {results.map((result, index) => (
              <Box key={resultKey(result)} as="figure">
                <Box position="relative" aspectRatio={ratio} bg="bg.muted" borderRadius="card">
                  <Picture src={result.previewUrl} alt={`${label}, ${shared.variation(index + 1)}`} />
                </Box>
                <Text as="figcaption" fontSize="xs" color="fg.muted" textAlign="center" mt="1">
                  {shared.variation(index + 1)}
                </Text>
              </Box>
            ))}
          </Grid>
        )}
      </Box>
      <HStack justify="center" gap="1" mt="2" wrap="wrap" role="group" aria-label={words.modes}>
        {modes
          .filter(({ id }) => id !== 'variations' || results.length > 1)
          .map(({ id, label: text, Icon }) => (
            <Button
              key={id}
              size="sm"
              minH="11"
              px={{ base: '2.5', md: '3' }}
              gap="1.5"
              variant={mode === id ? 'subtle' : 'ghost'}
              colorPalette="gray"
              aria-pressed={mode === id}
              onClick={() => setMode(id)}
            >
              <Icon size={16} aria-hidden />
              {text}
            </Button>
          ))}
      </HStack>
    </Stack>
  );
}
