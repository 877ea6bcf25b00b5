import { describe, expect, it } from 'vitest';
import {
  adjustmentByName,
  cameraAngleById,
  cameraAngles,
  enhancementById,
  enhancements,
} from '#shared/domain/enhancements.ts';

describe('enhancements', () => {
  it('are four', () => {
    // C3.24
    expect(enhancements.map((enhancement) => enhancement.id)).toEqual([
      'blur_background',
      'enhance_details',
      'warmer_lighting',
      'studio_light',
    ]);
  });

  it.each([
    ['blurBackground', 'blur_background'],
    ['enhanceDetails', 'enhance_details'],
    ['warmerLighting', 'warmer_lighting'],
    ['studioLight', 'studio_light'],
  ])('%s of the structured request is %s', (name, id) => {
    expect(adjustmentByName(name)).toBe(enhancementById(id));
    expect(adjustmentByName(id)).toBeDefined();
  });

  it('leave dramatic lighting to prompt tests', () => {
    expect(enhancementById('dramaticLighting')).toBeUndefined();
    expect(adjustmentByName('dramaticLighting')?.prompt).toContain('dramatically');
  });

  it.each(['', 'constructor', 'sharpen'])('%j is none', (id) => {
    expect(adjustmentByName(id)).toBeUndefined();
  });
});

describe('camera angles', () => {
  it.each([
    ['overhead', '90 degrees: pizza, bowls, flat items'],
    ['angled_45', '45 degrees: burgers, sandwiches, layered'],
    ['profile', '0-20 degrees: tall items, drinks'],
  ])('%s says what it suits', (id, description) => {
    // C3.25, C3.26, C3.27
    expect(cameraAngleById(id)).toMatchObject({ id, description });
  });

  it('are three, and angled45 is the same as angled_45', () => {
    expect(cameraAngles).toHaveLength(3);
    expect(cameraAngleById('angled45')?.id).toBe('angled_45');
  });
});
