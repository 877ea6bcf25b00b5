import { Alert, Badge, Box, Button, HStack, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatById } from '#shared/domain/formats.ts';
import { ChangeWords } from '#web/generations/change-words.tsx';
import { DishProof } from '#web/generations/dish-proof.tsx';
import { GenerationProgress, runningText } from '#web/generations/generation-progress.tsx';
import { useSetCover } from '#web/generations/generation-queries.ts';
import { NotMyDish } from '#web/generations/not-my-dish.tsx';
import { type Result, resultKey } from '#web/generations/results.ts';
import { VariationPicker } from '#web/generations/variation-picker.tsx';
import { words as shared } from '#web/generations/words.ts';
import { WritePost } from '#web/generations/write-post.tsx';
import { useMe } from '#web/lib/account.ts';
import { isDialogOpen } from '#web/lib/is-dialog-open.ts';
import { notify } from '#web/lib/notify.ts';
import { KeptOfSource } from '#web/photos/kept-of-source.tsx';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { StillPhoto } from '#web/ui/photo-in-frame.tsx';
import { PhotoPlace } from '#web/ui/photo-place.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { choicesId, StagePicture } from '#web/ui/split-layout.tsx';
import { Sweep } from '#web/ui/sweep.tsx';
import { useScreenStart } from '#web/ui/use-screen-start.ts';
import { ChoiceSummary } from './choice-summary.tsx';
import { KeptOfDish } from './kept-of-dish.tsx';
import { StudioLayout } from './studio-layout.tsx';
import { useDishFraming } from './use-dish-framing.ts';
import type { StudioGenerations } from './use-studio-generations.ts';
import type { Wizard } from './use-wizard.ts';
import { words } from './words.ts';

interface ResultsScreenProps {
  readonly wizard: Wizard;
  readonly generations: StudioGenerations;
  /** Whether a corrected mask of the dish is not saved yet. */
  readonly isMaskComing: boolean;
}

