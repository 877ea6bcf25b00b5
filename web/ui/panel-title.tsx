import { Heading, HStack, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { largeText } from './screens.ts';

/** The heading of a step's choices, with an optional control beside it. */
export function PanelTitle({ title, text, control }: { title: string; text?: string; control?: ReactNode }) {
  return (
    <HStack
      justify="space-between"
      align="start"
      css={{ [largeText]: { flexWrap: 'wrap' } }}
      gap="4"
      mb={{ base: '2', md: '4' }}
    >
      <Stack gap="1">
        <Heading as="h1" tabIndex={-1} outline="none" fontSize={{ base: 'lg', md: 'xl' }} lineHeight="1.15">
          {title}
        </Heading>
        {text && <Text color="fg.muted">{text}</Text>}
      </Stack>
      {control}
    </HStack>
  );
}
