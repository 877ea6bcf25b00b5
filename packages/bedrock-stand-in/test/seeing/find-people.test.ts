import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decode } from '#src/renderer/image-file.ts';
import { findPeople, locatePeople } from '#src/seeing/find-people.ts';
import { dishes, photo, photographs } from '#test/renderer/photos.ts';

/** A portrait from the head to the waist, 512 by 512 pixels. */
const portrait = readFile(new URL('../photos/astronaut-nasa.jpg', import.meta.url));

const surenessOf = async (file: Uint8Array) => (await findPeople(file))?.sure;

describe('people', () => {
  it.each([
    ...dishes,
    'fries-before',
    ...photographs,
  ] as const)('are not seen in the photo %s', async (name) => {
    expect(await surenessOf(await photo(name))).toBeLessThan(0.25);
  });

  it('are seen in a portrait, as surely as TensorFlow.js says', async () => {
    expect(await surenessOf(await portrait)).toBeCloseTo(0.61, 1);
  });

  it('are seen as a face alone', async () => {
    const face = await sharp(await portrait)
      .extract({ left: 130, top: 20, width: 190, height: 210 })
      .toBuffer();
    expect(await surenessOf(face)).toBeGreaterThan(0.4);
  });

  it('are seen behind a dish', async () => {
    const guest = await sharp(await portrait)
      .extract({ left: 0, top: 0, width: 400, height: 300 })
      .resize({ height: 140 })
      .toBuffer();
    const file = await sharp(await photo('coffee-cc0'))
      .composite([{ input: guest, left: 200, top: 0 }])
      .toBuffer();
    expect(await surenessOf(file)).toBeGreaterThan(0.35);
  });
});

describe('the box around a person', () => {
  it('tells how far down the people reach', async () => {
    const table = await sharp(await portrait)
      .extend({ bottom: 300, background: '#806040' })
      .toBuffer();
    expect((await findPeople(await portrait))?.lowest).toBeGreaterThan(0.95);
    expect((await findPeople(table))?.lowest).toBeCloseTo(512 / 812, 1);
    expect((await findPeople(await photo('coffee-cc0')))?.lowest).toBe(0);
  });

  it('ends where the person ends', async () => {
    const file = await sharp(await portrait)
      .resize(300, 300)
      .extend({ left: 300, right: 200, bottom: 100, background: '#806040' })
      .png()
      .toBuffer();
    const people = await locatePeople(await decode(file), 0.4);
    expect(people).toHaveLength(1);
    const [{ left, top, right, bottom } = { left: 0, top: 0, right: 0, bottom: 0 }] = people;
    expect(left).toBeGreaterThan(270);
    expect(top).toBeLessThan(30);
    expect(right).toBeLessThan(630);
    expect(Math.abs(bottom - 300)).toBeLessThan(15);
  });
});
