import { Alert, Button } from '@chakra-ui/react';
import { words as photoWords } from '#web/lib/photo-words.ts';
import { words as shared } from '#web/lib/words.ts';

interface UploadProblemProps {
  readonly upload: {
    readonly problem: string | undefined;
    readonly retry: (() => void) | undefined;
    readonly cancel?: () => void;
  };
  readonly retryLabel: string;
  /** Whether a photo that was chosen before stays in use if this one is refused. */
  readonly hasEarlier?: boolean;
}

function showInView(alert: HTMLElement | null): void {
  alert?.scrollIntoView({ block: 'center' });
}

/** Why a photo was refused, with buttons that upload it again or discard it. */
export function UploadProblem({ upload, retryLabel, hasEarlier = false }: UploadProblemProps) {
  if (upload.problem === undefined) return null;
  return (
    <Alert.Root
      // On a low phone it would be below the visible part.
      ref={showInView}
      status="error"
      role="alert"
      borderRadius="card"
      mt="3"
      alignItems="center"
      flexWrap="wrap"
    >
      <Alert.Indicator />
      <Alert.Title flex="1 1 12rem">
        {upload.problem}
        {hasEarlier && !upload.retry && ` ${photoWords.stillInUse}`}
      </Alert.Title>
      {upload.retry && (
        <Button variant="outline" onClick={upload.retry}>
          {retryLabel}
        </Button>
      )}
      {upload.retry && upload.cancel && (
        <Button variant="ghost" onClick={upload.cancel}>
          {shared.cancel}
        </Button>
      )}
    </Alert.Root>
  );
}
