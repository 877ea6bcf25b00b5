import { useEffect } from 'react';
import { useLeaveGuard } from './use-leave-guard.ts';

/** Number of the shown screens that are uploading. */
let uploading = 0;

/** Whether a shown screen has files that would be lost if it was left. */
export function isUploading(): boolean {
  return uploading > 0;
}

/**
 * Lets the browser ask before the page is left with files that are not uploaded yet, and keeps a pressed notification
 * from leaving their screen.
 */
export function useUploadGuard(isUnfinished: boolean): void {
  useLeaveGuard(isUnfinished);
  useEffect(() => {
    if (!isUnfinished) return;
    uploading += 1;
    return () => {
      uploading -= 1;
    };
  }, [isUnfinished]);
}
