import { Box, Button, Dialog, HStack, IconButton, Stack } from '@chakra-ui/react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Redo2, RotateCcw, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Generation } from '#shared/api/generations.ts';
import type { SmallPicture } from '#shared/domain/contrast.ts';
import { formatById } from '#shared/domain/formats.ts';
import {
  emptyOverlay,
  isOverlayEmpty,
  type Overlay,
  type OverlayPart,
  overlayText,
  promoOfOverlay,
  textParts,
} from '#shared/domain/overlay.ts';
import { layOutOverlay } from '#shared/domain/overlay-layout.ts';
import { isConflict, messageOf } from '#web/lib/api-error.ts';
import { overlayProblem } from '#web/lib/text-problem.ts';
import { useDiscardQuestion } from '#web/lib/use-discard-question.ts';
import { useIsMounted } from '#web/lib/use-is-mounted.ts';
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts';
import { words as common } from '#web/lib/words.ts';
import { dialogOnDemand } from '#web/ui/dialog-on-demand.tsx';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { idle } from '#web/ui/idle.ts';
import { InlineAlert } from '#web/ui/inline-alert.tsx';
import { LargeDialog } from '#web/ui/large-dialog.tsx';
import { short, shortColumn } from '#web/ui/screens.ts';
import { useBrandKit } from './brand-kit-query.ts';
import { words } from './editor-words.ts';
import { changeGeneration, generationQuery } from './generation-queries.ts';
import { loadTypeface } from './overlay-typeface.ts';
import { paletteOf, smallPictureOf, usualColors } from './picture-colors.ts';
import type { PromoWords } from './promo-field.tsx';
import type { Result } from './results.ts';
import { drawableOverlay, isSameOverlay, tidyOverlay } from './tidy-overlay.ts';
import { useOverlayHistory } from './use-overlay-history.ts';
import { useSaveWords } from './use-save-words.ts';
import { WordsControls } from './words-controls.tsx';
import { wordsDraft } from './words-draft.ts';
import { WordsStage } from './words-stage.tsx';

const BrandKitDialog = dialogOnDemand(async () => (await import('./brand-kit-dialog.tsx')).BrandKitDialog);

interface WordsEditorProps {
  /** The shown picture. */
  readonly result: Result;
  /** Words that could not be set; the editor starts with them unless there is a draft, which is newer. */
  readonly failed?: Overlay | undefined;
  readonly onClose: () => void;
  /** Called when the API has accepted the words, with the headline. */
  readonly onAccepted: (accepted: PromoWords) => void;
}

/**
 * Edits words and logo on a finished picture. The preview equals the result, because the server uses the same layout.
 */
