import { Heading, HStack, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { largeText } from '#web/ui/screens.ts';

interface PanelProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** A part of a screen with its own heading. */
export function Panel({ title, text, children }: PanelProps) {
  return (
    <Stack
      as="section"
      aria-label={title}
      gap="4"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.muted"
      borderRadius="card"
      p="5"
      css={{ [largeText]: { padding: '3' } }}
      minW="0"
    >
      <Stack gap="0.5">
        <Heading as="h2" fontSize="md">
          {title}
        </Heading>
        {text && (
          <Text fontSize="xs" color="fg.muted">
            {text}
          </Text>
        )}
      </Stack>
      {children}
    </Stack>
  );
}

/** A row with a name and, at its end, a figure. */
export function Row({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <HStack
      justify="space-between"
      align="baseline"
      gap="4"
      py="2.5"
      borderTopWidth="1px"
      borderColor="border.muted"
      _first={{ borderTopWidth: '0', pt: '0' }}
      _last={{ pb: '0' }}
      css={{ [largeText]: { flexWrap: 'wrap' } }}
    >
      <Text as="dt" color="fg.muted">
        {name}
      </Text>
      <Text as="dd" fontWeight="600" fontVariantNumeric="tabular-nums" textAlign="end">
        {children}
      </Text>
    </HStack>
  );
}
