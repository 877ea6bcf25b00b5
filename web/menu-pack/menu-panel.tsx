import { Box, Button, Text } from '@chakra-ui/react';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { platformById, platforms } from '#shared/domain/platforms.ts';
import { GenerationProgress, runningText } from '#web/generations/generation-progress.tsx';
import { words as shared } from '#web/generations/words.ts';
import { useNotice } from '#web/lib/use-notice.ts';
import { paths } from '#web/paths.ts';
import { useSeveralPhotos } from '#web/photos/use-several-photos.ts';
import { CropPreview } from '#web/ui/crop-preview.tsx';
import { EmptyStage } from '#web/ui/empty-stage.tsx';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { PhotoAnywhere } from '#web/ui/photo-anywhere.tsx';
import { PhotoDrop } from '#web/ui/photo-drop.tsx';
import { StillPhoto } from '#web/ui/photo-in-frame.tsx';
import { PhotoPlace } from '#web/ui/photo-place.tsx';
import { SplitLayout, StagePicture } from '#web/ui/split-layout.tsx';
import { Sweep } from '#web/ui/sweep.tsx';
import { UploadProblem } from '#web/ui/upload-problem.tsx';
import { ChosenPhoto } from './chosen-photo.tsx';
import { EnhanceButton } from './enhance-button.tsx';
import { type MenuDraft, photoIdOf, targetOf } from './menu-draft.ts';
import { OptionRow } from './option-row.tsx';
import { PlatformCheck } from './platform-check.tsx';
import { RequirementsPanel } from './requirements-panel.tsx';
import { StyleChoices } from './style-choices.tsx';
import { TopBar } from './top-bar.tsx';
import { useMenuFraming } from './use-menu-framing.ts';
import type { MenuGeneration } from './use-menu-generation.ts';
import type { MenuPhotoControl } from './use-menu-photo.ts';
import { useNoCredits } from './use-no-credits.ts';
import { words } from './words.ts';

interface MenuPanelProps {
  readonly draft: MenuDraft;
  readonly change: (changes: Partial<MenuDraft>) => void;
  readonly menu: MenuGeneration;
  readonly menuPhoto: MenuPhotoControl;
}

/** The photo, and beside it the choices of an enhancement; its progress while it runs. */
export function MenuPanel({ draft, change, menu, menuPhoto }: MenuPanelProps) {
  const { running, failed } = menu;
  const { photo } = draft;
  const notice = useNotice();
  const { upload } = menuPhoto;
  const receive = useSeveralPhotos(upload.start);
  const platform = draft.platform === null ? undefined : platformById(draft.platform);
  const target = targetOf(draft);
  const { whole } = useMenuFraming(draft);
  const noCredits = useNoCredits();

  return (
    <SplitLayout
      top={<TopBar />}
      picture={
        <StagePicture ratio={target.width / target.height}>
          <PanelPicture
            draft={draft}
            change={change}
            uploading={upload.preview}
            isRunning={running !== undefined}
          />
        </StagePicture>
      }
      actions={<EnhanceButton draft={draft} upload={upload} menu={menu} />}
    >
      {!running && <PhotoAnywhere onFile={receive} hint={words.dropAnywhere} />}
      {running ? (
        <>
          <PanelTitle title={runningText(running, words.enhancing)} />
          <GenerationProgress running={running} />
        </>
      ) : (
        <>
          <PanelTitle title={words.title} text={words.text} />
          <WholeMenuLink />
          {noCredits && (
            <Text mb="4" px="4" py="3" borderRadius="card" bg="saffron.subtle">
              {words.noCredits}
            </Text>
          )}
          {failed && (
            <UploadProblem
              upload={{ problem: failed.message ?? shared.menuFailed, retry: undefined }}
              retryLabel={words.tryAgain}
            />
          )}
          <PhotoDrop
            title={photo ? words.replace : words.upload}
            hint={words.replaceHint(photo?.name ?? '', words.uploadHint)}
            progress={upload.progress}
            onFile={receive}
            onCancel={upload.cancel}
          />
          <UploadProblem upload={upload} retryLabel={words.tryAgain} hasEarlier={photo !== null} />
          {photo && (
            <ChosenPhoto
              photo={photo}
              control={menuPhoto}
              // With a new plate, the model draws the whole picture.
              whole={draft.plateStyle === 'current' ? whole : undefined}
              onFraming={(chosen) => change({ framing: chosen })}
            />
          )}
          <OptionRow
            title={words.platform}
            options={platforms}
            value={draft.platform}
            onChange={(id) => change({ platform: id, imageType: null, framing: null })}
          />
          {platform && (
            <OptionRow
              title={words.imageType}
              options={platform.imageTypes}
              value={draft.imageType}
              onChange={(imageType) => change({ imageType, framing: null })}
            />
          )}
          <RequirementsPanel draft={draft} />
          {photo && !upload.isUnfinished && platform && draft.imageType !== null && (
            <PlatformCheck
              key={`check of ${photoIdOf(photo.source)}`}
              source={photo.source}
              src={photo.preview}
              platform={platform}
              imageType={draft.imageType}
            />
          )}
          <StyleChoices draft={draft} onChange={change} />
          {notice && (
            <Text mt="5" fontSize="xs" color="fg.muted">
              {notice}
            </Text>
          )}
        </>
      )}
    </SplitLayout>
  );
}

interface PanelPictureProps {
  readonly draft: MenuDraft;
  readonly change: (changes: Partial<MenuDraft>) => void;
  /** Preview of a photo that is being uploaded. */
  readonly uploading: string | undefined;
  readonly isRunning: boolean;
}

/** The photo in the frame of the wanted file. It can be dragged, except while it is uploaded or enhanced. */
function PanelPicture({ draft, change, uploading, isRunning }: PanelPictureProps) {
  const { photo } = draft;
  const { framing } = useMenuFraming(draft);
  const src = uploading ?? photo?.preview;
  if (src === undefined) return <EmptyStage title={words.noPhoto} hint={words.noPhotoHint} />;
  const isBusy = uploading !== undefined || isRunning;
  const alt = photo?.name ?? '';
  const target = targetOf(draft);
  return (
    <>
      {src === null ? (
        <PhotoPlace alt={alt} />
      ) : isBusy ? (
        <StillPhoto src={src} alt={alt} target={target} framing={framing} />
      ) : (
        <CropPreview
          src={src}
          alt={alt}
          target={target}
          framing={framing}
          onChange={(moved) => change({ framing: moved })}
        />
      )}
      {isBusy && <Sweep />}
    </>
  );
}

/** A link to whole menus, for many photos. */
function WholeMenuLink() {
  return (
    <Button
      asChild
      variant="outline"
      w="full"
      h="auto"
      minH="12"
      py="2"
      mb="4"
      justifyContent="space-between"
    >
      <Link to={paths.wholeMenu()}>
        <Box textAlign="start" whiteSpace="normal">
          {words.wholeMenu}
          <Text as="span" display="block" fontSize="xs" fontWeight="400" color="fg.muted">
            {words.wholeMenuText}
          </Text>
        </Box>
        <ArrowRight size={18} aria-hidden />
      </Link>
    </Button>
  );
}
