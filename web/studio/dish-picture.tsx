import { chakra } from '@chakra-ui/react';
import { formatById } from '#shared/domain/formats.ts';
import { PromoPreview } from '#web/generations/promo-preview.tsx';
import { CropPreview } from '#web/ui/crop-preview.tsx';
import { EmptyStage } from '#web/ui/empty-stage.tsx';
import { PhotoPlace } from '#web/ui/photo-place.tsx';
import { StagePicture } from '#web/ui/split-layout.tsx';
import { Sweep } from '#web/ui/sweep.tsx';
import { useDishFraming } from './use-dish-framing.ts';
import type { Wizard } from './use-wizard.ts';
import { words } from './words.ts';

interface DishPictureProps {
  readonly wizard: Wizard;
  readonly ratio: number;
  /** URL of a photo that is being uploaded, shown until it becomes the dish. */
  readonly waiting?: string | undefined;
  readonly sending?: boolean;
}

/** The dish in the frame of the format; it can be dragged to change the crop. */
export function DishPicture({
  wizard: { state, dispatch },
  ratio,
  waiting,
  sending = false,
}: DishPictureProps) {
  const { dish } = state;
  const chosen = state.formatId && formatById(state.formatId);
  const format = chosen && { width: chosen.renderWidth, height: chosen.renderHeight };
  const { framing } = useDishFraming(state);
  return (
    <StagePicture ratio={ratio}>
      {waiting !== undefined ? (
        <>
          <chakra.img src={waiting} alt="" w="full" h="full" objectFit="cover" borderRadius="card" />
          {sending && <Sweep />}
        </>
      ) : dish ? (
        <>
          {dish.imageUrl === null ? (
            <PhotoPlace alt={dish.name} />
          ) : (
            <CropPreview
              src={dish.imageUrl}
              alt={dish.name}
              target={format ?? { width: ratio, height: 1 }}
              framing={framing}
              onChange={(moved) => dispatch({ type: 'touched', changes: { framing: moved } })}
            />
          )}
          {format && <PromoPreview promo={state} size={format} />}
        </>
      ) : (
        <EmptyStage title={words.noDish} hint={words.noDishHint} />
      )}
    </StagePicture>
  );
}
