import { Box, chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';

/** Details that are collapsed behind a line of text. They are mounted, and load their data, when they are opened. */
export function Details({ summary, children }: { summary: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <chakra.details onToggle={(event) => setOpen(event.currentTarget.open)}>
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
        <Box ml="1" transform={isOpen ? 'rotate(180deg)' : undefined}>
          <ChevronDown size={16} aria-hidden />
        </Box>
      </chakra.summary>
      {isOpen && children}
    </chakra.details>
  );
}
