import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { UploadProblem } from '#web/ui/upload-problem.tsx';

test('why a photo was refused is scrolled into view', async () => {
  const upload = { problem: 'This is no picture.', retry: undefined };
  await renderInApp(
    <div style={{ paddingBlock: '3000px' }}>
      <UploadProblem upload={upload} retryLabel="Try again" />
    </div>,
  );
  await expect.element(page.getByRole('alert')).toBeInViewport();
});
