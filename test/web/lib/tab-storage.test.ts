import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tabStorage } from '#web/lib/tab-storage.ts';
import * as menuPack from '#web/menu-pack/menu-draft.ts';
import { initialState } from '#web/studio/wizard.ts';
import { loadWizard, saveWizard } from '#web/studio/wizard-storage.ts';
import * as wholeMenu from '#web/whole-menu/menu-draft.ts';

const items = new Map<string, string>();

beforeEach(() => {
  items.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
});

describe('what a tab stores', () => {
  const first = tabStorage<string>('platepost.note', 1);

  it('is read by the same user and the same version only', () => {
    first.write('ada', 'Two for one');
    expect(first.read('ada')).toBe('Two for one');
    expect(first.read('bo')).toBeUndefined();
    expect(tabStorage<string>('platepost.note', 2).read('ada')).toBeUndefined();
  });

  it.each(['{', 'null', '"Two for one"', '{"text":"Two for one"}'])('is not read from %s', (text) => {
    items.set('platepost.note.ada', text);
    expect(first.read('ada')).toBeUndefined();
  });

  it('is lost with a report where there is no room', () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const full = new Error('QuotaExceededError');
    vi.stubGlobal('sessionStorage', {
      setItem: () => {
        throw full;
      },
    });
    first.write('ada', 'Two for one');
    expect(report).toHaveBeenCalledWith(full);
  });
});

describe('a draft of another release', () => {
  it('is replaced by an empty one', () => {
    items.set('platepost.menu-pack.ada', JSON.stringify({ ...menuPack.emptyDraft, photo: 'soup.jpg' }));
    items.set('platepost.whole-menu.ada', JSON.stringify({ ...wholeMenu.emptyDraft, rows: 'soup.jpg' }));
    items.set('platepost.whole-menu-photos.ada', JSON.stringify({ menuId: '1', previews: 'soup.jpg' }));
    items.set('platepost.wizard.ada', JSON.stringify({ ...initialState, dish: 'soup.jpg' }));
    expect(menuPack.loadDraft('ada')).toEqual(menuPack.emptyDraft);
    expect(wholeMenu.loadDraft('ada')).toEqual({ ...wholeMenu.emptyDraft, lost: [], lostFixes: [] });
    expect(wholeMenu.keptPhotos('ada', '1')).toEqual([]);
    expect(loadWizard('ada')).toEqual(initialState);
  });

  it('differs from one of this release, which is read', () => {
    menuPack.saveDraft('ada', { ...menuPack.emptyDraft, platform: 'uber' });
    wholeMenu.saveDraft('ada', { ...wholeMenu.emptyDraft, name: 'Lunch' });
    saveWizard('ada', { ...initialState, promoText: 'Two for one' });
    expect(menuPack.loadDraft('ada')).toMatchObject({ platform: 'uber' });
    expect(wholeMenu.loadDraft('ada')).toMatchObject({ name: 'Lunch' });
    expect(loadWizard('ada')).toMatchObject({ promoText: 'Two for one' });
  });
});
