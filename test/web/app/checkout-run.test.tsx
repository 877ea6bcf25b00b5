import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi, pending, problem } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { CheckoutRun } from '#web/app/checkout-run.tsx';

describe('a checkout that a public page starts', () => {
  test('ends with a message when the account cannot be read', async () => {
    fakeApi({ getMe: () => problem('forbidden') });
    const onDone = vi.fn();
    await renderInApp(<CheckoutRun plan="starter" onDone={onDone} />);
    await expect.element(page.getByText('Failed to start checkout. Please try again.')).toBeVisible();
    expect(onDone).toHaveBeenCalledOnce();
  });

  test('ends with a message when there is no reply for 20 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    fakeApi({ getMe: pending });
    const onDone = vi.fn();
    await renderInApp(<CheckoutRun plan="starter" onDone={onDone} />);
    await vi.advanceTimersByTimeAsync(19_000);
    expect(onDone).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    await expect.element(page.getByText('Failed to start checkout. Please try again.')).toBeVisible();
    expect(onDone).toHaveBeenCalledOnce();
  });
});
