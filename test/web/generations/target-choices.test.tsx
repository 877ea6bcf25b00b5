import { Box } from '@chakra-ui/react';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { platforms } from '#shared/domain/platforms.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { TargetChoices } from '#web/generations/target-choices.tsx';

test('the image types of all platforms stand in columns beside the platform, also in a small dialog', async () => {
  await page.viewport(1440, 900);
  onTestFinished(() => page.viewport(1280, 800));
  await renderInApp(
    <Box w="25rem">
      <TargetChoices targets={[]} onChange={() => undefined} />
    </Box>,
    { signedIn: false },
  );
  const lefts = platforms.map(({ name, imageTypes }) => {
    const row = page.getByRole('group', { name, exact: true });
    const labels = [...row.element().querySelectorAll('label')];
    expect(labels).toHaveLength(imageTypes.length);
    const rows = labels.map((label) => label.getBoundingClientRect());
    // In one row, also where a hint takes two lines.
    for (const { top } of rows) expect(top).toBeLessThan(Math.min(...rows.map(({ bottom }) => bottom)));
    return labels.map((label) => Math.round(label.getBoundingClientRect().left));
  });
  for (const column of [0, 1]) {
    const inColumn = lefts.flatMap((row) => row[column] ?? []);
    expect(new Set(inColumn).size).toBe(1);
  }
});

test('say the size of the file where the platform asks for another than its name says', async () => {
  await renderInApp(<TargetChoices targets={[]} onChange={() => undefined} />, { signedIn: false });
  const grubhub = page.getByRole('group', { name: 'Grubhub', exact: true });
  await expect
    .element(grubhub.getByRole('checkbox', { name: 'Square 1000x1000+; your file: 1600×1200' }))
    .toBeVisible();
  await expect
    .element(grubhub.getByRole('checkbox', { name: 'Header 2400x1800', exact: true }))
    .toBeVisible();
});
