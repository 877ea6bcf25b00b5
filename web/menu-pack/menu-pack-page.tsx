import { Badge, Box, Button, HStack, Text, VisuallyHidden } from '@chakra-ui/react';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { backgroundStyles, imageStyles, plateStyles } from '#shared/domain/menu-styles.ts';
import { platformById, platforms } from '#shared/domain/platforms.ts';
import { GenerationProgress, runningText } from '#web/generations/generation-progress.tsx';
import { useCreditsOffer } from '#web/generations/insufficient-credits.tsx';
import { MenuStyles } from '#web/generations/menu-styles.tsx';
import { words as shared } from '#web/generations/words.ts';
import { useEntitlements, useMe } from '#web/lib/account.ts';
import { nameFromFile } from '#web/lib/format.ts';
import { notify } from '#web/lib/notify.ts';
import { useStoredPreview } from '#web/lib/photo-previews.ts';
import { useSession } from '#web/lib/session.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { useIsHere } from '#web/lib/use-is-here.ts';
import { useNotice } from '#web/lib/use-notice.ts';
import { type PhotoUpload, usePhotoUpload } from '#web/lib/use-photo-upload.ts';
import { useSavedDraft } from '#web/lib/use-saved-draft.ts';
import { paths } from '#web/paths.ts';
import { DishName, focusDishName } from '#web/photos/dish-name.tsx';
import { KeptDish } from '#web/photos/kept-dish.tsx';
import { PhotoCoach } from '#web/photos/photo-coach.tsx';
import { useIsMaskComing } from '#web/photos/use-mask-coming.ts';
import { usePhotoQuestion } from '#web/photos/use-photo-question.tsx';
import { useSeveralPhotos } from '#web/photos/use-several-photos.ts';
import { WholeDishSwitch } from '#web/photos/whole-dish-switch.tsx';
import { words as photoWords } from '#web/photos/words.ts';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { CropPreview } from '#web/ui/crop-preview.tsx';
import { EmptyStage } from '#web/ui/empty-stage.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { PhotoAnywhere } from '#web/ui/photo-anywhere.tsx';
import { PhotoDrop, pickPhoto } from '#web/ui/photo-drop.tsx';
import { StillPhoto } from '#web/ui/photo-in-frame.tsx';
import { largeText } from '#web/ui/screens.ts';
import { choicesId, SplitLayout, StagePicture } from '#web/ui/split-layout.tsx';
import { StyleTiles } from '#web/ui/style-tiles.tsx';
import { Sweep } from '#web/ui/sweep.tsx';
import { UploadButton } from '#web/ui/upload-button.tsx';
import { UploadProblem } from '#web/ui/upload-problem.tsx';
import { useScreenStart } from '#web/ui/use-screen-start.ts';
import { CompareScreen } from './compare-screen.tsx';
import {
  draftOfEdit,
  emptyDraft,
  loadDraft,
  lookOf,
  type MenuDraft,
  type MenuPhoto,
  saveDraft,
  targetOf,
} from './menu-draft.ts';
import { OptionRow } from './option-row.tsx';
import { PlatformCheck } from './platform-check.tsx';
import { RequirementsPanel } from './requirements-panel.tsx';
import { useMenuFraming } from './use-menu-framing.ts';
import { type MenuGeneration, useMenuGeneration } from './use-menu-generation.ts';
import { words } from './words.ts';

/** The Menu Enhancer Pack: prepares a menu photo for a delivery platform. Pro only. */
export function MenuPackPage() {
  const session = useSession();
  const me = useMe();
  const { menuEnhancerAccess } = useEntitlements();
  if (session.status !== 'signedIn' || me === undefined) return null;
  if (!menuEnhancerAccess) {
    return (
      <EmptyState
        isPage
        title={words.proOnly}
        text={words.proOnlyText}
        picture={
          <Box w="18rem" maxW="full">
            <BeforeAfter
              before="/samples/salad-before.jpg"
              after="/samples/salad-after.jpg"
              label={words.sample}
              ratio={1.5}
            />
          </Box>
        }
        action={
          <Button asChild size="lg">
            <Link to={paths.credits}>{shared.upgradePlan}</Link>
          </Button>
        }
      />
    );
  }
  return <StoredMenuPack key={session.userId} userId={session.userId} />;
}

function StoredMenuPack({ userId }: { userId: string }) {
  useDocumentTitle(words.title);
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const [edited] = useState(() => draftOfEdit(state));
  const [stored] = useState(() => edited ?? loadDraft(userId));
  const begin = useEffectEvent(() => {
    if (edited === undefined) return;
    // After a reload, the draft continues instead of starting a second edit.
    saveDraft(userId, edited);
    if (isHere()) navigate(pathname + search, { replace: true, state: null });
  });
  useEffect(() => begin(), []);
  const preview = useStoredPreview(userId, stored.photo?.preview);
  if (preview === undefined) return <FullScreenSpinner />;
  return (
    <MenuPack
      userId={userId}
      initial={stored.photo ? { ...stored, photo: { ...stored.photo, preview } } : stored}
    />
  );
}

