import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useSavedDraft } from '#web/lib/use-saved-draft.ts';

const save = vi.fn<(draft: string) => void>();

function Draft({ text, urgent = '' }: { text: string; urgent?: string }) {
  useSavedDraft(text, save, urgent);
  return null;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  save.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a draft', () => {
  test('is saved once after many changes', async () => {
    const { rerender } = await render(<Draft text="" />);
    vi.advanceTimersByTime(300);
    save.mockReset();
    for (const text of ['S', 'So', 'Sou', 'Soup']) {
      await rerender(<Draft text={text} />);
      vi.advanceTimersByTime(100);
    }
    expect(save).not.toHaveBeenCalled();
    vi.advanceTimersByTime(300);
    expect(save.mock.calls).toEqual([['Soup']]);
  });

  test.each([
    ['is left', () => dispatchEvent(new PageTransitionEvent('pagehide'))],
    [
      'is hidden',
      () => {
        vi.spyOn(document, 'visibilityState', 'get').mockReturnValueOnce('hidden');
        document.dispatchEvent(new Event('visibilitychange'));
      },
    ],
  ])('is saved at once when the page %s', async (_, leave) => {
    const { rerender } = await render(<Draft text="" />);
    vi.advanceTimersByTime(300);
    save.mockReset();
    await rerender(<Draft text="Soup" />);
    leave();
    leave();
    expect(save.mock.calls).toEqual([['Soup']]);
  });

  test('is saved when its screen is left', async () => {
    const { rerender, unmount } = await render(<Draft text="" />);
    await rerender(<Draft text="Soup" />);
    await unmount();
    expect(save.mock.lastCall).toEqual(['Soup']);
  });

  test('is saved at once with the id of a new generation', async () => {
    const { rerender } = await render(<Draft text="Soup" />);
    vi.advanceTimersByTime(300);
    save.mockReset();
    await rerender(<Draft text="Soup, generation 1" urgent="1" />);
    expect(save.mock.calls).toEqual([['Soup, generation 1']]);
  });
});
