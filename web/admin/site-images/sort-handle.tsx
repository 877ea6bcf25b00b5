import { IconButton } from '@chakra-ui/react';
import { GripVertical } from 'lucide-react';
import { words } from './words.ts';

/** What an item is dragged by, or moved from by the arrow keys. */
export function SortHandle({ name, ...handle }: { readonly name: string }) {
  return (
    <IconButton
      variant="ghost"
      aria-label={words.move(name)}
      title={words.moveHelp}
      cursor="grab"
      _active={{ cursor: 'grabbing' }}
      css={{ touchAction: 'none' }}
      {...handle}
    >
      <GripVertical size={19} />
    </IconButton>
  );
}
