import { Box } from '@chakra-ui/react';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { backgroundStyles, imageStyles, plateStyles } from '#shared/domain/menu-styles.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { textBoxesIn } from '#test/support/text-boxes.ts';
import { StyleTiles } from '#web/ui/style-tiles.tsx';

test.each([320, 344])('The names of styles break between words at %i px', async (width) => {
  // So high that there is no scroll bar, which takes no width on a phone.
  await page.viewport(width, 2000);
  onTestFinished(() => page.viewport(1280, 800));
  const options = [...backgroundStyles, ...plateStyles, ...imageStyles];
  await renderInApp(
    <Box px="4">
      <StyleTiles
        title="Styles"
        options={options}
        value="none"
        onChange={() => undefined}
        previews="background"
        fallback="/samples/salad.jpg"
      />
    </Box>,
  );
  await document.fonts.ready;
  const broken = options.filter(({ name }) => {
    const label = page.getByText(name, { exact: true }).first().element();
    return textBoxesIn(label).length > name.split(' ').length;
  });
  expect(broken).toEqual([]);
});
