import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useSeen } from '#web/lib/use-seen.ts';

function Place() {
  const [place, isSeen] = useSeen<HTMLDivElement>();
  return <div ref={place}>{isSeen ? 'Seen' : 'Not seen'}</div>;
}

test('an element is seen whose changes a busy browser reports together', async () => {
  // A browser whose page was busy reports in one call that the element was out of sight, and that it came into sight.
  class BusyObserver {
    readonly observe: () => void;
    constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
      this.observe = () => report([{ isIntersecting: false }, { isIntersecting: true }]);
    }
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', BusyObserver);
  onTestFinished(() => void vi.unstubAllGlobals());
  const screen = await render(<Place />);
  await expect.element(screen.getByText('Seen', { exact: true })).toBeVisible();
});
