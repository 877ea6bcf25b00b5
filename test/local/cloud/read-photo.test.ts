import type { Sights } from 'bedrock-stand-in';
import type { PictureFacts } from 'bedrock-stand-in/converse';
import { describe, expect, it, vi } from 'vitest';
import { readPhoto } from '#local/cloud/read-photo.ts';
import { dishReadingSchema } from '#shared/domain/dish-reading.ts';

const burger = {
  width: 1024,
  height: 768,
  brightness: 0.5,
  appetising: 0.4,
  chroma: 0.16,
  unrestAtEdges: 0.02,
};

const sights: Sights = {
  writing: 0,
  people: { sure: 0.05, lowest: 0 },
  panels: 1,
  things: { count: 1, share: 0.4, atEdges: 0 },
};

const facts = (changes: Partial<typeof burger & Sights>): PictureFacts => ({
  ...burger,
  ...changes,
  see: async () => ({ ...sights, ...changes }),
});

const read = async (changes: Partial<typeof burger & Sights>) =>
  dishReadingSchema.parse(await readPhoto('describe_photo', facts(changes), ''));

describe('the reading of the vision model’s stand-in', () => {
  it('finds nothing to say about a good photo', async () => {
    expect(await read({})).toMatchObject({
      isFood: true,
      cutOff: false,
      severalDishes: false,
      collage: false,
      cluttered: false,
      people: false,
      writing: false,
    });
  });

  it.each([
    ['no food', { appetising: 0.005 }, { isFood: false }],
    ['a pale dish', { appetising: 0.013 }, { isFood: true }],
    ['a room', { things: { count: 0, share: 0.03, atEdges: 0 } }, { isFood: false, severalDishes: false }],
    ['a dish in black and white', { appetising: 0, chroma: 0 }, { isFood: true }],
    ['an old menu card', { appetising: 0, chroma: 0, writing: 0.08 }, { isFood: false, writing: true }],
    [
      'a white wall',
      { appetising: 0, chroma: 0.008, things: { count: 0, share: 0, atEdges: 0 } },
      { isFood: false },
    ],
    [
      'a portrait in black and white',
      {
        appetising: 0,
        chroma: 0,
        people: { sure: 0.5, lowest: 1 },
        things: { count: 1, share: 0.5, atEdges: 0.35 },
      },
      { isFood: false, people: true },
    ],
    ['a close-up', { appetising: 0.6, things: { count: 1, share: 0.02, atEdges: 0 } }, { isFood: true }],
    [
      'several dishes',
      { things: { count: 2, share: 0.4, atEdges: 0 } },
      { isFood: true, severalDishes: true },
    ],
    ['food that leaves the frame', { things: { count: 1, share: 0.4, atEdges: 0.05 } }, { cutOff: true }],
    ['restless edges', { unrestAtEdges: 0.2 }, { cluttered: true }],
    ['somebody', { people: { sure: 0.4, lowest: 0.6 } }, { isFood: true, people: true }],
    [
      'a portrait',
      { people: { sure: 0.6, lowest: 1 }, things: { count: 1, share: 0.5, atEdges: 0.3 } },
      { isFood: false, people: true },
    ],
    [
      'a guest behind a large dish',
      { people: { sure: 0.6, lowest: 0.6 }, things: { count: 1, share: 0.7, atEdges: 0.5 } },
      { isFood: true, people: true },
    ],
    ['a collage', { panels: 2 }, { collage: true }],
    ['writing', { writing: 0.0009 }, { writing: true }],
  ])('says that there is %s', async (_what, changes, expected) => {
    expect(await read(changes)).toMatchObject(expected);
  });

  it('is made without what could not be looked for', async () => {
    expect(
      await read({ writing: undefined, people: undefined, panels: undefined, things: undefined }),
    ).toMatchObject({
      isFood: true,
      severalDishes: false,
      collage: false,
      people: false,
      writing: false,
    });
  });

  it('answers no other form, and looks for nothing then', async () => {
    const see = vi.fn();
    expect(await readPhoto('write_post', { ...burger, see }, '')).toBeUndefined();
    expect(see).not.toHaveBeenCalled();
  });
});
