import { Alert, Button, Dialog, Field, RadioGroup, Stack, Text, Textarea } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Generation } from '#shared/api/generations.ts';
import {
  hasRedoFallenShort,
  type RedoReason,
  redoObstacle,
  redoObstacleTexts,
  redoReasons,
  redoReasonTexts,
} from '#shared/domain/redo.ts';
import { call } from '#web/lib/api.ts';
import { isTransient, messageOf } from '#web/lib/api-error.ts';
import { ledgerKey } from '#web/lib/billing.ts';
import { newId } from '#web/lib/server-time.ts';
import { SmallDialog, SmallDialogFooter } from '#web/ui/small-dialog.tsx';
import { changeGeneration, generationQuery, refreshAfterGeneration } from './generation-queries.ts';
import { words } from './words.ts';

interface NotMyDishProps {
  /** The generation whose pictures are shown. */
  readonly generation: Generation;
  readonly onStarted: (redo: Generation) => void;
}

/** Asks for other pictures of the same dish, once and free of charge; says why where that is not possible. */
export function NotMyDish({ generation, onStarted }: NotMyDishProps) {
  const [asking, setAsking] = useState(false);
  const { redo } = generation;
  const earlier = useQuery({ ...generationQuery(redo?.id ?? ''), enabled: redo !== null });
  const obstacle = redoObstacle(generation, Date.now());
  const isUsed = redo !== null && !(earlier.data && hasRedoFallenShort(earlier.data));
  if (obstacle === 'unfinished') return null;
  if (obstacle || isUsed) {
    return (
      <Text mt="3" fontSize="xs" color="fg.muted">
        {obstacle ? redoObstacleTexts[obstacle] : words.redoUsed}
      </Text>
    );
  }
  return (
    <>
      {redo !== null && (
        <Text mt="3" fontSize="xs" color="fg.muted">
          {earlier.data?.state === 'done' ? words.redoFellShort : words.redoFailed}
        </Text>
      )}
      <Button variant="ghost" mt="1" ms="-4" alignSelf="start" onClick={() => setAsking(true)}>
        <RotateCcw size={17} aria-hidden />
        {words.notMyDish}
      </Button>
      {asking && (
        <RedoDialog
          generationId={generation.id}
          onClose={() => setAsking(false)}
          onStarted={(started) => {
            setAsking(false);
            onStarted(started);
          }}
        />
      )}
    </>
  );
}

interface RedoDialogProps {
  readonly generationId: string;
  readonly onClose: () => void;
  readonly onStarted: (redo: Generation) => void;
}

function RedoDialog({ generationId, onClose, onStarted }: RedoDialogProps) {
  const client = useQueryClient();
  // The same for every attempt: a request whose answer was lost is not carried out twice.
  const [id] = useState(newId);
  const [reason, setReason] = useState<RedoReason | null>(null);
  const [note, setNote] = useState('');
  const redo = useMutation({
    mutationFn: (chosen: RedoReason) =>
      call('redoGeneration', { params: { generationId }, body: { id, reason: chosen, note } }),
    retry: (failures, error) => failures < 2 && isTransient(error),
    onSuccess: (started, chosen) => {
      client.setQueryData(generationQuery(started.id).queryKey, started);
      changeGeneration(client, generationId, (known) => ({ ...known, redo: { id, reason: chosen } }));
      void refreshAfterGeneration(client);
      void client.invalidateQueries({ queryKey: ledgerKey });
      onStarted(started);
    },
  });
  return (
    <SmallDialog onClose={onClose} title={words.redoTitle}>
      <Dialog.Body>
        <Stack gap="5">
          <Text color="fg.muted">{words.redoText}</Text>
          <RadioGroup.Root
            aria-label={words.redoReason}
            value={reason}
            onValueChange={({ value }) => setReason(redoReasons.find((known) => known === value) ?? null)}
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
          <Field.Root>
            <Field.Label>{words.redoNote}</Field.Label>
            <Textarea
              rows={2}
              maxLength={200}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </Field.Root>
          {redo.isError && (
            <Alert.Root status="error" role="alert" borderRadius="card">
              <Alert.Indicator />
              <Alert.Title>{messageOf(redo.error)}</Alert.Title>
            </Alert.Root>
          )}
        </Stack>
      </Dialog.Body>
      <SmallDialogFooter
        onCancel={onClose}
        action={words.redoConfirm}
        onAction={() => reason && redo.mutate(reason)}
        isPending={redo.isPending}
        disabled={reason === null}
      />
    </SmallDialog>
  );
}