function MenuPack({ userId, initial }: { userId: string; initial: MenuDraft }) {
  const [draft, setDraft] = useState(initial);
  const save = useCallback((next: MenuDraft) => saveDraft(userId, next), [userId]);
  useSavedDraft(draft, save, [draft.generationId, draft.unansweredId].join());
  const change = (changes: Partial<MenuDraft>) => setDraft((current) => ({ ...current, ...changes }));
  const menu = useMenuGeneration(draft, change);
  useScreenStart(menu.generation?.state === 'done' ? 'done' : menu.running ? 'running' : 'panel');

  const arrived = useArrival(menu);
  return (
    <>
      <VisuallyHidden role="status">{arrived}</VisuallyHidden>
      {menu.generation?.state === 'done' ? (
        <CompareScreen
          generation={menu.generation}
          top={<TopBar />}
          onRedo={(generationId) => change({ generationId })}
          // Photo and styles stay: one photo is used for many platforms.
          onAnother={() => change({ generationId: null, platform: null, imageType: null })}
        />
      ) : (
        <Panel draft={draft} change={change} menu={menu} />
      )}
    </>
  );
}

/** Reports once that the pictures of a generation that was seen running have arrived. Returns the message. */
function useArrival({ generation, running }: MenuGeneration): string {
  const [said, setSaid] = useState('');
  const wasSeen = useRef(false);
  const isDone = generation?.state === 'done';
  const isSeen = running !== undefined && (running.isSending || running.generation !== undefined);
  useEffect(() => {
    setSaid(isDone && wasSeen.current ? words.ready : '');
    wasSeen.current = isSeen;
  }, [isDone, isSeen]);
  return said;
}

function TopBar() {
  return (
    <HStack flex="1" justify="space-between" css={{ [largeText]: { flexWrap: 'wrap' } }}>
      <Button asChild variant="ghost" ms="-3">
        <Link to={paths.studio()}>
          <ArrowLeft size={18} aria-hidden />
          {words.back}
        </Link>
      </Button>
      <Badge colorPalette="saffron" variant="solid" size="lg" borderRadius="pill" px="3" fontWeight="700">
        {words.pro}
      </Badge>
    </HStack>
  );
}

interface PanelProps {
  readonly draft: MenuDraft;
  readonly change: (changes: Partial<MenuDraft>) => void;
  readonly menu: MenuGeneration;
}

