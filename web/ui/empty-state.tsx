import { Box, Heading, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly title: string;
  /** Whether it replaces a whole page: its title is then the page's heading. */
  readonly isPage?: boolean;
  readonly text: string;
  /** A picture of the future content. */
  readonly picture?: ReactNode;
  /** A button for the next step. */
  readonly action?: ReactNode;
}

/** Shown on a screen that has no content yet or could not be loaded. */
export function EmptyState({ title, isPage = false, text, picture, action }: EmptyStateProps) {
  return (
    <Stack align="center" textAlign="center" gap="5" py={{ base: '10', md: '16' }} px="4">
      {picture && (
        <Box display="flex" justifyContent="center" w="full" maxW="sm">
          {picture}
        </Box>
      )}
      <Stack gap="2" maxW="26rem" align="center">
        <Heading as={isPage ? 'h1' : 'h2'} fontSize="xl" lineHeight="1.15">
          {title}
        </Heading>
        <Text color="fg.muted">{text}</Text>
      </Stack>
      {action}
    </Stack>
  );
}
