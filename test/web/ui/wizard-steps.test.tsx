import { expect, test, vi } from 'vitest';
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
