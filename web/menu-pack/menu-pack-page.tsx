import { Box, Button, VisuallyHidden } from '@chakra-ui/react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { sayPutAside } from '#web/generations/say-put-aside.ts';
import { words as shared } from '#web/generations/words.ts';
import { useEntitlements, useMe } from '#web/lib/account.ts';
import { notify } from '#web/lib/notify.ts';
import { useStoredPreview } from '#web/lib/photo-previews.ts';
import { useSession } from '#web/lib/session.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { useIsHere } from '#web/lib/use-is-here.ts';
import { useSavedDraft } from '#web/lib/use-saved-draft.ts';
import { paths } from '#web/paths.ts';
import { useMissingPreview } from '#web/photos/use-missing-preview.ts';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';
import { useScreenStart } from '#web/ui/use-screen-start.ts';
import { CompareScreen } from './compare-screen.tsx';
import { draftOfEdit, loadDraft, type MenuDraft, saveDraft } from './menu-draft.ts';
import { MenuPanel } from './menu-panel.tsx';
import { TopBar } from './top-bar.tsx';
import { type MenuGeneration, useMenuGeneration } from './use-menu-generation.ts';
import { useMenuPhoto } from './use-menu-photo.ts';
import { usePicturesEntry } from './use-pictures-entry.ts';
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
  const [former] = useState(() => loadDraft(userId));
  const [stored, setStored] = useState(edited ?? former);
  const begin = useEffectEvent(() => {
    if (edited === undefined) return;
    // After a reload, the draft continues instead of starting a second edit.
    saveDraft(userId, edited);
    if (isHere()) navigate(pathname + search, { replace: true, state: null });
    const isOther = former.photo !== null && former.generationId !== sourceIdOf(edited);
    const isUnanswered = former.unansweredId !== null;
    if (isOther) sayPutAside(() => setStored(former), { isUnanswered });
    else if (isUnanswered) notify.info(shared.leftUnanswered);
  });
  useEffect(() => begin(), []);
  const { photo } = stored;
  const preview = useStoredPreview(userId, photo?.preview ?? undefined);
  if (preview === undefined) return <FullScreenSpinner />;
  return (
    <MenuPack
      // Undo gives the former draft back.
      key={stored === edited ? 'edited' : 'former'}
      userId={userId}
      initial={photo ? { ...stored, photo: { ...photo, preview } } : stored}
    />
  );
}

/** The generation that a draft edits; undefined for another photo. */
function sourceIdOf({ photo }: MenuDraft): string | undefined {
  return photo?.source.type === 'generation' ? photo.source.generationId : undefined;
}

function MenuPack({ userId, initial }: { userId: string; initial: MenuDraft }) {
  const [draft, setDraft] = useState(initial);
  const source = draft.photo?.source;
  useMissingPreview(draft.photo, (preview) =>
    setDraft((current) => {
      const { photo } = current;
      return photo === null || photo.source !== source
        ? current
        : { ...current, photo: { ...photo, preview } };
    }),
  );
  const save = useCallback((next: MenuDraft) => saveDraft(userId, next), [userId]);
  useSavedDraft(draft, save, [draft.generationId, draft.unansweredId].join());
  const change = (changes: Partial<MenuDraft>) => setDraft((current) => ({ ...current, ...changes }));
  const menu = useMenuGeneration(draft, change);
  const menuPhoto = useMenuPhoto(draft, menu, change);
  const done = menu.generation?.state === 'done' ? menu.generation : undefined;
  const pictures = usePicturesEntry({
    id: done?.id,
    wereShown: draft.shownId === done?.id,
    onShown: (shownId) => change({ shownId }),
  });
  useScreenStart(pictures.areShown ? 'done' : menu.running ? 'running' : 'panel');

  const arrived = useArrival(menu);
  return (
    <>
      <VisuallyHidden role="status">{arrived}</VisuallyHidden>
      {done && pictures.areShown ? (
        <CompareScreen
          key={done.id}
          generation={done}
          top={<TopBar />}
          onRedo={(generationId) => change({ generationId })}
          onAnother={() => {
            // Photo and styles stay: one photo is used for many platforms.
            change({ generationId: null, platform: null, imageType: null });
            pictures.leave();
          }}
        />
      ) : (
        <MenuPanel draft={draft} change={change} menu={menu} menuPhoto={menuPhoto} />
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
