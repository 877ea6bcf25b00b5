import { describe, expect, it } from 'vitest';
import { noLook } from '#web/studio/house-look.ts';
import {
  canEnter,
  canShow,
  initialState,
  innerBackOf,
  innerNextOf,
  isUntouched,
  type Screen,
  screenKey,
  showsAvatar,
  type WizardEvent,
  type WizardState,
  wizard,
} from '#web/studio/wizard.ts';
import { burger } from './sample-dish.ts';

const play = (events: readonly WizardEvent[], from: WizardState = initialState) =>
  events.reduce(wizard, from);

const formatted = play([{ type: 'formatChosen', formatId: 'square_feed' }]);
const plated = play([{ type: 'dishChosen', dish: burger }], formatted);
const creating = play([{ type: 'stepEntered', step: 3 }], plated);
const generation = '01J00000000000000000000001';

it('takes a late look only into the draft and the path that it was asked for', () => {
  const social = play([{ type: 'pathChosen', path: 'social', filter: null }], creating);
  const late: WizardEvent = { type: 'touched', changes: { filter: { id: 'popcrush' } }, askedFor: social };
  expect(wizard(social, late).filter).toEqual({ id: 'popcrush' });
  const others = [
    play([{ type: 'pathChosen', path: 'ugc', filter: null }], social),
    play(
      [
        { type: 'startedOver', foodLock: false },
        { type: 'pathChosen', path: 'social', filter: null },
      ],
      social,
    ),
  ];
  for (const other of others) expect(wizard(other, late)).toBe(other);
});

