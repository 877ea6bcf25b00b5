import { Badge } from '@chakra-ui/react';
import { words } from './words.ts';

/** Whether visitors see an image. */
export function StateBadge({ isActive }: { readonly isActive: boolean }) {
  return (
    <Badge
      variant={isActive ? 'solid' : 'surface'}
      colorPalette={isActive ? 'basil' : 'gray'}
      borderRadius="pill"
      px="2.5"
      py="0.5"
    >
      {isActive ? words.active : words.hidden}
    </Badge>
  );
}
