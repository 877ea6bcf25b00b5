import { Box } from '@chakra-ui/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { WizardSteps } from '#web/ui/wizard-steps.tsx';

test('the steps of a wizard lead back, and forward only where a step can be entered', async () => {
  const onStep = vi.fn<(step: number) => void>();
  await renderInApp(
    <>
      <WizardSteps
        steps={['Format', 'Dish', 'Look', 'Publish']}
        current={2}
        canEnter={(step) => step < 4}
        onStep={onStep}
        panelId="choices"
      />
      <div id="choices" />
    </>,
    { signedIn: false },
  );
  const step = (name: string) =>
    page.getByRole('navigation', { name: 'Progress' }).getByRole('tab', { name });
  await expect.element(step('Dish')).toHaveAttribute('aria-selected', 'true');
  await expect.element(step('Format completed')).toBeEnabled();
  await expect.element(step('Publish')).toBeDisabled();
  await step('Format completed').click();
  await step('Look').click();
  expect(onStep.mock.calls).toEqual([[1], [3]]);
});

test.each([
  ['a small phone', 156],
  ['a phone', 226],
])('stand beside each other on %s', async (_, room) => {
  await page.viewport(320, 640);
  onTestFinished(() => page.viewport(1280, 800));
  await renderInApp(
    <Box w={`${room}px`} display="flex">
      <WizardSteps
        steps={['Format', 'Dish', 'Look', 'Publish']}
        current={3}
        canEnter={() => true}
        onStep={() => undefined}
        panelId="choices"
      />
      <div id="choices" />
    </Box>,
    { signedIn: false },
  );
  await expect.element(page.getByRole('tab', { name: 'Publish' })).toBeVisible();
  const circles = page
    .getByRole('tab')
    .elements()
    .map((tab) => tab.getBoundingClientRect());
  expect(circles).toHaveLength(4);
  for (const [n, { left, width }] of circles.entries()) {
    expect(width).toBeGreaterThanOrEqual(24);
    expect(left).toBeGreaterThanOrEqual(circles[n - 1]?.right ?? 0);
  }
  const { right } = page.getByRole('navigation').element().getBoundingClientRect();
  expect(circles.at(-1)?.right).toBeLessThanOrEqual(right);
});
