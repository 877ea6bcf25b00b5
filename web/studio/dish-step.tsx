import { Box, Button, Heading, HStack, Text } from '@chakra-ui/react';
import { formatById } from '#shared/domain/formats.ts';
import { type SampleMenuItem, sampleById, sampleMenuItems } from '#shared/domain/samples.ts';
import { priceOf } from '#web/lib/format.ts';
import type { PhotoUpload } from '#web/lib/use-photo-upload.ts';
import { KeptDish } from '#web/photos/kept-dish.tsx';
import { CoachPlace, PhotoCoach } from '#web/photos/photo-coach.tsx';
import { WholeDishSwitch } from '#web/photos/whole-dish-switch.tsx';
import { ChoiceGroup } from '#web/ui/choice-group.tsx';
import { LookCard } from '#web/ui/look-card.tsx';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { PhotoDrop, pickPhoto } from '#web/ui/photo-drop.tsx';
import { UploadButton } from '#web/ui/upload-button.tsx';
import { UploadProblem } from '#web/ui/upload-problem.tsx';
import { ChoiceSummary } from './choice-summary.tsx';
import { uploadedDish } from './custom-dish.ts';
import { DishPicture } from './dish-picture.tsx';
import { StudioLayout } from './studio-layout.tsx';
import { useDishFraming } from './use-dish-framing.ts';
import type { Wizard } from './use-wizard.ts';
import type { Dish } from './wizard.ts';
import { words } from './words.ts';

function sampleDish(item: SampleMenuItem): Dish {
  return { ...item, source: { type: 'sample', itemId: item.id } };
}

interface DishStepProps {
  readonly wizard: Wizard;
  /** The upload of the user's own photo; it continues on other steps. */
  readonly upload: PhotoUpload;
  /** Called with a photo, and all photos that were dropped with it. */
  readonly onPhotos: (file: File, all: readonly File[]) => void;
}

/** Step 2: the user's own photo, or one of six sample dishes. */
export function DishStep({ wizard, upload, onPhotos }: DishStepProps) {
  const { state, dispatch } = wizard;
  const format = state.formatId && formatById(state.formatId);
  const { whole } = useDishFraming(state);
  const ratio = format ? format.renderWidth / format.renderHeight : 1;

  const own = state.dish?.source.type === 'sample' ? undefined : (state.dish ?? undefined);
  const file = state.dish?.source.type === 'upload' ? upload.fileOf(state.dish.source.uploadId) : undefined;

  function chooseSample(id: string): void {
    const item = sampleById(id);
    if (item === undefined) return;
    upload.cancel();
    dispatch({ type: 'dishChosen', dish: sampleDish(item) });
  }

  return (
    <StudioLayout
      wizard={wizard}
      picture={
        <DishPicture
          wizard={wizard}
          ratio={ratio}
          waiting={upload.preview}
          sending={upload.progress !== undefined}
        />
      }
      summary={<ChoiceSummary state={state} />}
      actions={
        upload.isUnfinished ? (
          <UploadButton upload={upload} retryLabel={words.uploadAgain} />
        ) : (
          <Button
            size="lg"
            flex="1"
            data-shortcut="go-on"
            onClick={state.dish ? () => dispatch({ type: 'stepEntered', step: 3 }) : pickPhoto}
          >
            {state.dish ? words.goToLook : words.addPhoto}
          </Button>
        )
      }
    >
      <PanelTitle title={words.dishTitle} text={words.dishText} />
      <PhotoDrop
        title={own ? words.replace : words.upload}
        hint={words.replaceHint(own?.name ?? '', words.uploadHint)}
        progress={upload.progress}
        onFile={onPhotos}
        onCancel={upload.cancel}
      />
      <UploadProblem upload={upload} retryLabel={words.tryAgain} hasEarlier={own !== undefined} />
      {state.dish && !upload.isUnfinished && (
        <KeptDish
          key={state.dish.id}
          source={state.dish.source}
          src={state.dish.imageUrl}
          isNew={file !== undefined}
          formerMask={state.dish.fixedFrom?.mask}
        />
      )}
      {!upload.isUnfinished && (
        <WholeDishSwitch whole={whole} onChange={(framing) => dispatch({ type: 'wholeDishSet', framing })} />
      )}
      <CoachPlace>
        {state.dish?.source.type === 'upload' && !upload.isUnfinished && (
          <DishCoach
            dish={state.dish}
            source={state.dish.source}
            file={file}
            wizard={wizard}
            upload={upload}
          />
        )}
      </CoachPlace>
      <Heading as="h2" fontSize="md" mt="6" mb="3">
        {words.samples}
      </Heading>
      <ChoiceGroup
        label={words.samples}
        value={state.dish?.id ?? null}
        onChange={chooseSample}
        display="grid"
        gridTemplateColumns="repeat(3, minmax(0, 1fr))"
        gap="3"
      >
        {sampleMenuItems.map((item) => (
          <LookCard
            key={item.id}
            value={item.id}
            name={item.name}
            blurb={priceOf(item.priceMinor)}
            src={item.imageUrl}
            selected={state.dish?.id === item.id}
          />
        ))}
      </ChoiceGroup>
      {state.dish?.source.type === 'sample' && (
        <HStack mt="4" justify="space-between" align="start" gap="6">
          <Box>
            <Text fontWeight="600">{state.dish.name}</Text>
            <Text color="fg.muted">{state.dish.description}</Text>
          </Box>
          <Text fontWeight="600" fontVariantNumeric="tabular-nums">
            {priceOf(state.dish.priceMinor)}
          </Text>
        </HStack>
      )}
    </StudioLayout>
  );
}

interface DishCoachProps {
  readonly dish: Dish;
  readonly source: Dish['source'];
  readonly file: File | undefined;
  readonly wizard: Wizard;
  readonly upload: PhotoUpload;
}

/**
 * Advice on the user's own photo. A photo that the site corrects stays the same dish, and the correction can be undone.
 */
function DishCoach({ dish, source, file, wizard: { dispatch }, upload }: DishCoachProps) {
  const { name, fixedFrom } = dish;
  return (
    <PhotoCoach
      key={`tips for ${dish.id}`}
      source={source}
      src={dish.imageUrl}
      original={file}
      formerMask={fixedFrom?.mask}
      onFixed={(fixed, { kind, mask }) =>
        upload.start(fixed, (uploadId, photo) =>
          dispatch({
            type: 'dishChosen',
            dish: { ...uploadedDish(uploadId, photo, name), fixedFrom: { kind, mask, former: dish } },
            keepsFraming: kind === 'brighten',
          }),
        )
      }
      fixed={fixedFrom?.former && fixedFrom.kind}
      onUndo={() => {
        if (!fixedFrom?.former) return;
        const keepsFraming = fixedFrom.kind === 'brighten';
        dispatch({ type: 'dishChosen', dish: { ...fixedFrom.former, name }, keepsFraming });
      }}
      name={name}
      onName={(given) => dispatch({ type: 'dishRenamed', name: given, at: new Date().toISOString() })}
    />
  );
}