/** A running generation and the results: compare, choose, make two more, use one. */
export function ResultsScreen({ wizard, generations, isMaskComing }: ResultsScreenProps) {
  const { state, dispatch } = wizard;
  const credits = useMe()?.credits.available;
  const setCover = useSetCover();
  const [dishOnly, setDishOnly] = useState(false);
  const { results, running, failed, start } = generations;
  const { framing } = useDishFraming(state);
  const chosen = results.find((each) => state.chosen && resultKey(each) === resultKey(state.chosen));
  const shown = chosen ?? results[0];
  const format = state.formatId && formatById(state.formatId);
  const ratio = shown ? shown.width / shown.height : format ? format.renderWidth / format.renderHeight : 1;

  const phase = shown ? 'results' : running ? 'running' : 'failed';
  useScreenStart(phase);
  const arrived = useArrivals(results.length, running !== undefined);

  function useSelected(): void {
    if (state.chosen === null) return;
    const { generationId, variation } = state.chosen;
    // Not callbacks of `mutate`: they would not run, because the next screen replaces this one before the reply.
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
                key={resultKey(shown)}
                before={shown.originalUrl}
                after={shown.previewUrl}
                thumbnail={shown.thumbnailUrl}
                label={shown.generation.menuItemName}
                ratio={ratio}
                mask={dishOnly ? shown.dishMaskUrl : null}
              />
            )}
          </StagePicture>
        ) : (
          <StagePicture ratio={ratio}>
            {state.dish?.imageUrl ? (
              <StillPhoto
                src={state.dish.imageUrl}
                alt={state.dish.name}
                target={{ width: ratio, height: 1 }}
                framing={framing}
              />
            ) : (
              <PhotoPlace alt={state.dish?.name ?? ''} />
            )}
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
              loading={running !== undefined || isMaskComing}
              loadingText={words.more}
              onClick={start}
            >
              <Box as="span" display={{ base: 'none', md: 'inline' }}>
                <Plus size={18} aria-hidden />
              </Box>
              {words.more}
            </Button>
            <Button
              size="lg"
              flex="1"
              px="3"
              data-shortcut="go-on"
              disabled={state.chosen === null}
              onClick={useSelected}
            >
              {words.useSelected}
            </Button>
          </>
        ) : running ? (
          <Button size="lg" flex="1" loading loadingText={runningText(running, words.generating)}>
            {words.generating}
          </Button>
        ) : (
          <Button size="lg" flex="1" loading={isMaskComing} onClick={start}>
            {words.tryAgain}
          </Button>
        )
      }
    >
      <VisuallyHidden role="status">{arrived}</VisuallyHidden>
      {phase === 'running' && (
        <PanelTitle title={running ? runningText(running, words.generating) : words.generating} />
      )}
      {phase === 'failed' && <PanelTitle title={words.failedTitle} />}
      {results.length > 0 && (
        <>
          <PanelTitle title={words.resultsTitle} text={shared.resultsText} />
          <VariationPicker
            label={words.resultsTitle}
            results={results}
            selected={chosen}
            onSelect={({ generationId, variation }) =>
              dispatch({ type: 'resultChosen', chosen: { generationId, variation } })
            }
          />
          {shown && <DishProof result={shown} dishOnly={dishOnly} onDishOnly={setDishOnly} />}
          {shown && (
            <ChangeWords
              key={`words ${shown.generationId}`}
              result={shown}
              // "Generate 2 More" uses the same words.
              onAccepted={(changes) => dispatch({ type: 'touched', changes })}
            />
          )}
          {shown && <WritePost key={`post ${resultKey(shown)}`} result={shown} />}
          {shown && !running && (
            <NotMyDish
              key={shown.generationId}
              generation={shown.generation}
              kept={<KeptOfSource source={shown.generation.source} name={shown.generation.menuItemName} />}
              onStarted={({ id }) => dispatch({ type: 'generationStarted', generationId: id })}
              onSee={({ id: generationId, cover: variation }) => {
                dispatch({ type: 'generationStarted', generationId });
                dispatch({ type: 'resultChosen', chosen: { generationId, variation } });
              }}
            />
          )}
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
          <GenerationProgress {...(shown && { title: words.generating })} running={running} />
          {running.generation && (
            <Text mt="5" color="fg.muted" fontSize="sm">
              {shared.mayLeave}
            </Text>
          )}
        </Box>
      )}
      {failed && (
        <Alert.Root status="error" role="alert" borderRadius="card" mt="4">
          <Alert.Indicator />
          <Alert.Content>
            {shown && <Alert.Title>{words.failedTitle}</Alert.Title>}
            <Alert.Description>{failed.message}</Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      {!running && (
        <Stack mt="4" gap="1" align="start">
          {failed && state.dish && (
            <Box ms="-2">
              <KeptOfDish dish={state.dish} />
            </Box>
          )}
          {!state.finalTouchesOnly && (
            <Button variant="ghost" ms="-4" onClick={() => dispatch({ type: 'choicesAsked' })}>
              {words.changeStyle}
            </Button>
          )}
          {credits !== undefined && (
            <HStack color="fg.muted" fontSize="xs">
              <Text fontVariantNumeric="tabular-nums">{words.priceAndCredits(credits)}</Text>
            </HStack>
          )}
        </Stack>
      )}
    </StudioLayout>
  );
}

/**
 * Reports once that new pictures have arrived, and scrolls to the pictures of "Generate 2 More", which are chosen by
 * then unless a dialog is open. Returns the message.
 */
function useArrivals(pictures: number, isRunning: boolean): string {
  const [said, setSaid] = useState('');
  const before = useRef<{ pictures: number; wasRunning: boolean }>({ pictures, wasRunning: isRunning });
  const arrive = useEffectEvent(() => {
    const { pictures: had, wasRunning } = before.current;
    before.current = { pictures, wasRunning: isRunning };
    if (isRunning) setSaid('');
    if (!wasRunning || pictures <= had) return;
    setSaid(words.ready(pictures - had));
    if (had === 0 || isDialogOpen()) return;
    const chosen = document.querySelector<HTMLElement>(`#${choicesId} [role=radiogroup] input:checked`);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    chosen?.closest('label')?.scrollIntoView({ behavior: calm ? 'auto' : 'smooth', block: 'center' });
    // The pressed button may have lost the focus while it was busy.
    if (document.activeElement === document.body) chosen?.focus({ preventScroll: true });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of any of these must run the effect again.
  useEffect(() => arrive(), [pictures, isRunning]);
  return said;
}

/** A fallback: the user's own photo with a label. There is nothing to compare it with. */
function OriginalPhoto({ result }: { result: Result }) {
  return (
    <>
      <Picture src={result.previewUrl} alt={result.generation.menuItemName} />
      <Badge position="absolute" top="3" left="3" size="lg" borderRadius="pill" px="3" variant="solid">
        {shared.original(result.generation)}
      </Badge>
    </>
  );
}
