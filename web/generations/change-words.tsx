import { Alert, Box, Button, chakra, Dialog, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Type } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Generation } from '#shared/api/generations.ts';
import { formatById } from '#shared/domain/formats.ts';
import { tidyPromoText, undrawableText } from '#shared/domain/promo-characters.ts';
import { call } from '#web/lib/api.ts';
import { isTransient, messageOf } from '#web/lib/api-error.ts';
import { newId } from '#web/lib/server-time.ts';
import { words as shared } from '#web/lib/words.ts';
import { SmallDialog, SmallDialogFooter } from '#web/ui/small-dialog.tsx';
import { changeGeneration, generationQuery, hasOpenWords } from './generation-queries.ts';
import { PromoField, type PromoWords } from './promo-field.tsx';
import { PromoPreview } from './promo-preview.tsx';
import type { Result } from './results.ts';
import { words } from './words.ts';

interface ChangeWordsProps {
  /** The picture that is shown. */
  readonly result: Result;
  /** Called when the API has accepted other words. */
  readonly onAccepted?: (accepted: PromoWords) => void;
}

/** Sets other words on a finished picture, free of charge; nothing where it was made without any. */
export function ChangeWords({ result, onAccepted }: ChangeWordsProps) {
  const { generation, basePreviewUrl } = result;
  const [editing, setEditing] = useState(false);
  useFollowWords(generation);
  if (basePreviewUrl === null || generation.studio === null) return null;
  const isSetting = hasOpenWords(generation);
  const { promoText, promoPosition } =
    generation.words?.state === 'failed' ? generation.words : generation.studio;
  return (
    <Box w="full">
      <Text role="status" fontSize="sm" color="fg.muted">
        {isSetting && words.settingWords}
      </Text>
      {generation.words?.state === 'failed' && (
        <Alert.Root status="error" role="alert" borderRadius="card" mt="2">
          <Alert.Indicator />
          <Alert.Title>{words.wordsFailed}</Alert.Title>
        </Alert.Root>
      )}
      <Button variant="ghost" mt="1" ms="-4" disabled={isSetting} onClick={() => setEditing(true)}>
        <Type size={17} aria-hidden />
        {generation.words?.state === 'failed' ? shared.tryAgain : words.changeWords}
      </Button>
      {editing && (
        <WordsDialog
          result={result}
          base={basePreviewUrl}
          initial={{ promoText, promoPosition }}
          onClose={() => setEditing(false)}
          onAccepted={(accepted) => {
            setEditing(false);
            onAccepted?.(accepted);
          }}
        />
      )}
    </Box>
  );
}

/** Follows a change until it has ended, and puts its result into every list that shows the picture. */
function useFollowWords(generation: Generation): void {
  const client = useQueryClient();
  const isSetting = hasOpenWords(generation);
  const { data } = useQuery({
    ...generationQuery(generation.id),
    enabled: isSetting,
    refetchOnMount: 'always',
  });
  const ended = data?.words?.id === generation.words?.id && data && !hasOpenWords(data) ? data : undefined;
  const show = useEffectEvent((changed: Generation) => {
    if (isSetting) changeGeneration(client, changed.id, () => changed);
  });
  useEffect(() => {
    if (ended) show(ended);
  }, [ended]);
}

interface WordsDialogProps {
  readonly result: Result;
  readonly base: string;
  readonly initial: PromoWords;
  readonly onClose: () => void;
  readonly onAccepted: (accepted: PromoWords) => void;
}

function WordsDialog({ result, base, initial, onClose, onAccepted }: WordsDialogProps) {
  const { generation } = result;
  const client = useQueryClient();
  const [value, setValue] = useState(initial);
  const idFor = useIdFor();
  const change = useMutation({
    mutationFn: (wanted: PromoWords) =>
      call('changeWords', {
        params: { generationId: generation.id },
        body: { id: idFor(wanted), ...wanted },
      }),
    retry: (failures, error) => failures < 2 && isTransient(error),
    onSuccess: (accepted, wanted) => {
      client.setQueryData(generationQuery(accepted.id).queryKey, accepted);
      changeGeneration(client, accepted.id, () => accepted);
      onAccepted(wanted);
    },
  });
  const format = formatById(generation.studio?.formatId ?? '');
  const size = format
    ? { width: format.renderWidth, height: format.renderHeight }
    : { width: generation.width, height: generation.height };
  const ratio = size.width / size.height;
  const text = tidyPromoText(value.promoText);
  return (
    <SmallDialog onClose={onClose} title={words.changeWords}>
      <Dialog.Body>
        <Stack gap="4">
          <Box
            position="relative"
            mx="auto"
            style={{ width: `min(100%, calc(45dvh * ${ratio}))`, aspectRatio: ratio }}
          >
            <chakra.img
              src={base}
              alt={words.withoutWords(generation.menuItemName)}
              w="full"
              h="full"
              objectFit="cover"
              borderRadius="card"
            />
            <PromoPreview text={value.promoText} position={value.promoPosition} size={size} />
          </Box>
          <PromoField
            label={words.wordsLabel}
            value={value}
            disabled={change.isPending}
            onChange={(changes) => setValue({ ...value, ...changes })}
          />
          <Text fontSize="sm" color="fg.muted">
            {words.changeWordsText}
          </Text>
          {change.isError && (
            <Alert.Root status="error" role="alert" borderRadius="card">
              <Alert.Indicator />
              <Alert.Title>{messageOf(change.error)}</Alert.Title>
            </Alert.Root>
          )}
        </Stack>
      </Dialog.Body>
      <SmallDialogFooter
        onCancel={onClose}
        action={text === '' ? words.removeWords : words.setWords}
        onAction={() => change.mutate({ ...value, promoText: text })}
        isPending={change.isPending}
        disabled={undrawableText(text) !== undefined}
      />
    </SmallDialog>
  );
}

/** An id for these words: the same while they are the same, because the answer to an earlier request may be lost. */
function useIdFor(): (wanted: PromoWords) => string {
  const last = useRef<{ readonly id: string; readonly of: string } | undefined>(undefined);
  return (wanted) => {
    const of = JSON.stringify(wanted);
    if (last.current?.of !== of) last.current = { id: newId(), of };
    return last.current.id;
  };
}
