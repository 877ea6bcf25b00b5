import { Alert, Box, Button, chakra, Grid } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Generation } from '#shared/api/generations.ts';
import { useSetCover } from '#web/generations/generation-queries.ts';
import { saveVariation } from '#web/generations/save-variation.ts';
import { notify } from '#web/lib/notify.ts';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { SelectedMark } from '#web/ui/selected-mark.tsx';
import { SplitLayout, StagePicture } from '#web/ui/split-layout.tsx';
import { alternativeOf } from './menu-draft.ts';
import { words } from './words.ts';

interface CompareScreenProps {
  readonly generation: Generation;
  readonly top: ReactNode;
  readonly onAnother: () => void;
}

/** 'Menu Images Enhanced!': compare, pick a variation, save it. */
export function CompareScreen({ generation, top, onAnother }: CompareScreenProps) {
  const [index, setIndex] = useState<number>(generation.cover);
  const setCover = useSetCover();
  const shown =
    generation.variations.find((variation) => variation.index === index) ?? generation.variations[0];
  const save = useMutation({
    mutationFn: (size: 'delivered' | 'large') =>
      saveVariation(
        { generationId: generation.id, variation: shown?.index ?? 0, previewUrl: shown?.previewUrl ?? '' },
        size,
      ),
    onSuccess: (outcome) => {
      if (outcome === 'saved') notify.success(words.saved);
      else notify.info(words.openedInTab);
      if (shown === undefined || shown.index === generation.cover) return;
      const cover = { generationId: generation.id, cover: shown.index };
      setCover.mutate(cover, { onError: () => notify.error(words.notSaved) });
    },
    onError: () => notify.error(words.saveFailed),
  });
  if (shown === undefined) return null;
  const { menu } = generation;
  const alternative = menu && alternativeOf(menu.platform, menu.imageType);
  const ratio = shown.width / shown.height;

  return (
    <SplitLayout
      top={top}
      isResult
      picture={
        <StagePicture ratio={ratio}>
          <BeforeAfter
            key={shown.index}
            before={generation.originalUrl ?? shown.previewUrl}
            after={shown.previewUrl}
            label={generation.menuItemName}
            ratio={ratio}
          />
        </StagePicture>
      }
      actions={
        <>
          <Button size="lg" variant="outline" colorPalette="gray" flex="1" px="3" onClick={onAnother}>
            {words.another}
          </Button>
          <Button size="lg" flex="1" px="3" loading={save.isPending} onClick={() => save.mutate('delivered')}>
            <Box as="span" display={{ base: 'none', md: 'inline' }}>
              <Download size={19} aria-hidden />
            </Box>
            {words.save}
          </Button>
        </>
      }
    >
      <PanelTitle title={words.done} text={words.doneText} />
      <Grid templateColumns="repeat(2, minmax(0, 1fr))" gap="3" role="group" aria-label="Variations">
        {generation.variations.map((variation, position) => (
          <chakra.button
            key={variation.index}
            type="button"
            aria-pressed={variation.index === shown.index}
            aria-label={words.variation(position + 1)}
            onClick={() => setIndex(variation.index)}
            position="relative"
            aspectRatio={ratio}
            borderRadius="card"
            overflow="hidden"
            cursor="pointer"
            bg="bg.muted"
            focusVisibleRing="outside"
          >
            <chakra.img src={variation.thumbnailUrl} alt="" w="full" h="full" objectFit="cover" />
            {variation.index === shown.index && <SelectedMark />}
          </chakra.button>
        ))}
      </Grid>
      {generation.message && (
        <Alert.Root status="warning" role="alert" borderRadius="card" mt="4">
          <Alert.Indicator />
          <Alert.Title>{generation.message}</Alert.Title>
        </Alert.Root>
      )}
      {alternative && (
        <Button
          mt="4"
          variant="outline"
          colorPalette="gray"
          disabled={save.isPending}
          onClick={() => save.mutate('large')}
        >
          {words.saveLarge} ({alternative.width} × {alternative.height})
        </Button>
      )}
    </SplitLayout>
  );
}
