import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { forceColors } from '#test/support/force-colors.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { SplitLayout } from '#web/ui/split-layout.tsx';

test('forced colours draw no frame around the picture', async () => {
  await renderInApp(
    <SplitLayout top={null} picture={<p>A picture</p>} actions={null}>
      Choices
    </SplitLayout>,
  );
  await forceColors();
  const stage = page.getByText('A picture').element().parentElement ?? document.body;
  const { borderTopWidth, borderTopColor } = getComputedStyle(stage);
  expect([borderTopWidth, borderTopColor]).toEqual(['12px', getComputedStyle(document.body).backgroundColor]);
});