export function WordsEditor({ result, failed, onClose, onAccepted }: WordsEditorProps) {
  const { generation } = result;
  const client = useQueryClient();
  const kit = useBrandKit();
  const [saved] = useState(() => generation.overlay ?? emptyOverlay(kit?.look ?? undefined));
  const [draft] = useState(() => wordsDraft(generation.id).read());
  const { overlay, change, undo, redo, canUndo, canRedo } = useOverlayHistory(draft ?? failed ?? saved);
  const logo = kit?.logo ?? null;
  const isLogoGone = overlay.logo && kit?.logo === null;
  const wanted = isLogoGone ? { ...overlay, logo: false } : overlay;
  const [isKitOpen, setKitOpen] = useState(false);
  const [selected, setSelected] = useState<OverlayPart>('headline');
  const [under, setUnder] = useState<SmallPicture>();
  const { data: latest } = useQuery(generationQuery(generation.id));
  const size = renderSizeOf(generation);
  const sent = tidyOverlay(wanted);
  const shown = drawableOverlay(wanted);
  const { typeface, fontFailed } = useTypeface(shown);
  const layout = typeface && layOutOverlay(shown, { typeface, size, under, logo: logo ?? undefined });
  const isChanged = !isSameOverlay(overlay, saved);
  /** Whether the words were saved or discarded, so that there is no draft any more. */
  const isDone = useRef(false);
  const isOpen = useIsMounted();
  const save = useSaveWords(generation, (accepted) => {
    client.setQueryData(generationQuery(accepted.id).queryKey, accepted);
    changeGeneration(client, accepted.id, () => accepted);
    dropDraft();
    onAccepted(promoOfOverlay(sent));
    if (isOpen.current) question.leave(onClose);
  });
  const question = useDiscardQuestion(isChanged && !save.isPending, onClose);
  // Also while the words are being saved, when there is no question.
  useLeaveGuard(isChanged);
  useEffect(() => {
    if (!isDone.current) wordsDraft(generation.id).keep(isChanged ? overlay : undefined);
  });
  const isValid = textParts.every((part) => overlayProblem(part, overlay[part]) === undefined);

  function dropDraft(): void {
    isDone.current = true;
    wordsDraft(generation.id).keep(undefined);
  }

  function pressKey(event: KeyboardEvent): void {
    if (save.isPending) return;
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  }

  return (
    <>
      <LargeDialog
        title={words.title}
        subtitle={words.subtitle}
        width="64rem"
        lengths={{ '--stage-height': { base: '38dvh', md: 'min(70dvh, 40rem)' } }}
        lengthsIfShort={{ '--stage-height': 'max(7rem, 100dvh - 11.5rem)' }}
        onKeyDown={pressKey}
        onClose={question.close}
        footer={
          <>
            <Button variant="outline" colorPalette="gray" onClick={question.close}>
              {common.cancel}
            </Button>
            <Button
              loading={save.isPending}
              disabled={!isValid || (!isChanged && failed === undefined)}
              onClick={() => save.now(sent)}
            >
              {isOverlayEmpty(sent) && !isOverlayEmpty(saved) ? words.saveEmpty : words.save}
            </Button>
          </>
        }
      >
        <Dialog.Body
          // What is changed while the words are being saved would be lost.
          inert={save.isPending}
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(20rem, 2fr)' }}
          gridTemplateRows={{ base: 'auto minmax(0, 1fr)', md: 'auto' }}
          gap={{ base: '3', md: '6' }}
          pb="4"
          overflow={{ base: 'hidden', md: 'auto' }}
          css={{
            [short]: {
              gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
              gridTemplateRows: 'minmax(0, 1fr)',
              pb: '1',
              overflow: 'hidden',
            },
            // Too low for a picture that stays above the fields: all of it scrolls.
            [shortColumn]: { gridTemplateRows: 'max-content max-content', overflow: 'auto' },
          }}
        >
          <Box css={{ [short]: { overflowY: 'auto' } }}>
            <WordsStage
              overlay={overlay}
              onChange={change}
              selected={selected}
              onSelect={setSelected}
              layout={layout}
              typeface={typeface}
              size={size}
              picture={result.basePreviewUrl ?? result.previewUrl}
              name={generation.menuItemName}
              logoUrl={logo?.url}
              onPicture={(image) => setUnder(smallPictureOf(image))}
            />
            <HStack justify="center" gap="1" mt="2">
              <IconButton variant="ghost" aria-label={words.undo} onClick={undo} {...idle(!canUndo)}>
                <Undo2 size={18} aria-hidden />
              </IconButton>
              <IconButton variant="ghost" aria-label={words.redo} onClick={redo} {...idle(!canRedo)}>
                <Redo2 size={18} aria-hidden />
              </IconButton>
              <Button variant="ghost" onClick={() => change(saved)} {...idle(!isChanged)}>
                <RotateCcw size={16} aria-hidden />
                {words.reset}
              </Button>
            </HStack>
          </Box>
          <Box overflowY="auto" px="1" mx="-1" pb="2" css={{ scrollbarGutter: 'stable' }}>
            <Stack gap="3" mb={fontFailed || isLogoGone ? '3' : '0'}>
              {fontFailed && <InlineAlert status="error" title={words.fontFailed} />}
              {isLogoGone && <InlineAlert status="error" title={words.logoGone} />}
            </Stack>
            <WordsControls
              overlay={overlay}
              onChange={change}
              selected={selected}
              onSelect={setSelected}
              colors={[
                ...new Set([
                  ...(kit?.look ? Object.values(kit.look.colors) : []),
                  ...usualColors,
                  ...(under ? paletteOf(under) : []),
                ]),
              ]}
              former={latest?.formerOverlays ?? []}
              logo={logo}
              onBrandKit={() => setKitOpen(true)}
            />
          </Box>
        </Dialog.Body>
        {save.isError && (
          <Box px="6" mb="3">
            <InlineAlert
              status="error"
              title={messageOf(save.error)}
              {...(isConflict(save.error) && {
                text: words.conflictText,
                action: { name: words.saveOver, run: () => save.over(sent) },
              })}
            />
          </Box>
        )}
      </LargeDialog>
      {isKitOpen && <BrandKitDialog onClose={() => setKitOpen(false)} />}
      <DiscardDialog
        question={{
          ...question,
          discard: () => {
            dropDraft();
            question.discard();
          },
        }}
        title={words.discardTitle}
        text={words.discardText}
        confirm={words.discard}
        cancel={common.cancel}
      />
    </>
  );
}

/** The typeface of the words; the previous one while another loads. */
function useTypeface(overlay: Overlay) {
  const text = overlayText(overlay);
  const { data, isError } = useQuery({
    queryKey: ['typeface', overlay.font, text],
    queryFn: () => loadTypeface(overlay.font, text),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { typeface: data, fontFailed: isError };
}

/** Size in pixels in which the server draws the words. */
function renderSizeOf({ studio, width, height }: Generation) {
  const format = formatById(studio?.formatId ?? '');
  return format ? { width: format.renderWidth, height: format.renderHeight } : { width, height };
}
