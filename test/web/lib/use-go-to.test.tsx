import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { useGoTo } from '#web/lib/use-go-to.ts';
import { paths } from '#web/paths.ts';

test('opens an address without rendering again', async () => {
  const drawn = vi.fn();
  function Screen() {
    const goTo = useGoTo();
    drawn();
    return (
      <button type="button" onClick={() => goTo(paths.credits, { replace: true, state: 'from here' })}>
        Credits
      </button>
    );
  }
  const { address, router } = await renderInApp(<Screen />, { at: paths.studio() });
  drawn.mockClear();
  await page.getByRole('button', { name: 'Credits' }).click();
  await expect.poll(address).toBe(paths.credits);
  expect(router.state.location.state).toBe('from here');
  expect(drawn).not.toHaveBeenCalled();
});
