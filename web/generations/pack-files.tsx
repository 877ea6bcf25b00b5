import { Button } from '@chakra-ui/react';
import { FolderDown } from 'lucide-react';
import { useEntitlements } from '#web/lib/account.ts';
import { useOpenInHistory } from '#web/lib/use-open-in-history.ts';
import { PackDialog } from './pack-dialog.tsx';
import type { Result } from './results.ts';
import type { Packing } from './use-pack.ts';
import { words } from './words.ts';

interface PackFilesProps {
  readonly result: Result;
  readonly packing: Packing;
}

/** Saves the exact files of delivery platforms that are cut from one picture, for plans with the Menu Pack. */
export function PackFiles({ result, packing }: PackFilesProps) {
  const { menuEnhancerAccess } = useEntitlements();
  const { isOpen, open, close } = useOpenInHistory(`files of ${result.generationId}`);
  const { isPacking, pack, outpaintCredits } = packing;
  if (!menuEnhancerAccess || result.generation.fallback) return null;
  return (
    <>
      <Button variant="ghost" ms="-4" loading={isPacking} loadingText={words.packing} onClick={open}>
        <FolderDown size={17} aria-hidden />
        {words.packFor}
      </Button>
      {isOpen && (
        <PackDialog results={[result]} outpaintCredits={outpaintCredits} onPack={pack} onClose={close} />
      )}
    </>
  );
}