function Panel({ draft, change, menu }: PanelProps) {
  const { running, failed } = menu;
  const { photo } = draft;
  const notice = useNotice();
  const take = (chosen: MenuPhoto, { keepsFraming = false } = {}) => {
    // The request without a reply was about another photo.
    if (draft.unansweredId !== null) notify.info(shared.leftUnanswered);
    change({ photo: chosen, ...(!keepsFraming && { framing: null }), unansweredId: null });
  };
  const upload = usePhotoUpload((uploadId, { fileName, preview }) =>
    take({ source: { type: 'upload', uploadId }, name: nameFromFile(fileName), preview }),
  );
  const file = photo?.source.type === 'upload' ? upload.fileOf(photo.source.uploadId) : undefined;
  const receive = useSeveralPhotos(upload.start);
  const platform = draft.platform === null ? undefined : platformById(draft.platform);
  const target = targetOf(draft);
  const { framing, whole } = useMenuFraming(draft);
  const waiting = upload.preview ?? (running ? photo?.preview : undefined);
  const fallback = photo?.preview ?? '/samples/salad.jpg';
  const noCredits = useNoCredits();

  return (
    <SplitLayout
      top={<TopBar />}
      picture={
        <StagePicture ratio={target.width / target.height}>
          {waiting !== undefined ? (
            <>
              <StillPhoto src={waiting} alt={photo?.name ?? ''} target={target} framing={framing} />
              <Sweep />
            </>
          ) : photo ? (
            <CropPreview
              src={photo.preview}
              alt={photo.name}
              target={target}
              framing={framing}
              onChange={(moved) => change({ framing: moved })}
            />
          ) : (
            <EmptyStage title={words.noPhoto} hint={words.noPhotoHint} />
          )}
        </StagePicture>
      }
      actions={<PrimaryButton draft={draft} upload={upload} menu={menu} />}
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
              upload={{
                problem: failed.message ?? shared.menuFailed,
                retry: undefined,
              }}
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
          <UploadProblem upload={upload} retryLabel={words.tryAgain} />
          {photo && upload.preview === undefined && (
            <>
              <Box mt="3">
                <DishName name={photo.name} onChange={(name) => change({ photo: { ...photo, name } })} />
              </Box>
              <KeptDish
                key={photo.preview}
                source={photo.source}
                src={photo.preview}
                isNew={file !== undefined}
                formerMask={photo.fixedFrom?.mask}
              />
              {draft.plateStyle === 'current' && (
                <WholeDishSwitch whole={whole} onChange={(chosen) => change({ framing: chosen })} />
              )}
              <PhotoCoach
                key={`tips for ${photo.preview}`}
                source={photo.source}
                src={photo.preview}
                original={file}
                formerMask={photo.fixedFrom?.mask}
                onFixed={(fixed, { kind, mask }) =>
                  upload.start(fixed, (uploadId, { preview }) =>
                    take(
                      {
                        source: { type: 'upload', uploadId },
                        name: photo.name,
                        preview,
                        fixedFrom: { kind, mask, former: photo },
                      },
                      { keepsFraming: kind === 'brighten' },
                    ),
                  )
                }
                fixed={photo.fixedFrom?.kind}
                onUndo={() => {
                  if (!photo.fixedFrom) return;
                  const { kind, former } = photo.fixedFrom;
                  take({ ...former, name: photo.name }, { keepsFraming: kind === 'brighten' });
                }}
                name={photo.name}
                onName={(name) => change({ photo: { ...photo, name } })}
              />
            </>
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
          {photo && upload.preview === undefined && platform && draft.imageType !== null && (
            <PlatformCheck
              key={`check of ${photo.preview}`}
              source={photo.source}
              src={photo.preview}
              platform={platform}
              imageType={draft.imageType}
            />
          )}
          <MenuStyles
            look={lookOf(draft)}
            plain={lookOf(emptyDraft)}
            isNew={photo === null && draft.generationId === null}
            onChange={change}
          />
          <StyleTiles
            title={words.background}
            options={backgroundStyles}
            value={draft.backgroundStyle}
            onChange={(backgroundStyle) => change({ backgroundStyle })}
            previews="background"
            fallback={fallback}
          />
          <StyleTiles
            title={words.plate}
            options={plateStyles}
            value={draft.plateStyle}
            onChange={(plateStyle) => change({ plateStyle })}
            previews="plate"
            fallback={fallback}
          />
          <Text mt="2" fontSize="xs" color="fg.muted">
            {draft.plateStyle === 'current' ? words.foodLocked : words.newPlate}
          </Text>
          <StyleTiles
            title={words.image}
            options={imageStyles}
            value={draft.imageStyle}
            onChange={(imageStyle) => change({ imageStyle })}
            previews="image-style"
            fallback={fallback}
          />
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

/** Whether no credit is left for an enhancement. */
function useNoCredits(): boolean {
  return (useMe()?.credits.available ?? 1) < 1;
}

interface PrimaryButtonProps {
  readonly draft: MenuDraft;
  readonly upload: PhotoUpload;
  readonly menu: MenuGeneration;
}

/** Starts the enhancement, or says what is missing and scrolls to it. */
function PrimaryButton({ draft, upload, menu: { running, start } }: PrimaryButtonProps) {
  const offer = useCreditsOffer();
  const noCredits = useNoCredits();
  const platform = draft.platform === null ? undefined : platformById(draft.platform);
  const button = { size: 'lg', flex: '1' } as const;
  if (running) {
    return (
      <Button {...button} loading loadingText={runningText(running, words.enhancing)}>
        {words.enhancing}
      </Button>
    );
  }
  if (noCredits) {
    return (
      <Button asChild {...button}>
        <Link to={paths.credits}>{offer}</Link>
      </Button>
    );
  }
  if (upload.isUnfinished) return <UploadButton upload={upload} retryLabel={words.uploadAgain} />;
  if (draft.photo === null) {
    return (
      <Button {...button} onClick={pickPhoto}>
        {words.addPhoto}
      </Button>
    );
  }
  if (platform === undefined || draft.imageType === null) {
    const group = platform ? words.imageType : words.platform;
    return (
      <Button {...button} onClick={() => focusGroup(group)}>
        {platform ? words.chooseType : words.choosePlatform}
      </Button>
    );
  }
  if (draft.photo.name.trim() === '') {
    return (
      <Button {...button} onClick={focusDishName}>
        {photoWords.namePlaceholder}
      </Button>
    );
  }
  return <Enhance photo={draft.photo} label={words.enhance(platform.name)} onGo={start} />;
}

interface EnhanceProps {
  readonly photo: MenuPhoto;
  readonly label: string;
  /** Starts the generation, which costs the credit. */
  readonly onGo: () => void;
}

function Enhance({ photo, label, onGo }: EnhanceProps) {
  const { source, preview, fixedFrom } = photo;
  const isMaskComing = useIsMaskComing({ source, formerMask: fixedFrom?.mask });
  const question = usePhotoQuestion({ source, src: preview, onGo, onChooseAnother: pickPhoto });
  return (
    <>
      <Button
        size="lg"
        flex="1"
        loading={question.isWaiting || isMaskComing}
        {...(isMaskComing && { loadingText: photoWords.saving })}
        onClick={question.press}
      >
        {label}
      </Button>
      {question.dialog}
    </>
  );
}

/** Scrolls to a group of options and focuses it. */
function focusGroup(label: string): void {
  const option = document.querySelector<HTMLElement>(
    `#${choicesId} [role=radiogroup][aria-label="${label}"] input`,
  );
  option?.closest('[role=radiogroup]')?.scrollIntoView({ block: 'center' });
  option?.focus({ preventScroll: true });
}
