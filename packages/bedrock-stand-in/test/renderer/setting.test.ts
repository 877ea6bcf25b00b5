import { describe, expect, it } from 'vitest';
import { createRandom } from '#src/renderer/random.ts';
import { type Backdrop, readSetting } from '#src/renderer/setting.ts';
import type { Surface } from '#src/renderer/surfaces.ts';
import { lookTexts } from './look-texts.ts';

const setting = (text: string, person?: string) => readSetting(text, createRandom(1, text), person);

describe('readSetting', () => {
  it('recognises surface, backdrop, people and effects in the air in a description', () => {
    expect(setting('A friend on a marble terrace by the sea, confetti', 'Hispanic woman')).toMatchObject({
      surface: 'marble',
      backdrop: 'sea',
      people: 1,
      person: 'Hispanic woman',
      air: ['confetti'],
    });
    expect(setting('Two friends at a bistro table').people).toBe(3);
  });

  it('does not take the word "marketing" for a market', () => {
    const text = 'Create an appetising marketing image. Relight the dish as in a photo studio.';
    expect(setting(text)).toMatchObject({ backdrop: 'studio', surface: 'plaster' });
  });

  it('does not take "depth of field" for a meadow', () => {
    const text = 'Blur the background with a shallow depth of field. The same kind of table and room.';
    const { surface, backdrop } = setting(text);
    expect(surface).toBe('oak');
    expect(backdrop).not.toBe('open-sky');
  });

  it('picks a surface and a backdrop if the description names none', () => {
    expect(setting('somewhere')).toMatchObject({ people: 0, air: [], brightness: 1 });
  });

  it('finds every surface and every backdrop', () => {
    const surfaces = new Set<Surface>();
    const backdrops = new Set<Backdrop>();
    for (const text of lookTexts.scenes) {
      const { surface, backdrop } = setting(text);
      surfaces.add(surface);
      backdrops.add(backdrop);
    }
    expect(backdrops.size).toBe(20);
    expect(surfaces.size).toBe(20);
  });
});
