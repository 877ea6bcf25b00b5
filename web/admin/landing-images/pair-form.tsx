import { Button, HStack, Stack, Text } from '@chakra-ui/react';
import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { FileSlot } from '#web/admin/site-images/file-slot.tsx';
import { words as shared } from '#web/admin/site-images/words.ts';
import { words } from './words.ts';

interface PairFormProps {
  /** Resolves to whether the pair was added. */
  readonly onPair: (after: File, before: File) => Promise<boolean>;
}

/**
 * Two pictures of one dish; the button appears when both are chosen (back-office-and-public-pages.md section 5).
 */
export function PairForm({ onPair }: PairFormProps) {
  const [before, setBefore] = useState<File>();
  const [after, setAfter] = useState<File>();
  const [sending, setSending] = useState(false);

  async function send(): Promise<void> {
    if (!before || !after) return;
    setSending(true);
    const added = await onPair(after, before);
    setSending(false);
    if (!added) return;
    setBefore(undefined);
    setAfter(undefined);
  }

  return (
    <Stack
      gap="4"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.muted"
      borderRadius="card"
      p={{ base: '4', md: '5' }}
      maxW="44rem"
    >
      <HStack gap="4" align="start">
        <FileSlot label={shared.before} file={before} onFile={setBefore} disabled={sending} />
        <FileSlot label={shared.after} file={after} onFile={setAfter} disabled={sending} />
      </HStack>
      <HStack justify="space-between" minH="11" gap="4" wrap="wrap">
        <Text color="fg.muted" fontSize="xs" role="status">
          {before && after ? '' : shared.bothFiles}
        </Text>
        {before && after && (
          <Button loading={sending} onClick={() => void send()}>
            <ImageUp size={18} aria-hidden />
            {words.upload.menu}
          </Button>
        )}
      </HStack>
    </Stack>
  );
}
