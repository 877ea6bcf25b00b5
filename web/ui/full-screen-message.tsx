import { Heading, HStack, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';

interface FullScreenMessageProps {
  readonly title: string;
  readonly text: string;
  /** Buttons. */
  readonly children: ReactNode;
}

/** A page with a message, if no screen can be shown. */
export function FullScreenMessage({ title, text, children }: FullScreenMessageProps) {
  return (
    <Stack as="main" minH="100dvh" align="center" justify="center" gap="6" p="6" textAlign="center">
      <Logo />
      <Stack gap="2" maxW="28rem">
        <Heading as="h1" fontSize="xl">
          {title}
        </Heading>
        <Text color="fg.muted">{text}</Text>
      </Stack>
      <HStack gap="3">{children}</HStack>
    </Stack>
  );
}
