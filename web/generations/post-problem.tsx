import { Alert, Button } from '@chakra-ui/react';
import { ApiError, messageOf } from '#web/lib/api-error.ts';
import { words } from './post-words.ts';

interface PostProblemProps {
  readonly error: unknown;
  /** Loads the stored text. */
  readonly onReload: () => void;
}

/** Says that what was typed has given way to a text of another tab, and brings it back. */
export function WordsAside({ onUse }: { readonly onUse: () => void }) {
  return (
    <Alert.Root status="info" role="status" borderRadius="card">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{words.aside}</Alert.Title>
      </Alert.Content>
      <Button size="sm" minH="11" variant="outline" onClick={onUse}>
        {words.useAside}
      </Button>
    </Alert.Root>
  );
}

/** Why a post was not written or saved, and what to do. */
export function PostProblem({ error, onReload }: PostProblemProps) {
  const isConflict = error instanceof ApiError && error.code === 'conflict';
  return (
    <Alert.Root status="error" role="alert" borderRadius="card">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{messageOf(error)}</Alert.Title>
        {isConflict && <Alert.Description>{words.conflictText}</Alert.Description>}
      </Alert.Content>
      {isConflict && (
        <Button size="sm" minH="11" variant="outline" onClick={onReload}>
          {words.loadOther}
        </Button>
      )}
    </Alert.Root>
  );
}
