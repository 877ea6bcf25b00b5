import { describe, expect, it } from 'vitest';
import { adaptersFor, adaptersOf, askForAdapter, type EditMode } from '#shared/domain/adapters.ts';
import { adapterNames } from '#shared/domain/maintenance.ts';

describe('the adapters in service', () => {
  it('lack none that an edit mode needs while each has one', () => {
    expect(askForAdapter([])).toBeUndefined();
    expect(askForAdapter(['stability-structure', 'stability-search-replace'])).toBeUndefined();
    expect(askForAdapter(['sd35-image-to-image', 'stability-search-replace'])).toBeUndefined();
  });

  it.each([
    [adapterNames, 'stability-structure or sd35-image-to-image'],
    [['stability-search-replace', 'stability-composite'], 'stability-composite or stability-search-replace'],
    [['photo-retouch'], 'photo-retouch'],
    [['stability-composite'], 'stability-composite'],
  ] as const)('are asked for where an edit mode has none: %j', (stopped, names) => {
    expect(askForAdapter(stopped)).toBe(
      `Please leave ${names} in service: nothing else can make the same pictures.`,
    );
  });

  it('are asked for whatever edit mode has none', () => {
    for (const names of Object.values(adaptersOf)) expect(askForAdapter(names)).toBeDefined();
  });

  it('are asked for where no picture could be made whose dish stays as it is', () => {
    const kept = (Object.keys(adaptersOf) as EditMode[])
      .map((editMode) => adaptersFor(editMode, true))
      .filter((names) => names.length > 0);
    expect(kept).not.toEqual([]);
    for (const names of kept) expect(askForAdapter(names)).toBeDefined();
  });
});
