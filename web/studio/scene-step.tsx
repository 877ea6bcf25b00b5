import { Box, Button, Field, HStack, Text, Textarea } from '@chakra-ui/react';
import { Dices, Lock } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { isSceneAllowed } from '#shared/domain/entitlements.ts';
import { maxSceneLength } from '#shared/domain/limits.ts';
import { sceneById, scenesOf } from '#shared/domain/scenes.ts';
import { Counter } from '#web/generations/promo-field.tsx';
import { words as shared } from '#web/generations/words.ts';
import { useEntitlements } from '#web/lib/account.ts';
import { notify } from '#web/lib/notify.ts';
import { tooLong } from '#web/lib/text-problem.ts';
import { useGoTo } from '#web/lib/use-go-to.ts';
import { paths } from '#web/paths.ts';
import { LookCard } from '#web/ui/look-card.tsx';
import { LookList } from '#web/ui/look-list.tsx';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { FoodLockSwitch } from './food-lock-switch.tsx';
import { fallbackOf, previewOf } from './look-previews.ts';
import { useRandomLook } from './use-random-look.ts';
import { useScrollTo } from './use-scroll-to.ts';
import type { Wizard } from './use-wizard.ts';
import { words } from './words.ts';

/** Value of the option without a scene. */
const none = '';

/** The scene: none, one of the path's presets, a random one, or the user's own words. */
export function SceneStep({ wizard }: { wizard: Wizard }) {
  const { state, dispatch } = wizard;
  const goTo = useGoTo();
  const entitlements = useEntitlements();
  const random = useRandomLook('scene');
  const list = useRef<HTMLDivElement>(null);
  const scrollTo = useScrollTo(list);
  const path = state.creationPath ?? 'social';
  const scenes = scenesOf(path);
  const fallback = fallbackOf(state.dish);
  const title = path === 'ugc' ? words.influencerTitle : words.foodTitle;
  const { scene } = state;
  const ownText = scene !== null && 'text' in scene ? scene.text : '';
  const problem = tooLong(ownText.trim(), maxSceneLength);

  // The user's own words are not an option of the list.
  const chosen = scene === null ? none : 'id' in scene ? scene.id : null;
  const toPlans = useCallback(() => goTo(paths.credits), [goTo]);

  function choose(id: string): void {
    const candidate = sceneById(path, id);
    if (candidate === undefined) {
      dispatch({ type: 'touched', changes: { scene: null } });
    } else if (!isSceneAllowed(entitlements, candidate.index)) {
      notify.info(shared.scenesLocked, { description: shared.sceneLockedText });
    } else if (!entitlements.choosesLooks) {
      notify.info(shared.randomOnly, { description: words.randomOnlyScenes });
    } else {
      dispatch({ type: 'touched', changes: { scene: { id: candidate.id } } });
    }
  }

  /** Blanks are no scene, and do not replace a chosen one. */
  function write(text: string): void {
    if (text.trim() !== '') dispatch({ type: 'touched', changes: { scene: { text } } });
    else if (ownText !== '') dispatch({ type: 'touched', changes: { scene: null } });
  }

  function draw(): void {
    if (!scenes.some(({ index }) => isSceneAllowed(entitlements, index))) {
      notify.error(words.noScenes);
      return;
    }
    random.draw(path, (drawn) => {
      dispatch({ type: 'touched', changes: { scene: drawn }, askedFor: state });
      scrollTo(drawn.id);
    });
  }

  return (
    <>
      <PanelTitle
        title={title}
        control={
          <Button
            variant="outline"
            colorPalette="gray"
            loading={random.isPending}
            loadingText={words.random}
            onClick={draw}
          >
            <Dices size={18} aria-hidden />
            {words.random}
          </Button>
        }
      />
      <FoodLockSwitch wizard={wizard} />
      <div ref={list}>
        <LookList label={title} value={chosen} onChange={choose}>
          <LookCard
            value={none}
            name={words.none}
            blurb={words.noneSceneText}
            src={fallback}
            selected={scene === null}
          />
          {scenes.map((candidate) => (
            <LookCard
              key={candidate.id}
              value={candidate.id}
              name={candidate.name}
              src={previewOf.scene(path, candidate.id)}
              fallback={fallback}
              selected={candidate.id === chosen}
              onUpgrade={isSceneAllowed(entitlements, candidate.index) ? undefined : toPlans}
            />
          ))}
        </LookList>
      </div>
      <Box mt="5">
        <Field.Root disabled={!entitlements.customScenesEnabled} invalid={problem !== undefined}>
          <Field.Label>{words.ownScene}</Field.Label>
          <Textarea
            rows={2}
            autoresize
            placeholder={words.ownScenePlaceholder}
            value={ownText}
            onChange={(event) => write(event.target.value)}
          />
          <Field.ErrorText role="alert">{problem}</Field.ErrorText>
          {entitlements.customScenesEnabled ? (
            <Counter length={ownText.length} limit={maxSceneLength} />
          ) : (
            <HStack color="fg.muted" fontSize="xs" gap="2">
              <Lock size={14} aria-hidden />
              <Text>{words.ownSceneLocked}</Text>
            </HStack>
          )}
        </Field.Root>
      </Box>
    </>
  );
}
