import { describe, expect, it } from 'vitest';
import { describeChoices } from '#shared/domain/describe-choices.ts';

type Studio = NonNullable<Parameters<typeof describeChoices>[0]['studio']>;
type Menu = NonNullable<Parameters<typeof describeChoices>[0]['menu']>;

const plain: Studio = {
  creationPath: 'social',
  adjustment: null,
  cameraAngle: null,
  filter: null,
  scene: null,
  customPrompt: '',
  promoText: '',
};
const whole = { x: 0.5, y: 0.5 };

const studioChoices = (chosen: Partial<Studio>) =>
  describeChoices({ studio: { ...plain, ...chosen }, menu: null, framing: whole });
const menuChoices = (menu: Menu) => describeChoices({ studio: null, menu, framing: whole });

describe('the choices of the studio', () => {
  it('are told in the order of the screens', () => {
    expect(
      studioChoices({
        adjustment: 'blur_background',
        cameraAngle: 'overhead',
        filter: { id: 'synthwave' },
        scene: { id: 'rustic-oak-table' },
        customPrompt: 'more steam',
        promoText: 'Two for lunch',
      }).map((sentence) => sentence.split(':')[0]),
    ).toEqual(['Enhancement', 'Camera angle', 'Filter', 'Scene', 'Own instructions', 'Words']);
  });

  it.each<[string, Partial<Studio>, string]>([
    ['an enhancement by its name', { adjustment: 'blur_background' }, 'Enhancement: Blur Background.'],
    ['a camera angle by its name', { cameraAngle: 'overhead' }, 'Camera angle: Overhead.'],
    ['a filter by its name', { filter: { id: 'neo-cyber' } }, 'Filter: Neo Cyber.'],
    ['a filter that is no more by its id', { filter: { id: 'sepia' } }, 'Filter: sepia.'],
    ['a scene by its name', { scene: { id: 'rustic-oak-table' } }, 'Scene: Rustic oak table.'],
    [
      'a scene with people by its name',
      { creationPath: 'ugc', scene: { id: 'home-sofa-delivery' } },
      'Scene: Delivery at home.',
    ],
    ['a scene that is no more by its id', { scene: { id: 'old-mill' } }, 'Scene: old-mill.'],
    ['an own scene in its words', { scene: { text: 'On our terrace' } }, 'Scene: On our terrace.'],
    ['instructions in their words', { customPrompt: 'more steam' }, 'Own instructions: more steam.'],
    ['words on the picture', { promoText: 'Two for lunch' }, 'Words: Two for lunch.'],
  ])('name %s', (_name, chosen, sentence) => {
    expect(studioChoices(chosen)).toEqual([sentence]);
  });

  it.each<[string, Partial<Studio>]>([
    ['was not chosen', {}],
    ['is left to chance', { filter: { pick: 'random' }, scene: { pick: 'random' } }],
    ['is a scene of no path', { creationPath: null, scene: { id: 'rustic-oak-table' } }],
    ['the catalogue does not know', { adjustment: 'sparkle', cameraAngle: 'from-below' }],
  ])('do not tell what %s', (_name, chosen) => {
    expect(studioChoices(chosen)).toEqual([]);
  });
});

describe('the look of a menu picture', () => {
  it('is told in three sentences by the names of the styles', () => {
    expect(
      menuChoices({ backgroundStyle: 'wooden', plateStyle: 'white-square', imageStyle: 'vibrant' }),
    ).toEqual(['Background: Wooden.', 'Plate: White Square.', 'Style: Vibrant.']);
  });

  it('is told by ids where the styles are no more', () => {
    expect(menuChoices({ backgroundStyle: 'velvet', plateStyle: 'leaf', imageStyle: 'noir' })).toEqual([
      'Background: velvet.',
      'Plate: leaf.',
      'Style: noir.',
    ]);
  });
});

describe('the framing', () => {
  const framed = (zoom?: number) =>
    describeChoices({ studio: null, menu: null, framing: { ...whole, zoom } });

  it.each([undefined, 1, 1.5])('of zoom %s needs no word', (zoom) => {
    expect(framed(zoom)).toEqual([]);
  });

  it('that reaches beyond the photo is told', () => {
    expect(framed(0.99)).toEqual([
      'The photo was continued beyond its edges, so that the whole dish is seen.',
    ]);
  });
});
