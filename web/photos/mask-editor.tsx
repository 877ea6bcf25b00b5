import { Box, Button, Dialog, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Photo } from '#shared/api/photos.ts';
import { leastMaskShare, mostMaskShare } from '#shared/domain/limits.ts';
import { noSticky, short } from '#web/ui/screens.ts';
import { MaskCanvas } from './mask-canvas.tsx';
import { coverageOf, type Mask } from './mask-file.ts';
import { MaskTools } from './mask-tools.tsx';
import { doubtsAbout, unsolvableIn } from './photo-advice.ts';
import { measuresQuery } from './photo-queries.ts';
import type { MaskHistory } from './use-mask-history.ts';
import { frameOf, useMaskView } from './use-mask-view.ts';
import { words } from './words.ts';

interface MaskEditorProps {
  readonly photo: Photo;
  readonly src: string;
  /** The mask when the dialog was opened. */
  readonly mask: Mask;
  readonly picture: HTMLImageElement;
  readonly history: MaskHistory;
  readonly isSaving: boolean;
  /** Why it could not be saved. */
  readonly failure: string | undefined;
  readonly onUse: (mask: Mask) => void;
  readonly onCancel: () => void;
}

/** The body and the footer of the dialog: the photo, the tools that correct its mask, and the buttons. */
export function MaskEditor(props: MaskEditorProps) {
  const { photo, src, mask, picture, history, isSaving, failure, onUse, onCancel } = props;
  const { ratio, fit } = frameOf(mask);
  const control = useMaskView(fit);
  const base = history.base ?? mask;
  const [keeps, setKeeps] = useState(true);
  const [brush, setBrush] = useState(36);
  const [current, setCurrent] = useState(mask);
  const share = coverageOf(current);
  const problem = share < leastMaskShare ? words.empty : share > mostMaskShare ? words.full : undefined;
  const advice = useAdvice(photo, src);

  const undo = history.canUndo && !isSaving ? history.undo : undefined;
  const redo = history.canRedo && !isSaving ? history.redo : undefined;
  useUndoRedoKeys(undo, redo);
  /** Keys without Ctrl, while the photo has the focus. */
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    z: undo,
    y: redo,
    k: () => setKeeps(true),
    r: () => setKeeps(false),
  };
  /** Height of the sentences above and below the photo that are not always there, in rem. */
  const sentences = (advice === '' ? 0 : 3) + (problem ? 1.5 : 0);

  return (
    <>
      <Dialog.Body
        display="grid"
        gap="3"
        justifyItems="center"
        alignContent={{ md: 'start' }}
        gridTemplateColumns="minmax(0, 1fr)"
        // On a phone, the photo is centred in the space that the rest leaves free.
        gridTemplateRows={{ base: advice === '' ? '1fr auto' : 'auto 1fr auto', md: 'auto' }}
        px={{ base: '3', md: '6' }}
        pb={{ base: '1', md: '6' }}
        css={{
          '--photo': { base: `max(12rem, 100dvh - ${23 + sentences}rem)`, md: '49dvh' },
          // The photo is beside the rest. The last row takes its extra height.
          [short]: {
            '--photo': '55dvh',
            gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
            gridTemplateRows: 'auto auto 1fr',
            columnGap: '6',
            rowGap: '1',
          },
        }}
      >
        {advice !== '' && (
          // On a phone, the photo reaches further to the sides than texts.
          <Text w="full" px={{ base: '3', md: '0' }} color="fg.warning" fontWeight="600">
            {advice}
          </Text>
        )}
        <Box
          alignSelf="center"
          css={{ [short]: { gridColumn: '1', gridRow: '1 / span 3', alignSelf: 'start' } }}
          style={{
            aspectRatio: ratio,
            width: `min(100%, calc(var(--photo) * ${ratio}))`,
          }}
        >
          <MaskCanvas
            picture={picture}
            mask={base}
            corrections={history.corrections}
            keeps={keeps}
            brush={brush}
            control={control}
            isBusy={isSaving}
            onCorrect={history.correct}
            onMask={setCurrent}
            onKey={(key) => keys[key]?.()}
          />
        </Box>
        <MaskTools
          keeps={keeps}
          onKeeps={setKeeps}
          brush={brush}
          onBrush={setBrush}
          onUndo={undo}
          onRedo={redo}
          control={control}
        />
        <Text
          w="full"
          fontSize="xs"
          color="fg.muted"
          display={{ base: 'none', md: 'block' }}
          css={{ [short]: { display: 'none' } }}
        >
          {words.keyboard}
        </Text>
      </Dialog.Body>
      <Dialog.Footer
        columnGap="3"
        rowGap={{ base: '1', md: '3' }}
        flexWrap="wrap"
        position="sticky"
        // Offsets the positioner's padding.
        bottom={{ base: '0', md: '-6' }}
        zIndex="1"
        bg="bg.panel"
        pt={{ base: '2', md: '3' }}
        pb={{ base: 'max(0.5rem, var(--bottom))', md: '4' }}
        borderBottomRadius={{ md: 'card' }}
        css={{
          [short]: { bottom: '0', pt: '1', pb: 'max(0.25rem, var(--bottom))', borderBottomRadius: '0' },
          [noSticky]: { position: 'static' },
        }}
      >
        <Text
          w="full"
          fontSize="sm"
          color={failure || problem ? 'fg.error' : 'fg.muted'}
          aria-live="polite"
          css={{ [short]: { w: 'auto', flex: '1' } }}
        >
          {problem ?? failure ?? words.keeps(share)}
        </Text>
        <Button variant="ghost" me="auto" disabled={isSaving || history.isCutOut} onClick={history.startOver}>
          {words.automatic}
        </Button>
        {/* Hidden on a phone, which has little room and the close button above. */}
        <Button variant="outline" onClick={onCancel} display={{ base: 'none', md: 'inline-flex' }}>
          {words.cancel}
        </Button>
        <Button loading={isSaving} disabled={problem !== undefined} onClick={() => onUse(current)}>
          {words.save}
        </Button>
      </Dialog.Footer>
    </>
  );
}

/** Calls `undo` and `redo` for Ctrl or ⌘ with Z and Y, unless a question is open. */
function useUndoRedoKeys(undo: (() => void) | undefined, redo: (() => void) | undefined): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isOther = document.querySelector('[role=alertdialog]') !== null;
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isOther) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'z' && !event.shiftKey) undo?.();
    else redo?.();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** What to know about the photo: what no correction of the mask can solve, otherwise why the mask is doubtful. */
function useAdvice(photo: Photo, src: string): string {
  const { data: measures } = useQuery(measuresQuery(src));
  const unsolvable = unsolvableIn(measures, photo);
  const sentences =
    unsolvable.length > 0
      ? unsolvable.map((problem) => words.advice[problem])
      : doubtsAbout(photo).map((doubt) => words.doubts[doubt]);
  return sentences.join(' ');
}
