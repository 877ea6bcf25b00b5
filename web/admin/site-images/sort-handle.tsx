import { IconButton } from '@chakra-ui/react';
import { GripVertical } from 'lucide-react';
import { words } from './words.ts';

/** The handle for dragging an item or moving it with the arrow keys. */
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
