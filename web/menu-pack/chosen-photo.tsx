import { Box } from '@chakra-ui/react';
import type { Framing } from '#shared/domain/framing.ts';
import { DishName } from '#web/photos/dish-name.tsx';
import { KeptDish } from '#web/photos/kept-dish.tsx';
import { CoachPlace, PhotoCoach } from '#web/photos/photo-coach.tsx';
import type { PhotoFraming } from '#web/photos/use-framing.ts';
import { WholeDishSwitch } from '#web/photos/whole-dish-switch.tsx';
import { type MenuPhoto, photoIdOf } from './menu-draft.ts';
import type { MenuPhotoControl } from './use-menu-photo.ts';

interface ChosenPhotoProps {
  readonly photo: MenuPhoto;
  readonly control: MenuPhotoControl;
  readonly whole: PhotoFraming['whole'];
  readonly onFraming: (framing: Framing | null) => void;
}

/**
 * What is known of the chosen photo, and what can be changed: its name, the kept dish, the framing, and advice. Empty
 * while another photo is uploaded.
 */
export function ChosenPhoto({ photo, control, whole, onFraming }: ChosenPhotoProps) {
  const { upload, take, rename } = control;
  const { source, name, preview, fixedFrom } = photo;
  const photoId = photoIdOf(source);
  const file = source.type === 'upload' ? upload.fileOf(source.uploadId) : undefined;
  return (
    <>
      {!upload.isUnfinished && (
        <>
          <Box mt="3">
            <DishName name={name} onChange={(given) => rename(photo, given)} />
          </Box>
          <KeptDish
            key={photoId}
            source={source}
            src={preview}
            isNew={file !== undefined}
            formerMask={fixedFrom?.mask}
          />
          <WholeDishSwitch whole={whole} onChange={onFraming} />
        </>
      )}
      <CoachPlace>
        {source.type === 'upload' && !upload.isUnfinished && (
          <PhotoCoach
            key={`tips for ${photoId}`}
            source={source}
            src={preview}
            original={file}
            formerMask={fixedFrom?.mask}
            onFixed={(fixed, { kind, mask }) =>
              upload.start(fixed, (uploadId, { preview: fixedPreview }) =>
                take(
                  {
                    source: { type: 'upload', uploadId },
                    name,
                    preview: fixedPreview,
                    fixedFrom: { kind, mask, former: photo },
                  },
                  { keepsFraming: kind === 'brighten' },
                ),
              )
            }
            fixed={fixedFrom?.former && fixedFrom.kind}
            onUndo={() => {
              if (!fixedFrom?.former) return;
              take({ ...fixedFrom.former, name }, { keepsFraming: fixedFrom.kind === 'brighten' });
            }}
            name={name}
            onName={(given) => rename(photo, given)}
          />
        )}
      </CoachPlace>
    </>
  );
}
