import { Heading, HStack, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { largeText } from '#web/ui/screens.ts';

/** The heading of a section of the page, with a control beside it. */
export function SectionTitle({
  title,
  text,
  control,
}: {
  title: string;
  text?: string;
  control?: ReactNode;
}) {
  return (
    <HStack
      justify="space-between"
      align="center"
      gap="4"
      mb="4"
      minH="11"
      css={{ [largeText]: { flexWrap: 'wrap' } }}
    >
      <Stack gap="0.5">
        <Heading as="h2" fontSize="lg">
          {title}
        </Heading>
        {text && (
          <Text fontSize="xs" color="fg.muted">
            {text}
          </Text>
        )}
      </Stack>
      {control}
    </HStack>
  );
}
