import { describe, expect, it } from 'vitest';
import { adaptersOf, askForAdapter, stopsFoodLock } from '#shared/domain/adapters.ts';
import { adapterNames } from '#shared/domain/maintenance.ts';

describe('the adapters in service', () => {
  it('lack none that an edit mode needs while each has one', () => {
    expect(askForAdapter([])).toBeUndefined();
    expect(askForAdapter(['stability-structure', 'stability-composite'])).toBeUndefined();
    expect(askForAdapter(['sd35-image-to-image', 'stability-search-replace'])).toBeUndefined();
  });

  it.each([
    [adapterNames, 'stability-structure or sd35-image-to-image'],
    [['stability-search-replace', 'stability-composite'], 'stability-composite or stability-search-replace'],
    [['photo-retouch'], 'photo-retouch'],
  ] as const)('are asked for where an edit mode has none: %j', (stopped, names) => {
    expect(askForAdapter(stopped)).toBe(
      `Please leave ${names} in service: nothing else can make the same pictures.`,
    );
  });

  it('are asked for whatever edit mode has none', () => {
    for (const names of Object.values(adaptersOf)) expect(askForAdapter(names)).toBeDefined();
  });

  it('keep the dish as it is while stability-composite is among them', () => {
    expect(stopsFoodLock(['stability-structure', 'stability-search-replace'])).toBe(false);
    expect(stopsFoodLock(['stability-composite'])).toBe(true);
  });
});
