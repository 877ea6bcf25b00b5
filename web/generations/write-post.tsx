import { Button } from '@chakra-ui/react';
import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { dialogOnDemand } from '#web/ui/dialog-on-demand.tsx';
import { words } from './post-words.ts';
import type { Result } from './results.ts';

const PostDialog = dialogOnDemand(async () => (await import('./post-dialog.tsx')).PostDialog);

/** Opens the post that goes with a picture: caption, hashtags, alt text and a description for the menu. */
export function WritePost({ result }: { result: Result }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" ms="-4" onClick={() => setOpen(true)}>
        <MessageSquareText size={17} aria-hidden />
        {words.open}
      </Button>
      {isOpen && <PostDialog result={result} onClose={() => setOpen(false)} />}
    </>
  );
}
