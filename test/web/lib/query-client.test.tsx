import { focusManager } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readAgainOnFocus } from '#web/lib/query-client.ts';

test('a window that gets the focus reads again, although it was visible all the time', () => {
  readAgainOnFocus();
  const changed = vi.fn();
  onTestFinished(focusManager.subscribe(changed));
  window.dispatchEvent(new Event('focus'));
  expect(changed).toHaveBeenCalledOnce();
});
