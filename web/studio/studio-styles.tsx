import { useEffect, useEffectEvent } from 'react';
import type { StudioLook } from '#shared/api/styles.ts';
import { HouseStyles } from '#web/generations/house-styles.tsx';
import { useDefaultStyle } from '#web/generations/style-queries.ts';
import { useEntitlements, useMe } from '#web/lib/account.ts';
import { notify } from '#web/lib/notify.ts';
import { rememberedFoodLock } from './food-lock-memory.ts';
import { allowedLook, lookOf, noLook } from './house-look.ts';
import type { Wizard } from './use-wizard.ts';
import { changesNothing, type WizardState } from './wizard.ts';
import { words } from './words.ts';

/** House styles at the beginning and at the end of the choices: applies one, or saves the present choices. */
export function StudioStyles({ wizard: { state, dispatch } }: { wizard: Wizard }) {
  const entitlements = useEntitlements();
  const apply = useApply(dispatch);
  const current = lookOf(state);
  return (
    <HouseStyles
      part={changesNothing(state) && !state.foodLock ? undefined : { studio: current }}
      isUsable={({ studio }) => studio !== null}
      isCurrent={({ studio }) =>
        studio !== null && isSame(lookOf(allowedLook(studio, entitlements).look), current)
      }
      onApply={({ studio }) => {
        if (studio) apply(studio);
      }}
      onClear={() => dispatch({ type: 'lookApplied', look: { ...noLook, foodLock: rememberedFoodLock() } })}
    />
  );
}

/** Applies the default style to a new picture. */
export function useDefaultLook({ state, dispatch }: Wizard): void {
  const preset = useDefaultStyle()?.studio ?? null;
  const isPlanKnown = useMe() !== undefined;
  const apply = useApply(dispatch);
  const isNew = isBeginning(state);
  const begin = useEffectEvent(() => {
    if (preset) apply(preset);
  });
  const isWanted = preset !== null && isPlanKnown && isNew;
  useEffect(() => {
    if (isWanted) begin();
  }, [isWanted]);
}

/** Whether nothing but the format was chosen. */
function isBeginning(state: WizardState): boolean {
  const { step, dish, creationPath, finalTouchesOnly, generations } = state;
  return (
    step === 1 &&
    dish === null &&
    creationPath === null &&
    !finalTouchesOnly &&
    generations.length === 0 &&
    changesNothing(state)
  );
}

function useApply(dispatch: Wizard['dispatch']) {
  const entitlements = useEntitlements();
  return (saved: StudioLook) => {
    const { look, left } = allowedLook(saved, entitlements);
    dispatch({ type: 'lookApplied', look });
    if (left.length > 0) notify.info(words.leftOut(left));
  };
}

function isSame(a: StudioLook, b: StudioLook): boolean {
  return (Object.keys(a) as (keyof StudioLook)[]).every(
    (key) => JSON.stringify(a[key]) === JSON.stringify(b[key]),
  );
}
