import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entitlementsOf, isFilterAllowed } from '#shared/domain/entitlements.ts';
import { filters } from '#shared/domain/filters.ts';
import { scenesOf } from '#shared/domain/scenes.ts';
import { allowedLook, lookOf, noLook } from '#web/studio/house-look.ts';
import { initialState, wizard } from '#web/studio/wizard.ts';

const look = lookOf({
  ...noLook,
  creationPath: 'social',
  filter: { id: 'synthwave', pick: 'signed' },
  scene: { text: 'Under the pergola' },
  customPrompt: 'Warm',
  promoText: 'Fresh today',
  promoLook: { font: 'oswald', color: '#f2a93b', logo: true },
  avatarGender: 'female',
});

describe('a saved look', () => {
  it('keeps what was chosen, and what Random picked as if it was chosen', () => {
    expect(look).toMatchObject({ filter: { id: 'synthwave' }, scene: { text: 'Under the pergola' } });
    expect(allowedLook(look, entitlementsOf('pro'))).toMatchObject({ look, left: [] });
  });

  it('leaves out what the plan or the catalogue lacks, and says so', () => {
    const { look: starter, left } = allowedLook(look, entitlementsOf('starter'));
    expect(left).toEqual(['filter', 'customPrompt', 'avatar']);
    expect(starter).toMatchObject({ filter: null, customPrompt: '', scene: { text: 'Under the pergola' } });
    expect(allowedLook({ ...look, filter: { id: 'gone' } }, entitlementsOf('pro')).left).toEqual(['filter']);
    const gone = allowedLook({ ...look, adjustment: 'gone', cameraAngle: 'gone' }, entitlementsOf('pro'));
    expect(gone.look).toMatchObject({ adjustment: null, cameraAngle: null });
  });

  it('is never more than the plan allows, and applying it twice changes nothing', () => {
    const anyLook = fc.record({
      filter: fc.option(fc.constantFrom(...filters.map(({ id }) => ({ id })))),
      scene: fc.option(fc.constantFrom(...scenesOf('social').map(({ id }) => ({ id })))),
      customPrompt: fc.constantFrom('', 'Warm'),
      foodLock: fc.boolean(),
      cameraAngle: fc.constantFrom(null, 'overhead'),
    });
    fc.assert(
      fc.property(anyLook, fc.constantFrom('free', 'starter', 'pro'), (some, tier) => {
        const entitlements = entitlementsOf(tier);
        const { look: allowed } = allowedLook({ ...look, ...some }, entitlements);
        expect(allowed.filter === null || isFilterAllowed(entitlements, allowed.filter.id as never)).toBe(
          true,
        );
        expect(allowed.foodLock && allowed.cameraAngle !== null).toBe(false);
        expect(allowedLook(lookOf(allowed), entitlements)).toEqual({ look: allowed, left: [] });
      }),
    );
  });

  it('leads to the final touches where the choices are open, and back to their beginning without it', () => {
    const { look: styled } = allowedLook(look, entitlementsOf('pro'));
    const choosing = { ...initialState, step: 3, formatId: 'square_feed' } as const;
    const applied = wizard(choosing, { type: 'lookApplied', look: styled });
    expect(applied).toMatchObject({ step: 3, innerStep: 'final', creationPath: 'social' });
    expect(wizard(applied, { type: 'lookApplied', look: noLook })).toMatchObject({ innerStep: 'choice' });
    expect(wizard(initialState, { type: 'lookApplied', look: styled })).toMatchObject({ step: 1 });
  });
});