describe('the four steps', () => {
  it('open one after the other, each by its own precondition', () => {
    expect([1, 2, 3, 4].map((step) => canEnter(initialState, step as 1))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([1, 2, 3, 4].map((step) => canEnter(formatted, step as 1))).toEqual([true, true, false, false]);
    expect([1, 2, 3, 4].map((step) => canEnter(plated, step as 1))).toEqual([true, true, true, false]);
  });

  it('stay where they are when a precondition is missing', () => {
    expect(wizard(formatted, { type: 'stepEntered', step: 3 })).toBe(formatted);
    expect(wizard(plated, { type: 'stepEntered', step: 4 })).toBe(plated);
  });

  it('open step 4 once a result is chosen, and let one go back', () => {
    const chosen = play(
      [
        { type: 'generationStarted', generationId: generation },
        { type: 'resultChosen', chosen: { generationId: generation, variation: 1 } },
        { type: 'selectedUsed' },
      ],
      creating,
    );
    expect(chosen.step).toBe(4);
    expect(canEnter(chosen, 1)).toBe(true);
    expect(wizard(chosen, { type: 'stepEntered', step: 3 })).toMatchObject({ step: 3, showsResults: true });
  });

  it('forget the results of another format or dish, and keep them for the same format', () => {
    const done = play(
      [
        { type: 'generationStarted', generationId: generation },
        { type: 'resultChosen', chosen: { generationId: generation, variation: 0 } },
      ],
      creating,
    );
    expect(wizard(done, { type: 'formatChosen', formatId: 'square_feed' })).toBe(done);
    for (const event of [
      { type: 'formatChosen', formatId: 'story_vertical' },
      { type: 'dishChosen', dish: burger },
    ] satisfies WizardEvent[]) {
      expect(wizard(done, event)).toMatchObject({ generations: [], chosen: null, showsResults: false });
    }
  });
});

describe('the inner wizard', () => {
  it('begins at the choice, and at the filter once a path is set', () => {
    expect(creating.innerStep).toBe('choice');
    const again = play(
      [
        { type: 'pathChosen', path: 'ugc', filter: { id: 'synthwave' } },
        { type: 'innerNext' },
        { type: 'stepEntered', step: 2 },
        { type: 'stepEntered', step: 3 },
      ],
      creating,
    );
    expect(again.innerStep).toBe('ugc-filter');
  });

  it.each(['ugc', 'social'] as const)('goes filter, scene, final, generate on the %s path', (path) => {
    let state = play([{ type: 'pathChosen', path, filter: { id: 'synthwave' } }], creating);
    const visited = [state.innerStep];
    for (let step = 0; step < 4; step += 1) {
      state = wizard(state, { type: 'innerNext' });
      visited.push(state.innerStep);
    }
    expect(visited).toEqual(['ugc-filter', 'ugc-scene', 'final', 'generate', 'generate']);
  });

  it('skips the scenes without a path, in both directions', () => {
    const filter = play([{ type: 'innerNext' }], creating);
    expect(filter.innerStep).toBe('ugc-filter');
    // C2.53
    expect(innerNextOf(filter)).toBe('final');
    expect(innerBackOf(wizard(filter, { type: 'innerNext' }))).toBe('ugc-filter');
  });

  it('leads from the professional step to final touches, and back to the choice', () => {
    const professional = play([{ type: 'professionalOpened' }], creating);
    expect(innerNextOf(professional)).toBe('final');
    expect(innerBackOf(professional)).toBe('choice');
  });

  it('goes back to the professional step that led to final touches, not to filters never seen', () => {
    const final = play([{ type: 'professionalOpened' }, { type: 'innerNext' }], creating);
    expect(innerBackOf(final)).toBe('professional');
    // Also from Ready to Generate.
    expect(innerBackOf(play([{ type: 'innerNext' }, { type: 'innerBack' }], final))).toBe('professional');
    const choice = play([{ type: 'innerBack' }, { type: 'innerBack' }], final);
    expect(innerBackOf(play([{ type: 'innerNext' }, { type: 'innerNext' }], choice))).toBe('ugc-filter');
    const withPath = play([{ type: 'pathChosen', path: 'ugc', filter: null }], choice);
    expect(innerBackOf(play([{ type: 'innerNext' }, { type: 'innerNext' }], withPath))).toBe('ugc-scene');
  });

  it('has no way back from the choice and the filter, and goes back from the others', () => {
    const at = (innerStep: WizardState['innerStep']) =>
      innerBackOf({ ...creating, creationPath: 'ugc', innerStep });
    expect(at('choice')).toBeUndefined();
    expect(at('ugc-filter')).toBeUndefined();
    expect(at('ugc-scene')).toBe('ugc-filter');
    expect(at('final')).toBe('ugc-scene');
    expect(at('generate')).toBe('final');
  });

  it('returns to the choice by Change Creation Path, without the old path’s looks', () => {
    const changed = play(
      [
        { type: 'pathChosen', path: 'ugc', filter: { id: 'synthwave' } },
        { type: 'touched', changes: { scene: { id: 'cafe-window-bite' }, promoText: 'Two for one' } },
        { type: 'pathChangeAsked' },
      ],
      creating,
    );
    expect(changed).toMatchObject({ innerStep: 'choice', creationPath: null, filter: null, scene: null });
    expect(changed.promoText).toBe('Two for one');
  });

  it('takes an enhancement or angle back on the second click', () => {
    const once = play(
      [
        { type: 'adjustmentToggled', id: 'studio_light' },
        { type: 'cameraAngleToggled', id: 'overhead' },
      ],
      creating,
    );
    expect(once).toMatchObject({ adjustment: 'studio_light', cameraAngle: 'overhead' });
    expect(wizard(once, { type: 'adjustmentToggled', id: 'studio_light' }).adjustment).toBeNull();
    expect(wizard(once, { type: 'adjustmentToggled', id: 'blur_background' }).adjustment).toBe(
      'blur_background',
    );
    expect(wizard(once, { type: 'cameraAngleToggled', id: 'overhead' }).cameraAngle).toBeNull();
  });

  it('takes the camera angle back when the dish is locked, and leaves the rest', () => {
    const angled = play(
      [
        { type: 'adjustmentToggled', id: 'studio_light' },
        { type: 'cameraAngleToggled', id: 'overhead' },
      ],
      creating,
    );
    const locked = wizard(angled, { type: 'foodLockSet', on: true });
    expect(locked).toMatchObject({ foodLock: true, cameraAngle: null, adjustment: 'studio_light' });
    expect(wizard(locked, { type: 'foodLockSet', on: false })).toMatchObject({ foodLock: false });
  });

  describe('“Show the whole dish”, which locks the dish,', () => {
    const angled = play([{ type: 'cameraAngleToggled', id: 'overhead' }], creating);
    const cropped = { x: 0.5, y: 0.5 };
    const on: WizardEvent = { type: 'wholeDishSet', framing: null };
    const off: WizardEvent = { type: 'wholeDishSet', framing: cropped };

    it('gives the angle and the unlocked dish back when it is turned off', () => {
      const shown = wizard(angled, on);
      expect(shown).toMatchObject({ foodLock: true, cameraAngle: null, framing: null });
      expect(wizard(shown, off)).toEqual({ ...angled, framing: cropped });
      expect(play([on, on, off], angled)).toEqual({ ...angled, framing: cropped });
    });

    it('leaves a dish locked that was locked before, or that the user locked or unlocked since', () => {
      const locked = wizard(angled, { type: 'foodLockSet', on: true });
      expect(play([on, off], locked)).toEqual({ ...locked, framing: cropped });
      const again: WizardEvent[] = [
        on,
        { type: 'foodLockSet', on: false },
        { type: 'foodLockSet', on: true },
      ];
      expect(play([...again, off], angled)).toMatchObject({ foodLock: true, cameraAngle: null });
      const angle: WizardEvent[] = [
        on,
        { type: 'foodLockSet', on: false },
        { type: 'cameraAngleToggled', id: 'profile' },
      ];
      expect(play([...angle, off], angled)).toMatchObject({ foodLock: false, cameraAngle: 'profile' });
    });

    it('leaves the look as it is that was applied since', () => {
      const look = { ...noLook, foodLock: true, adjustment: 'studio_light' } as const;
      const styled = play([on, { type: 'lookApplied', look }], angled);
      expect(wizard(styled, off)).toEqual({ ...styled, framing: cropped });
    });

    it.each([
      ['another photo', { type: 'dishChosen', dish: { ...burger, id: 'another' } }],
      ['another format', { type: 'formatChosen', formatId: 'story_vertical' }],
    ] as const)('gives them back for %s, which may have room for the dish', (_, event) => {
      expect(wizard(wizard(angled, on), event)).toEqual(wizard(angled, event));
    });

    it('stays for the same photo made brighter', () => {
      const shown = wizard(angled, on);
      const brightened = { ...burger, id: 'brightened' };
      const kept = wizard(shown, { type: 'dishChosen', dish: brightened, keepsFraming: true });
      expect(kept).toMatchObject({ foodLock: true, cameraAngle: null, framing: null });
      expect(wizard(kept, off)).toMatchObject({ foodLock: false, cameraAngle: 'overhead' });
    });

    it('locks no dish of the next draft', () => {
      expect(play([on, { type: 'startedOver', foodLock: false }], angled).foodLock).toBe(false);
    });
  });

  it('shows the avatar only for an influencer scene on the path with people', () => {
    const scene = { id: 'cafe-window-bite' };
    expect(showsAvatar({ ...creating, creationPath: 'ugc', scene })).toBe(true);
    expect(showsAvatar({ ...creating, creationPath: 'social', scene })).toBe(false);
    expect(showsAvatar({ ...creating, creationPath: 'ugc', scene: null })).toBe(false);
  });
});

describe('generations and results', () => {
  it('append further generations and keep only the chosen one when it is used', () => {
    const second = '01J00000000000000000000002';
    const two = play(
      [
        { type: 'generationStarted', generationId: generation },
        { type: 'generationStarted', generationId: second },
        { type: 'resultChosen', chosen: { generationId: second, variation: 0 } },
      ],
      creating,
    );
    expect(two.generations).toEqual([generation, second]);
    expect(wizard(two, { type: 'selectedUsed' })).toMatchObject({ generations: [second], step: 4 });
  });

  it('cannot be used before one is chosen', () => {
    const running = play([{ type: 'generationStarted', generationId: generation }], creating);
    expect(wizard(running, { type: 'selectedUsed' })).toBe(running);
  });

  it('return to Ready to Generate when a request was refused', () => {
    const refused = play(
      [
        { type: 'generationStarted', generationId: generation },
        { type: 'generationForgotten', generationId: generation },
      ],
      creating,
    );
    expect(refused).toMatchObject({ generations: [], showsResults: false, innerStep: 'generate', step: 3 });
  });

  it('leave the step alone that the user went back to when the request fails later', () => {
    for (const type of ['generationForgotten', 'generationUnanswered'] as const) {
      const editing = play(
        [
          { type: 'generateAsked' },
          { type: 'generationStarted', generationId: generation },
          { type: 'screenRestored', screen: { step: 3, innerStep: 'final', showsResults: false } },
        ],
        creating,
      );
      const refused = wizard(editing, { type, generationId: generation });
      expect(refused).toMatchObject({ step: 3, innerStep: 'final', showsResults: false, generations: [] });
    }
  });

  it('keep the id of a request without an answer until it is used again', () => {
    const unanswered = play(
      [
        { type: 'generationStarted', generationId: generation },
        { type: 'generationUnanswered', generationId: generation },
      ],
      creating,
    );
    expect(unanswered).toMatchObject({
      generations: [],
      unansweredId: generation,
      showsResults: false,
      innerStep: 'generate',
    });
    const again = wizard(unanswered, { type: 'generationStarted', generationId: generation });
    expect(again).toMatchObject({ generations: [generation], unansweredId: null, showsResults: true });
    // That request was about another dish: it leads to no result of this draft.
    expect(wizard(unanswered, { type: 'dishChosen', dish: burger }).unansweredId).toBeNull();
  });

  it('do not get the request of an earlier draft that had no answer', () => {
    const next = play(
      [
        { type: 'generationStarted', generationId: generation },
        { type: 'startedOver', foodLock: false },
        { type: 'generationUnanswered', generationId: generation },
      ],
      creating,
    );
    expect(next).toEqual({ ...initialState, timesStartedOver: 1 });
  });

  it('are resumed with the choices that they were made with', () => {
    const choices = {
      ...initialState,
      formatId: 'story_vertical',
      creationPath: 'ugc',
      filter: { id: 'liquidgold' },
      promoText: 'Two for one',
    } as const;
    const resumed = wizard(initialState, {
      type: 'generationResumed',
      generationId: generation,
      dish: burger,
      choices,
    });
    expect(resumed).toMatchObject({
      step: 3,
      showsResults: true,
      generations: [generation],
      formatId: 'story_vertical',
      filter: { id: 'liquidgold' },
      promoText: 'Two for one',
    });
    expect(wizard(resumed, { type: 'choicesAsked' }).innerStep).toBe('ugc-filter');
  });
});

describe('a deleted picture', () => {
  it('leads from publishing back to generating when it was the chosen one', () => {
    const publishing = play(
      [
        { type: 'generationStarted', generationId: generation },
        { type: 'resultChosen', chosen: { generationId: generation, variation: 0 } },
        { type: 'selectedUsed' },
      ],
      creating,
    );
    expect(wizard(publishing, { type: 'generationForgotten', generationId: generation })).toMatchObject({
      step: 3,
      innerStep: 'generate',
      chosen: null,
      generations: [],
    });
  });
});

describe('final touches only', () => {
  const editing = wizard(initialState, {
    type: 'editStarted',
    dish: burger,
    choices: { formatId: 'square_feed' },
  });

  it('starts at final touches of step 3 and offers no way to the steps before', () => {
    expect(editing).toMatchObject({ step: 3, innerStep: 'final', finalTouchesOnly: true });
    expect(innerBackOf(editing)).toBeUndefined();
    expect(canEnter(editing, 1)).toBe(false);
    expect(canEnter(editing, 2)).toBe(false);
    expect(wizard(editing, { type: 'generateAsked' }).innerStep).toBe('generate');
  });

  it('keeps the promotional text of the picture', () => {
    const choices = { formatId: 'square_feed', promoText: 'Fresh at noon', promoPosition: 'bottom' } as const;
    expect(wizard(initialState, { type: 'editStarted', dish: burger, choices })).toMatchObject(choices);
  });
});

describe('a picture like another', () => {
  const choices = {
    formatId: 'story_vertical',
    creationPath: 'social',
    filter: { id: 'popcrush' },
    promoText: 'Fresh at noon',
    framing: { x: 0, y: 1 },
  } as const;
  const { framing: _, ...kept } = choices;

  it('asks for another photo, and has all choices but the crop', () => {
    const begun = wizard(initialState, { type: 'begunLike', dish: null, choices });
    expect(begun).toMatchObject({ ...kept, step: 2, dish: null, framing: null, finalTouchesOnly: false });
    const chosen = wizard(begun, { type: 'dishChosen', dish: burger });
    expect(wizard(chosen, { type: 'stepEntered', step: 3 })).toMatchObject({
      ...kept,
      innerStep: 'ugc-filter',
    });
  });

  it('in another size asks for the format, and keeps photo and look', () => {
    const begun = wizard(initialState, {
      type: 'begunLike',
      dish: burger,
      choices: { ...choices, formatId: null },
    });
    expect(begun).toMatchObject({ step: 1, dish: burger, formatId: null, filter: { id: 'popcrush' } });
    const sized = wizard(begun, { type: 'formatChosen', formatId: 'square_feed' });
    expect(sized).toMatchObject({ ...kept, formatId: 'square_feed', dish: burger });
  });
});

describe('starting over', () => {
  it('resets everything', () => {
    const busy = play(
      [
        { type: 'pathChosen', path: 'ugc', filter: { id: 'synthwave' } },
        { type: 'touched', changes: { promoText: 'x', framing: { x: 0, y: 1 } } },
        { type: 'generationStarted', generationId: generation },
      ],
      creating,
    );
    expect(isUntouched(busy)).toBe(false);
    const fresh = wizard(busy, { type: 'startedOver', foodLock: false });
    expect(fresh).toEqual({ ...initialState, timesStartedOver: 1 });
    expect(isUntouched(fresh)).toBe(true);
    const preset = wizard(fresh, { type: 'formatChosen', formatId: 'square_feed' });
    expect([isUntouched(preset), isUntouched(preset, 'square_feed')]).toEqual([false, true]);
  });

  it('leaves the food lock as it is set on this device', () => {
    const locked = wizard(creating, { type: 'foodLockSet', on: true });
    for (const foodLock of [true, false])
      expect(wizard(locked, { type: 'startedOver', foodLock })).toEqual({
        ...initialState,
        foodLock,
        timesStartedOver: 1,
      });
  });
});

describe('a screen of the browser’s history', () => {
  const screen = (step: Screen['step'], rest: Partial<Screen> = {}): Screen => ({
    step,
    innerStep: 'choice',
    showsResults: false,
    ...rest,
  });
  const restored = (from: WizardState, to: Screen) => wizard(from, { type: 'screenRestored', screen: to });
  const withPath = play([{ type: 'pathChosen', path: 'ugc', filter: { id: 'popcrush' } }], creating);

  it('is shown again with everything that was chosen since', () => {
    const back = restored(withPath, screen(3));
    expect(back).toEqual({ ...withPath, innerStep: 'choice' });
    const further = restored(back, screen(2));
    expect(further).toEqual({ ...back, step: 2 });
    expect(restored(further, screen(3, { innerStep: 'ugc-filter' }))).toEqual(withPath);
  });

  it('is not shown when what it showed is gone', () => {
    const gone: readonly [WizardState, Screen][] = [
      [initialState, screen(2)],
      [formatted, screen(3)],
      [creating, screen(3, { showsResults: true })],
      [creating, screen(3, { innerStep: 'ugc-scene' })],
      [withPath, screen(4)],
      [play([{ type: 'editStarted', dish: burger, choices: { formatId: 'square_feed' } }]), screen(3)],
    ];
    for (const [state, to] of gone) {
      expect(canShow(state, to), screenKey(to)).toBe(false);
      expect(restored(state, to)).toBe(state);
    }
  });

  it('is distinguished by step, by inner step, and by whether results are shown', () => {
    expect(screenKey(screen(1))).toBe(screenKey(screen(1, { innerStep: 'final', showsResults: true })));
    const keys = [
      screen(1),
      screen(2),
      screen(3),
      screen(3, { innerStep: 'final' }),
      screen(3, { showsResults: true }),
      screen(4),
    ].map(screenKey);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
