import {
  Alert,
  Button,
  Dialog,
  Field,
  HStack,
  RadioGroup,
  Spinner,
  Stack,
  Text,
  Textarea,
} from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Images, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import type { Generation } from '#shared/api/generations.ts';
import {
  hasRedoFallenShort,
  maxRedoNoteLength,
  redoObstacle,
  redoObstacleTexts,
  redoReasons,
  redoReasonTexts,
} from '#shared/domain/redo.ts';
import { isNotFound } from '#web/lib/api-error.ts';
import { isOpen } from '#web/lib/is-open.ts';
import { keptDraft } from '#web/lib/kept-draft.ts';
import { serverNow } from '#web/lib/server-time.ts';
import { tooLong } from '#web/lib/text-problem.ts';
import { useOpenInHistory } from '#web/lib/use-open-in-history.ts';
import { SmallDialog, SmallDialogFooter } from '#web/ui/small-dialog.tsx';
import { generationQuery } from './generation-queries.ts';
import { useAskForRedo } from './use-ask-for-redo.ts';
import { words } from './words.ts';

interface NotMyDishProps {
  /** The generation whose pictures are shown. */
  readonly generation: Generation;
  /** Opens what is kept of the photo, for a dish that was cut wrongly. */
  readonly kept: ReactNode;
  readonly onStarted: (redo: Generation) => void;
  /** Shows the pictures of a finished redo. */
  readonly onSee: (redo: Generation) => void;
}

/**
 * Asks for other pictures of the same dish, once and free of charge; says why if that is not possible. An earlier redo,
 * perhaps from another device, is followed and its pictures can be opened.
 */
export function NotMyDish({ generation, kept, onStarted, onSee }: NotMyDishProps) {
  const { redo } = generation;
  const { data, error } = useQuery({ ...generationQuery(redo?.id ?? ''), enabled: redo !== null });
  // Also undefined if it has been deleted. A connection that is lost for a moment changes nothing.
  const earlier = isNotFound(error) ? undefined : data;
  const isRead = redo === null || data !== undefined || isNotFound(error);
  const isUsed = redo !== null && !(earlier && hasRedoFallenShort(earlier, earlier.isLastRedo));
  const obstacle = redoObstacle(generation, serverNow());
  // A redo may have been asked for elsewhere.
  const isLost = isRead && (isUsed || obstacle !== undefined);
  const asking = useOpenInHistory(`redo of ${generation.id}`, isLost);
  if (obstacle === 'unfinished') return null;
  if (isUsed && earlier && isOpen(earlier)) {
    return (
      <HStack mt="3" gap="3" role="status" fontSize="sm">
        <Spinner size="sm" color="brand.solid" borderWidth="2px" flexShrink="0" />
        {words.redoStarted}
      </HStack>
    );
  }
  const seeRedo = earlier?.state === 'done' && !earlier.fallback && (
    <Button variant="ghost" ms="-4" alignSelf="start" onClick={() => onSee(earlier)}>
      <Images size={17} aria-hidden />
      {words.redoSee}
    </Button>
  );
  if (isUsed || obstacle) {
    return (
      <>
        <Text mt="3" fontSize="xs" color="fg.muted">
          {isUsed ? words.redoUsed : obstacle && redoObstacleTexts[obstacle]}
        </Text>
        {seeRedo}
      </>
    );
  }
  return (
    <>
      {redo !== null && (
        <Text mt="3" fontSize="xs" color="fg.muted">
          {earlier?.state === 'done' ? words.redoFellShort : words.redoFailed}
        </Text>
      )}
      {seeRedo}
      <HStack mt="1" gap="0" wrap="wrap">
        <Button variant="ghost" ms="-4" onClick={asking.open}>
          <RotateCcw size={17} aria-hidden />
          {words.notMyDish}
        </Button>
        <Text fontSize="sm" color="fg.muted">
          {words.redoIsFree}
        </Text>
      </HStack>
      {asking.isOpen && (
        <RedoDialog
          generation={generation}
          keptPart={kept}
          onClose={asking.close}
          onStarted={(started) => {
            // This may close a dialog around this one, and both by it.
            onStarted(started);
            asking.close();
          }}
        />
      )}
    </>
  );
}

const wishSchema = z.object({ reason: z.nullable(z.enum(redoReasons)), note: z.string() });

type RedoWish = z.infer<typeof wishSchema>;

const noWish: RedoWish = { reason: null, note: '' };

const keptRedoWish = (generationId: string) => keptDraft(`platepost.redo-wish.${generationId}`, wishSchema);

interface RedoDialogProps {
  readonly generation: Generation;
  readonly keptPart: ReactNode;
  readonly onClose: () => void;
  readonly onStarted: (redo: Generation) => void;
}

function RedoDialog({ generation, keptPart, onClose, onStarted }: RedoDialogProps) {
  const kept = keptRedoWish(generation.id);
  const [{ reason, note }, setWish] = useState(() => kept.read() ?? noWish);
  const change = (part: Partial<RedoWish>) => {
    const wish = { reason, note, ...part };
    setWish(wish);
    kept.keep(wish);
  };
  const { ask, isPending, problem } = useAskForRedo(generation.id, (started) => {
    kept.keep(undefined);
    onStarted(started);
  });
  const unfit = tooLong(note.trim(), maxRedoNoteLength);
  return (
    <SmallDialog onClose={onClose} title={words.redoTitle}>
      <Dialog.Body>
        <Stack gap="5">
          <Text color="fg.muted">{words.redoText}</Text>
          <RadioGroup.Root
            aria-label={words.redoReason}
            value={reason}
            onValueChange={({ value }) =>
              change({ reason: redoReasons.find((known) => known === value) ?? null })
            }
          >
            <Stack gap="1">
              {redoReasons.map((each) => (
                <RadioGroup.Item key={each} value={each} minH="11">
                  <RadioGroup.ItemHiddenInput />
                  <RadioGroup.ItemIndicator />
                  <RadioGroup.ItemText>{redoReasonTexts[each]}</RadioGroup.ItemText>
                </RadioGroup.Item>
              ))}
            </Stack>
          </RadioGroup.Root>
          {reason === 'cut_wrongly' && (
            <Stack gap="1" align="start" role="status">
              <Text>{words.redoCut}</Text>
              {keptPart}
            </Stack>
          )}
          <Field.Root invalid={unfit !== undefined}>
            <Field.Label>{words.redoNote}</Field.Label>
            <Textarea rows={2} value={note} onChange={({ target }) => change({ note: target.value })} />
            <Field.ErrorText role="alert">{unfit}</Field.ErrorText>
          </Field.Root>
          {problem !== undefined && (
            <Alert.Root status="error" role="alert" borderRadius="card">
              <Alert.Indicator />
              <Alert.Title>{problem}</Alert.Title>
            </Alert.Root>
          )}
        </Stack>
      </Dialog.Body>
      <SmallDialogFooter
        onCancel={onClose}
        action={words.redoConfirm}
        onAction={() => reason && ask({ reason, note })}
        isPending={isPending}
        disabled={reason === null || unfit !== undefined}
      />
    </SmallDialog>
  );
}
