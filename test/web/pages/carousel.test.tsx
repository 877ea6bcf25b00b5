import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { Carousel } from '#web/pages/landing/carousel.tsx';

test('the carousel waits while the focus is inside, also after the pointer has left it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const listen = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('matchMedia', () => ({ matches: false, ...listen }));
  onTestFinished(() => void vi.unstubAllGlobals());
  await renderInApp(
    <>
      <button type="button">Elsewhere</button>
      <Carousel images={[]} />
    </>,
  );
  const elsewhere = page.getByRole('button', { name: 'Elsewhere' });
  const rail = page.getByRole('list', { name: 'Sample dishes in our looks' });
  await elsewhere.hover();
  const scrolled = vi.spyOn(rail.element(), 'scrollTo').mockImplementation(() => {});
  const wait = () => vi.advanceTimersByTime(10_000);
  await expect.poll(() => wait() && scrolled.mock.calls.length).toBeGreaterThan(0);

  await rail.hover();
  (rail.element() as HTMLElement).focus();
  await elsewhere.hover();
  await new Promise((resolve) => setTimeout(resolve, 100));
  scrolled.mockClear();
  wait();
  expect(scrolled).not.toHaveBeenCalled();

  (rail.element() as HTMLElement).blur();
  await expect.poll(() => wait() && scrolled.mock.calls.length).toBeGreaterThan(0);
});
