import { Alert, Box, Button, Text } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Type } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { Generation } from '#shared/api/generations.ts';
import { useOpenInHistory } from '#web/lib/use-open-in-history.ts';
import { words as shared } from '#web/lib/words.ts';
import { dialogOnDemand } from '#web/ui/dialog-on-demand.tsx';
import { words as editorWords } from './editor-words.ts';
import { changeGeneration, generationQuery, hasOpenWords } from './generation-queries.ts';
import type { PromoWords } from './promo-field.tsx';
import type { Result } from './results.ts';
import { useIsSavingWords } from './use-save-words.ts';
import { words } from './words.ts';

const WordsEditor = dialogOnDemand(async () => (await import('./words-editor.tsx')).WordsEditor);

interface ChangeWordsProps {
  /** The shown picture. */
  readonly result: Result;
  /** Called when the API has accepted other words, with the headline. */
  readonly onAccepted?: (accepted: PromoWords) => void;
}

/** Opens the editor for words on a finished picture; nothing for menu pictures, on which platforms refuse words. */
export function ChangeWords({ result, onAccepted }: ChangeWordsProps) {
  const { generation } = result;
  const editor = useOpenInHistory(`words of ${generation.id}`);
  useFollowWords(generation);
  const isSaving = useIsSavingWords(generation.id);
  if (generation.studio === null) return null;
  const isSetting = isSaving || hasOpenWords(generation);
  const failed = generation.words?.state === 'failed' ? generation.words.overlay : undefined;
  return (
    <Box w={failed ? 'full' : undefined}>
      <Text role="status" fontSize="sm" color="fg.muted">
        {isSetting && words.settingWords}
      </Text>
      {failed && (
        <Alert.Root status="error" role="alert" borderRadius="card" mt="2">
          <Alert.Indicator />
          <Alert.Title>{words.wordsFailed}</Alert.Title>
        </Alert.Root>
      )}
      <Button variant="ghost" mt="1" ms="-4" disabled={isSetting} onClick={editor.open}>
        <Type size={17} aria-hidden />
        {failed ? shared.tryAgain : generation.overlay ? editorWords.open : editorWords.add}
      </Button>
      {editor.isOpen && (
        <WordsEditor
          result={result}
          failed={failed}
          onClose={editor.close}
          onAccepted={(accepted) => onAccepted?.(accepted)}
        />
      )}
    </Box>
  );
}

/** Polls a change until it has ended, and updates every list that shows the picture. */
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
