import { chakra } from '@chakra-ui/react';
import type { ManagedLandingImage } from '#shared/api/site.ts';
import { PictureDialog } from '#web/admin/site-images/picture-dialog.tsx';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { words } from './words.ts';

interface OpenDialogProps {
  readonly image: ManagedLandingImage;
  readonly onClose: () => void;
}

/** Shows an image as large as the screen allows: a pair with its slider, a video with its controls. */
export function OpenDialog({ image, onClose }: OpenDialogProps) {
  const { url, beforeUrl, width = 4, height = 3 } = image;
  const title = image.title ?? words.untitled;
  return (
    <PictureDialog title={title} ratio={width / height} onClose={onClose}>
      {image.type === 'video' ? (
        <chakra.video src={url} controls autoPlay muted playsInline w="full" borderRadius="card" />
      ) : beforeUrl === null ? (
        <chakra.img src={url} alt={title} w="full" borderRadius="card" />
      ) : (
        <BeforeAfter before={beforeUrl} after={url} label={title} ratio={width / height} />
      )}
    </PictureDialog>
  );
}
