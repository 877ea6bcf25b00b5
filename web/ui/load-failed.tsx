import { Button, Heading, Stack, Text } from '@chakra-ui/react';
import { messageOf } from '#web/lib/api-error.ts';
import { words } from '#web/lib/words.ts';
import { EmptyState } from './empty-state.tsx';

interface LoadFailedProps {
  readonly query: {
    readonly error: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  readonly title: string;
  /** Whether it is small and replaces a panel's content. */
  readonly inPanel?: boolean;
  /** Whether it replaces a whole page. */
  readonly isPage?: boolean;
}

/** Replaces data that could not be loaded by the reason and a retry button. */
export function LoadFailed({ query, title, inPanel = false, isPage = false }: LoadFailedProps) {
  const text = messageOf(query.error);
  const again = (
    <Button
      variant={inPanel ? 'outline' : 'solid'}
      loading={query.isFetching}
      onClick={() => void query.refetch()}
    >
      {words.tryAgain}
    </Button>
  );
  if (!inPanel) return <EmptyState isPage={isPage} title={title} text={text} action={again} />;
  return (
    <Stack gap="3" align="start">
      <Stack gap="0.5">
        <Heading as="h3" fontFamily="body" fontSize="sm" fontWeight="600" letterSpacing="0">
          {title}
        </Heading>
        <Text color="fg.muted">{text}</Text>
      </Stack>
      {again}
    </Stack>
  );
}
