import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** What only some people want to read, behind a line of text. */
export function Details({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <chakra.details>
      <chakra.summary
        cursor="pointer"
        minH="11"
        display="flex"
        alignItems="center"
        fontSize="xs"
        fontWeight="600"
        color="fg.muted"
        focusVisibleRing="outside"
        borderRadius="l1"
      >
        {summary}
      </chakra.summary>
      {children}
    </chakra.details>
  );
}
