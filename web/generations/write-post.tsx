import { Button } from '@chakra-ui/react';
import { MessageSquareText } from 'lucide-react';
import { useOpenInHistory } from '#web/lib/use-open-in-history.ts';
import { dialogOnDemand } from '#web/ui/dialog-on-demand.tsx';
import { words } from './post-words.ts';
import type { Result } from './results.ts';

const PostDialog = dialogOnDemand(async () => (await import('./post-dialog.tsx')).PostDialog);

/** Opens the post that goes with a picture: caption, hashtags, alt text and a description for the menu. */
export function WritePost({ result }: { result: Result }) {
  const { isOpen, open, close } = useOpenInHistory(`post of ${result.generationId}`);
  return (
    <>
      <Button variant="ghost" ms="-4" onClick={open}>
        <MessageSquareText size={17} aria-hidden />
        {words.open}
      </Button>
      {isOpen && <PostDialog result={result} onClose={close} />}
    </>
  );
}
