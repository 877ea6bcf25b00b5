import { Alert, Box, Button, chakra, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { formatById } from '#shared/domain/formats.ts';
import { saveVariation } from '#web/generations/save-variation.ts';
import { notify } from '#web/lib/notify.ts';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { StagePicture } from '#web/ui/split-layout.tsx';
import { ChoiceSummary } from './choice-summary.tsx';
import { ShareDialog, ShareSection, shareableOf } from './share.tsx';
import { StudioLayout } from './studio-layout.tsx';
import type { Jobs } from './use-jobs.ts';
import type { Wizard } from './use-wizard.ts';
import { words } from './words.ts';

/** Step 4: download and share the chosen picture. */
export function PublishStep({ wizard, jobs }: { wizard: Wizard; jobs: Jobs }) {
  const { state, dispatch } = wizard;
  const [sharing, setSharing] = useState(false);
  const { chosen } = state;
  const result = jobs.results.find(
    (each) => each.generationId === chosen?.generationId && each.variation === chosen.variation,
  );
  const ratio = result ? result.width / result.height : 1;
  const format = state.formatId && formatById(state.formatId);
  const hasLarge = format ? format.renderWidth !== format.width : false;

  const save = useMutation({
    mutationFn: (size: 'delivered' | 'large') => {
      if (result === undefined) throw new Error(words.noImage);
      return saveVariation(result, size);
    },
    onSuccess: (outcome) => {
      if (outcome === 'saved') {
        notify.success(words.saved);
        setSharing(true);
      } else {
        notify.info(words.openedInTab);
      }
    },
    onError: () => notify.error(result === undefined ? words.noImage : words.saveFailed),
  });

  return (
    <StudioLayout
      wizard={wizard}
      isResult
      picture={
        result && (
          <StagePicture ratio={ratio}>
            <chakra.img
              src={result.previewUrl}
              alt={result.generation.menuItemName}
              w="full"
              h="full"
              objectFit="cover"
              borderRadius="card"
            />
          </StagePicture>
        )
      }
      summary={<ChoiceSummary state={state} />}
      actions={
        <Button
          size="lg"
          flex="1"
          loading={save.isPending}
          loadingText={words.download}
          onClick={() => save.mutate('delivered')}
        >
          <Download size={20} aria-hidden />
          {words.download}
        </Button>
      }
    >
      <PanelTitle title={words.publishTitle} text={words.publishText} />
      <Stack gap="5">
        {result && (
          <Box bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="card" p="5">
            <Text fontWeight="600">{result.generation.menuItemName}</Text>
            <Text color="fg.muted" fontVariantNumeric="tabular-nums">
              {format?.name ?? result.generation.templateName} · {result.generation.width} ×{' '}
              {result.generation.height} · JPEG
            </Text>
            {result.generation.watermarked && (
              <Text mt="2" fontSize="xs" color="fg.muted">
                {words.watermarkNote}
              </Text>
            )}
            {hasLarge && (
              <Button
                mt="3"
                variant="outline"
                colorPalette="gray"
                disabled={save.isPending}
                onClick={() => save.mutate('large')}
              >
                {words.downloadLarge}
                {format && ` (${format.renderWidth} × ${format.renderHeight})`}
              </Button>
            )}
          </Box>
        )}
        {result?.generation.fallback && (
          <Alert.Root status="warning" borderRadius="card">
            <Alert.Indicator />
            <Alert.Title>{result.generation.message ?? words.original}</Alert.Title>
          </Alert.Root>
        )}
        {result && (
          <ShareSection key={`${result.generationId}-${result.variation}`} image={shareableOf(result)} />
        )}
        <Button
          variant="ghost"
          alignSelf="start"
          ms="-4"
          onClick={() => {
            dispatch({ type: 'startedOver' });
            notify.info(words.startedOver);
          }}
        >
          {words.createNew}
        </Button>
      </Stack>
      {result && <ShareDialog open={sharing} onClose={() => setSharing(false)} image={shareableOf(result)} />}
    </StudioLayout>
  );
}
