import { Button, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { paths } from '#web/paths.ts';
import { Logo } from '#web/ui/logo.tsx';

/** Shown when a screen fails to load or to render. Offers a reload, which loses nothing. */
export function ErrorPage() {
  return (
    <Message
      title="Something went wrong on our side"
      text="Your photos and credits are safe. Reload the page to continue."
    >
      <Button onClick={() => location.reload()}>Reload</Button>
      <Button asChild variant="outline">
        <a href={paths.home}>Go to home</a>
      </Button>
    </Message>
  );
}

/** The page for unknown addresses. */
export function NotFoundPage() {
  return (
    <Message title="This page is not on the menu" text="The address may be old or mistyped.">
      <Button asChild>
        <a href={paths.home}>Go to home</a>
      </Button>
    </Message>
  );
}

function Message({ title, text, children }: { title: string; text: string; children: ReactNode }) {
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
