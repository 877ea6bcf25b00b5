import { Alert, Box, Button, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatById } from '#shared/domain/formats.ts';
import { generationQuery } from '#web/generations/generation-queries.ts';
import { resultKey, resultsOf } from '#web/generations/results.ts';
import { SecondFile } from '#web/generations/second-file.tsx';
import { useSaveVariation } from '#web/generations/use-save-variation.ts';
import { words as shared } from '#web/generations/words.ts';
import { useEntitlements } from '#web/lib/account.ts';
import { notify } from '#web/lib/notify.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { StagePicture } from '#web/ui/split-layout.tsx';
import { ChoiceSummary } from './choice-summary.tsx';
import { rememberedFoodLock } from './food-lock-memory.ts';
import { ShareDialog, ShareSection } from './share.tsx';
import { offersToShare } from './share-offer.ts';
import { StudioLayout } from './studio-layout.tsx';
import type { Wizard } from './use-wizard.ts';
import { words } from './words.ts';

/** Step 4: download and share the chosen picture. */
export function PublishStep({ wizard }: { wizard: Wizard }) {
  const { state, dispatch } = wizard;
  const { hasWatermark } = useEntitlements();
  const [sharing, setSharing] = useState(false);
  const { chosen } = state;
  const generation = useQuery({
    ...generationQuery(chosen?.generationId ?? ''),
    enabled: chosen !== null,
  });
  const result = generation.data
    ? resultsOf(generation.data).find(({ variation }) => variation === chosen?.variation)
    : undefined;
  const ratio = result ? result.width / result.height : 1;
  const format = state.formatId && formatById(state.formatId);

  const save = useSaveVariation();
  const downloadButton = useRef<HTMLButtonElement>(null);

  function download(size: 'delivered' | 'large'): void {
    if (result === undefined) {
      notify.error(words.noImage);
      return;
    }
    save.mutate(
      { ...result, size },
      { onSuccess: (outcome) => setSharing(outcome === 'saved' && offersToShare()) },
    );
  }

  return (
    <StudioLayout
      wizard={wizard}
      isResult
      picture={
        generation.isPending ? (
          <StagePicture ratio={format ? format.renderWidth / format.renderHeight : 1}>
            <Skeleton w="full" h="full" borderRadius="card" />
          </StagePicture>
        ) : (
          result && (
            <StagePicture ratio={ratio}>
              <Picture src={result.previewUrl} alt={result.generation.menuItemName} />
            </StagePicture>
          )
        )
      }
      summary={<ChoiceSummary state={state} />}
      actions={
        generation.isError && !generation.data ? (
          <Button
            size="lg"
            flex="1"
            loading={generation.isFetching}
            loadingText={words.loadAgain}
            onClick={() => void generation.refetch()}
          >
            {words.loadAgain}
          </Button>
        ) : (
          <Button
            ref={downloadButton}
            size="lg"
            flex="1"
            loading={save.isPending || generation.isPending}
            loadingText={words.download}
            onClick={() => download('delivered')}
          >
            <Download size={20} aria-hidden />
            {words.download}
          </Button>
        )
      }
    >
      <PanelTitle title={words.publishTitle} text={words.publishText} />
      <Stack gap="5">
        {generation.isPending && (
          <Skeleton h="9rem" borderRadius="card" role="status" aria-label={words.loading} />
        )}
        {generation.isError && !generation.data && (
          <LoadFailed inPanel query={generation} title={words.pictureFailed} />
        )}
        {result && (
          <Box bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="card" p="5">
            <Text fontWeight="600" dir="auto">
              {result.generation.menuItemName}
            </Text>
            <Text color="fg.muted" fontVariantNumeric="tabular-nums">
              {words.file(
                format?.name ?? result.generation.templateName,
                result.generation.width,
                result.generation.height,
              )}
            </Text>
            {result.generation.watermarked && (
              <Text mt="2" fontSize="xs" color="fg.muted">
                {hasWatermark ? words.watermarkNote : words.cleanNote}
              </Text>
            )}
            <Box mt="3" _empty={{ display: 'none' }}>
              <SecondFile result={result} isSaving={save.isPending} onDownload={() => download('large')} />
            </Box>
          </Box>
        )}
        {result?.generation.fallback && (
          <Alert.Root status="warning" borderRadius="card">
            <Alert.Indicator />
            <Alert.Title>{result.generation.message ?? shared.original(result.generation)}</Alert.Title>
          </Alert.Root>
        )}
        {result && <ShareSection key={resultKey(result)} result={result} />}
        <Button
          variant="ghost"
          alignSelf="start"
          ms="-4"
          onClick={() => {
            dispatch({ type: 'startedOver', foodLock: rememberedFoodLock() });
            notify.info(words.startedOver);
          }}
        >
          {words.createNew}
        </Button>
      </Stack>
      {result && (
        <ShareDialog
          open={sharing}
          onClose={() => setSharing(false)}
          result={result}
          // It lost the focus while the picture was saved.
          finalFocus={() => downloadButton.current}
        />
      )}
    </StudioLayout>
  );
}
