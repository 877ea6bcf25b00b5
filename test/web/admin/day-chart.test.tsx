import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { DayChart } from '#web/admin/day-chart.tsx';

test('the value of each day is reached by the keyboard', async () => {
  const days = [
    { day: '2026-11-20', value: 3 },
    { day: '2026-11-21', value: 1200 },
  ];
  await renderInApp(<DayChart title="Sign-ups" unit="Sign-ups" days={days} />);
  const row = page.getByRole('row', { name: '21 Nov 1,200' });
  await expect.element(page.getByText('Show the figures')).toBeVisible();
  expect(row.elements()).toEqual([]);
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(row).toBeVisible();
});

test('the highest bar fills the chart, also below 1', async () => {
  const days = [
    { day: '2026-11-20', value: 0.1 },
    { day: '2026-11-21', value: 0.2 },
    { day: '2026-11-22', value: 0 },
  ];
  const { container } = await renderInApp(<DayChart title="Cost" unit="Dollars" days={days} />);
  const bars = [...container.querySelectorAll('svg rect[rx]')];
  expect(bars.map((bar) => Number(bar.getAttribute('height')))).toEqual([44, 88, 0]);
});
