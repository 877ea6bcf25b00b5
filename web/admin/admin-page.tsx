import { Button, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { messageOf } from '#web/lib/api-error.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { words } from './words.ts';

interface AdminPageProps {
  readonly title: string;
  readonly text?: string;
  /** Controls beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen of the back office: its heading, its controls, and what it shows. */
export function AdminPage({ title, text, actions, children }: AdminPageProps) {
  useDocumentTitle(title);
  return (
    <>
      <HStack justify="space-between" align="start" gap="4" wrap="wrap" mb="6">
        <Stack gap="1">
          <Heading as="h1" fontSize="xl" lineHeight="1.2">
            {title}
          </Heading>
          {text && <Text color="fg.muted">{text}</Text>}
        </Stack>
        {actions}
      </HStack>
      {children}
    </>
  );
}

interface ReadFailedProps {
  readonly query: {
    readonly error: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  readonly title?: string;
  /** Small, at the place of a panel's content. */
  readonly inPanel?: boolean;
}

/** In the place of what could not be read. */
export function ReadFailed({ query, title = words.failed, inPanel = false }: ReadFailedProps) {
  const again = (
    <Button
      variant={inPanel ? 'outline' : 'solid'}
      loading={query.isFetching}
      onClick={() => void query.refetch()}
    >
      {words.tryAgain}
    </Button>
  );
  if (inPanel)
    return (
      <Stack gap="3" align="start">
        <Stack gap="0.5">
          <Heading as="h3" fontFamily="body" fontSize="sm" fontWeight="600" letterSpacing="0">
            {title}
          </Heading>
          <Text color="fg.muted">{messageOf(query.error)}</Text>
        </Stack>
        {again}
      </Stack>
    );
  return <EmptyState title={title} text={messageOf(query.error)} action={again} />;
}
