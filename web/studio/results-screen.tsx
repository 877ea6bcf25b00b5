import { Alert, Badge, Box, Button, chakra, Grid, HStack, Stack, Text } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { formatById } from '#shared/domain/formats.ts';
import { GenerationProgress } from '#web/generations/generation-progress.tsx';
import { useSetCover } from '#web/generations/generation-queries.ts';
import { useMe } from '#web/lib/account.ts';
import { notify } from '#web/lib/notify.ts';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { SelectedMark } from '#web/ui/selected-mark.tsx';
import { StagePicture } from '#web/ui/split-layout.tsx';
import { Sweep } from '#web/ui/sweep.tsx';
import { ChoiceSummary } from './choice-summary.tsx';
import { StudioLayout } from './studio-layout.tsx';
import type { Jobs, Result } from './use-jobs.ts';
import type { Wizard } from './use-wizard.ts';
import { words } from './words.ts';

/** A job while it runs and its results: compare, choose, make two more, use one. */
export function ResultsScreen({ wizard, jobs }: { wizard: Wizard; jobs: Jobs }) {
  const { state, dispatch } = wizard;
  const credits = useMe()?.credits.available;
  const setCover = useSetCover();
  const { results, running, failed } = jobs;
  const shown = chosenResult(results, state.chosen) ?? results[0];
  const format = state.formatId && formatById(state.formatId);
  const ratio = shown ? shown.width / shown.height : format ? format.renderWidth / format.renderHeight : 1;

  function useSelected(): void {
    if (state.chosen === null) return;
    const { generationId, variation } = state.chosen;
    // This screen is gone before the answer is here, and with it what `mutate` would call back.
    setCover.mutateAsync({ generationId, cover: variation }).catch(() => notify.error(words.notSaved));
    dispatch({ type: 'selectedUsed' });
  }

  return (
    <StudioLayout
      wizard={wizard}
      isResult={shown !== undefined}
      picture={
        shown ? (
          <StagePicture ratio={ratio}>
            {shown.generation.fallback ? (
              <OriginalPhoto result={shown} />
            ) : (
              <BeforeAfter
                key={`${shown.generationId}-${shown.variation}`}
                before={shown.originalUrl}
                after={shown.previewUrl}
                label={shown.generation.menuItemName}
                ratio={ratio}
              />
            )}
          </StagePicture>
        ) : (
          <StagePicture ratio={ratio}>
            <chakra.img
              src={state.dish?.imageUrl}
              alt={state.dish?.name}
              w="full"
              h="full"
              objectFit="cover"
              borderRadius="card"
              style={{ objectPosition: `${state.framing.x * 100}% ${state.framing.y * 100}%` }}
            />
            {running && <Sweep />}
          </StagePicture>
        )
      }
      summary={<ChoiceSummary state={state} />}
      actions={
        results.length > 0 ? (
          <>
            <Button
              size="lg"
              variant="outline"
              colorPalette="gray"
              flex="1"
              px="3"
              disabled={running !== undefined}
              onClick={jobs.start}
            >
              <Box as="span" display={{ base: 'none', md: 'inline' }}>
                <Plus size={18} aria-hidden />
              </Box>
              {words.more}
            </Button>
            <Button size="lg" flex="1" px="3" disabled={state.chosen === null} onClick={useSelected}>
              {words.useSelected}
            </Button>
          </>
        ) : running ? (
          <Button size="lg" flex="1" loading loadingText={words.generating}>
            {words.generating}
          </Button>
        ) : (
          <Button size="lg" flex="1" onClick={jobs.start}>
            {words.tryAgain}
          </Button>
        )
      }
    >
      {results.length > 0 && (
        <>
          <PanelTitle title={words.resultsTitle} text={words.resultsText} />
          <Grid
            templateColumns={`repeat(${ratio < 0.8 ? 3 : 2}, minmax(0, 1fr))`}
            gap="3"
            role="group"
            aria-label={words.resultsTitle}
          >
            {results.map((result, index) => (
              <ResultTile
                key={`${result.generationId}-${result.variation}`}
                result={result}
                label={words.variation(index + 1)}
                selected={result === chosenResult(results, state.chosen)}
                onSelect={() =>
                  dispatch({
                    type: 'resultChosen',
                    chosen: { generationId: result.generationId, variation: result.variation },
                  })
                }
              />
            ))}
          </Grid>
          {shown?.generation.message && (
            <Alert.Root status="warning" role="alert" borderRadius="card" mt="4">
              <Alert.Indicator />
              <Alert.Title>{shown.generation.message}</Alert.Title>
            </Alert.Root>
          )}
        </>
      )}
      {running && (
        <Box
          bg={results.length > 0 ? 'bg.panel' : undefined}
          borderWidth={results.length > 0 ? '1px' : undefined}
          borderColor="border"
          borderRadius="card"
          p={results.length > 0 ? '5' : '0'}
          mt={results.length > 0 ? '5' : '2'}
        >
          <GenerationProgress
            title={words.generating}
            steps={words.jobSteps}
            current={running.generation?.step ?? 'queued'}
            since={running.since}
          />
          <Text mt="5" color="fg.muted" fontSize="sm">
            {words.waiting}
          </Text>
        </Box>
      )}
      {failed && (
        <Alert.Root status="error" role="alert" borderRadius="card" mt="4">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{words.failedTitle}</Alert.Title>
            <Alert.Description>{failed.message}</Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      {!running && (
        <Stack mt="4" gap="1" align="start">
          {!state.finalTouchesOnly && (
            <Button variant="ghost" ms="-4" onClick={() => dispatch({ type: 'choicesAsked' })}>
              {words.changeLooks}
            </Button>
          )}
          {credits !== undefined && (
            <HStack color="fg.muted" fontSize="xs">
              <Text fontVariantNumeric="tabular-nums">
                {words.price} · {credits} left
              </Text>
            </HStack>
          )}
        </Stack>
      )}
    </StudioLayout>
  );
}

function chosenResult(results: readonly Result[], chosen: Wizard['state']['chosen']): Result | undefined {
  return results.find(
    (result) => result.generationId === chosen?.generationId && result.variation === chosen.variation,
  );
}

/** A fallback: the user's own photo, said to be so; there is nothing to compare it with. */
function OriginalPhoto({ result }: { result: Result }) {
  return (
    <>
      <chakra.img
        src={result.previewUrl}
        alt={result.generation.menuItemName}
        w="full"
        h="full"
        objectFit="cover"
        borderRadius="card"
      />
      <Badge position="absolute" top="3" left="3" size="lg" borderRadius="pill" px="3" variant="solid">
        {words.original}
      </Badge>
    </>
  );
}

interface ResultTileProps {
  readonly result: Result;
  readonly label: string;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

function ResultTile({ result, label, selected, onSelect }: ResultTileProps) {
  return (
    <chakra.button
      type="button"
      aria-pressed={selected}
      aria-label={label}
      onClick={onSelect}
      position="relative"
      borderRadius="card"
      overflow="hidden"
      cursor="pointer"
      aspectRatio={result.width / result.height}
      focusVisibleRing="outside"
      bg="bg.muted"
    >
      <chakra.img src={result.thumbnailUrl} alt="" w="full" h="full" objectFit="cover" />
      {selected && <SelectedMark />}
    </chakra.button>
  );
}
