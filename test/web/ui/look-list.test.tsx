import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { filters } from '#shared/domain/filters.ts';
import { foodScenes, influencerScenes } from '#shared/domain/scenes.ts';
import { enlargeText } from '#test/support/large-text.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { textBoxesIn } from '#test/support/text-boxes.ts';
import { LookCard } from '#web/ui/look-card.tsx';
import { LookList } from '#web/ui/look-list.tsx';

const looks = [...filters, ...influencerScenes, ...foodScenes];
const nameOf = (name: string) => page.getByText(name, { exact: true }).first().element();

beforeEach(async () => {
  await enlargeText();
  await renderInApp(
    <LookList label="Looks" value="none" onChange={() => undefined}>
      {looks.map(({ id, name }) => (
        <LookCard key={id} value={id} name={name} src="/samples/salad.jpg" selected />
      ))}
    </LookList>,
  );
  await document.fonts.ready;
});

test('The names of looks break between words with large letters', () => {
  const broken = looks.filter(({ name }) => textBoxesIn(nameOf(name)).length > name.split(' ').length);
  expect(broken).toEqual([]);
});

test('The names of looks stay clear of the tick with large letters', () => {
  const covered = looks.filter(({ id, name }) => {
    const tick = document.querySelector(`[data-look="${id}"] svg`)?.parentElement?.getBoundingClientRect();
    if (!tick) throw new Error(`There is no tick on ${name}`);
    return textBoxesIn(nameOf(name)).some(({ top, right }) => top < tick.bottom && right > tick.left);
  });
  expect(covered).toEqual([]);
});
