import { afterEach, describe, expect, it, vi } from 'vitest';
import { addToastRegion, makeOld, notify } from '#web/lib/notify.ts';

const removals: (() => void)[] = [];

/** A region that collects the titles of its toasts. */
function openRegion(): { titles: string[]; close: () => void } {
  const titles: string[] = [];
  const close = addToastRegion((toast) => titles.push(toast?.title ?? ''));
  removals.push(close);
  return { titles, close };
}

afterEach(() => {
  for (const remove of removals.splice(0)) remove();
  vi.useRealTimers();
});

describe('a toast', () => {
  it('goes to the latest region only, and to the previous one when that is gone', () => {
    const page = openRegion();
    const app = openRegion();
    notify.info('First');
    app.close();
    removals.pop();
    notify.info('Second');
    expect([page.titles, app.titles]).toEqual([['Second'], ['First']]);
  });

  it('waits for a region when there is none, and is shown once', () => {
    notify.success('Welcome back!');
    expect(openRegion().titles).toEqual(['Welcome back!']);
    expect(openRegion().titles).toEqual([]);
  });

  it('with an action disappears after some seconds, unless it is to stay', () => {
    const durations: number[] = [];
    removals.push(addToastRegion((toast) => durations.push(toast?.duration ?? 0)));
    const action = { label: 'Try again', onClick: () => undefined };
    notify.error('Failed', { action });
    notify.error('Failed', { action, stays: true });
    expect(durations).toEqual([8000, Number.POSITIVE_INFINITY]);
  });

  it('that yields is dropped within a second after another one', () => {
    vi.useFakeTimers();
    const { titles } = openRegion();
    notify.info('Subscription cancelled');
    vi.advanceTimersByTime(999);
    notify.success('Welcome back!', { yields: true });
    vi.advanceTimersByTime(1);
    notify.success('Welcome again!', { yields: true });
    expect(titles).toEqual(['Subscription cancelled', 'Welcome again!']);
  });

  it('of an earlier screen goes with it; one that came with the new screen stays', () => {
    const { titles } = openRegion();
    notify.info('Of the earlier screen');
    makeOld();
    notify.clearOld();
    makeOld();
    notify.info('Of the new screen');
    notify.clearOld();
    expect(titles).toEqual(['Of the earlier screen', '', 'Of the new screen']);
  });

  it('is taken back by its title, as long as no other one took its place', () => {
    const { titles } = openRegion();
    notify.error('Not saved');
    notify.info('Deleted');
    notify.takeBack('Not saved');
    notify.error('Not saved');
    notify.takeBack('Not saved');
    notify.takeBack('Not saved');
    expect(titles).toEqual(['Not saved', 'Deleted', 'Not saved', '']);
  });

  it('stays longer when it is an error or has an action', () => {
    const durations: number[] = [];
    removals.push(addToastRegion((toast) => durations.push(toast?.duration ?? 0)));
    notify.success('Saved');
    notify.error('Failed to save');
    notify.info('Deleted', { action: { label: 'Undo', onClick: () => undefined } });
    expect(durations).toEqual([5000, 8000, 8000]);
  });
});
