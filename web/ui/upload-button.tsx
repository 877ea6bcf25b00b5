import { Button } from '@chakra-ui/react';
import { words } from './words.ts';

interface UploadButtonProps {
  readonly upload: { readonly progress: number | undefined; readonly retry: (() => void) | undefined };
  readonly retryLabel: string;
}

/** The primary button while a photo is not uploaded: a busy state, or a retry. */
export function UploadButton({ upload: { progress, retry }, retryLabel }: UploadButtonProps) {
  const busy = progress !== undefined;
  return (
    <Button size="lg" flex="1" loading={busy} loadingText={words.uploadingButton} onClick={retry}>
      {retryLabel}
    </Button>
  );
}
