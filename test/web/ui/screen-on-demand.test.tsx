import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { screenOnDemand } from '#web/ui/screen-on-demand.tsx';

const load = vi.fn<() => Promise<typeof Results>>();

function Results({ name }: { readonly name: string }) {
  return <h1 tabIndex={-1}>{name}</h1>;
}

async function renderWizard() {
  const { Screen, loadAhead } = screenOnDemand<{ readonly name: string }>(load);
  function Wizard() {
    const [isMade, setMade] = useState(false);
    if (isMade) return <Screen name="Results" />;
    return (
      <>
        <button type="button" onClick={loadAhead}>
          Choose
        </button>
        <button type="button" onClick={() => setMade(true)}>
          Make
        </button>
      </>
    );
  }
  await renderInApp(<Wizard />);
}

const heading = page.getByRole('heading', { name: 'Results' });
const make = page.getByRole('button', { name: 'Make' });

beforeEach(() => {
  load.mockReset();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

test('a screen that was loaded ahead appears without a fallback', async () => {
  load.mockResolvedValue(Results);
  await renderWizard();
  await page.getByRole('button', { name: 'Choose' }).click();
  const spinners: Node[] = [];
  const watch = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof Element && node.matches('[role=status]')) spinners.push(node);
  });
  watch.observe(document.body, { childList: true, subtree: true });
  await make.click();
  await expect.element(heading).toBeVisible();
  watch.disconnect();
  expect(spinners).toEqual([]);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a screen that comes late, after a failure, is shown and gets the focus', async () => {
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'));
  load.mockResolvedValue(Results);
  await renderWizard();
  await make.click();
  await expect.element(heading).not.toBeInTheDocument();
  window.dispatchEvent(new Event('online'));
  await expect.element(heading).toHaveFocus();
});
