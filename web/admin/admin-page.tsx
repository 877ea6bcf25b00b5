import { Heading, HStack, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { largeText } from '#web/ui/screens.ts';

interface AdminPageProps {
  readonly title: string;
  readonly text?: string;
  /** Controls beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a back-office screen: heading, controls and content. */
export function AdminPage({ title, text, actions, children }: AdminPageProps) {
  useDocumentTitle(title);
  return (
    <>
      <HStack justify="space-between" align="start" gap="4" wrap="wrap" mb="6">
        <Stack gap="1">
          <Heading as="h1" fontSize="xl" lineHeight="1.2" css={{ [largeText]: { fontSize: 'lg' } }}>
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
