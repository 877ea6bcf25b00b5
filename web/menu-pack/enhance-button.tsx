import { Button } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { maxNameLength } from '#shared/domain/limits.ts';
import { platformById } from '#shared/domain/platforms.ts';
import { runningText } from '#web/generations/generation-progress.tsx';
import { useCreditsOffer } from '#web/generations/insufficient-credits.tsx';
import { tooLong } from '#web/lib/text-problem.ts';
import type { PhotoUpload } from '#web/lib/use-photo-upload.ts';
import { paths } from '#web/paths.ts';
import { focusDishName } from '#web/photos/dish-name.tsx';
import { useIsMaskComing } from '#web/photos/use-mask-coming.ts';
import { usePhotoQuestion } from '#web/photos/use-photo-question.tsx';
import { words as photoWords } from '#web/photos/words.ts';
import { pickPhoto } from '#web/ui/photo-drop.tsx';
import { choicesId } from '#web/ui/split-layout.tsx';
import { UploadButton } from '#web/ui/upload-button.tsx';
import type { MenuDraft, MenuPhoto } from './menu-draft.ts';
import type { MenuGeneration } from './use-menu-generation.ts';
import { useNoCredits } from './use-no-credits.ts';
import { words } from './words.ts';

interface EnhanceButtonProps {
  readonly draft: MenuDraft;
  readonly upload: PhotoUpload;
  readonly menu: MenuGeneration;
}

/** Starts the enhancement, or says what is missing and scrolls to it. */
export function EnhanceButton({ draft, upload, menu: { running, start } }: EnhanceButtonProps) {
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
  if (tooLong(draft.photo.name.trim(), maxNameLength)) {
    return (
      <Button {...button} onClick={focusDishName}>
        {photoWords.shortenName}
      </Button>
    );
  }
  return <StartButton photo={draft.photo} label={words.enhance(platform.name)} onGo={start} />;
}

interface StartButtonProps {
  readonly photo: MenuPhoto;
  readonly label: string;
  /** Starts the generation, which costs the credit. */
  readonly onGo: () => void;
}

/** Starts the enhancement; asks first if the photo has a problem. */
function StartButton({ photo, label, onGo }: StartButtonProps) {
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
