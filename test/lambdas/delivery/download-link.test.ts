import { expect, it } from 'vitest';
import { nameOf } from '#lambdas/delivery/download-link.ts';

it.each([
  ['Classic Burger', 'platepost-classic-burger-square-feed-1-1080x1350.jpg'],
  ['Crème brûlée', 'platepost-creme-brulee-square-feed-1-1080x1350.jpg'],
  ['"; filename="evil.html', 'platepost-filename-evil-html-square-feed-1-1080x1350.jpg'],
  ['a\r\nSet-Cookie: b=c', 'platepost-a-set-cookie-b-c-square-feed-1-1080x1350.jpg'],
  ['../../etc/passwd\u0000', 'platepost-etc-passwd-square-feed-1-1080x1350.jpg'],
  ['日本 \u202egpj.exe', 'platepost-日本-gpj-exe-square-feed-1-1080x1350.jpg'],
  ['שקשוקה', 'platepost-שקשוקה-square-feed-1-1080x1350.jpg'],
  ['مقلوبة', 'platepost-مقلوبة-square-feed-1-1080x1350.jpg'],
  ['Зелёный борщ', 'platepost-зелёный-борщ-square-feed-1-1080x1350.jpg'],
  ['Phở bò', 'platepost-pho-bo-square-feed-1-1080x1350.jpg'],
  ['Чай с мёдом', 'platepost-чай-с-мёдом-square-feed-1-1080x1350.jpg'],
  ['ส้มตำ', 'platepost-ส้มตำ-square-feed-1-1080x1350.jpg'],
  ['a'.repeat(60), `platepost-${'a'.repeat(60)}-square-feed-1-1080x1350.jpg`],
  ['ผัดไทย', 'platepost-ผัดไทย-square-feed-1-1080x1350.jpg'],
  ['김치찌개 ½', 'platepost-김치찌개-½-square-feed-1-1080x1350.jpg'],
])('keeps letters and digits alone, and says the size: %j', (dish, fileName) => {
  // V1.3.3, V5.4.1, V5.4.2
  expect(nameOf(dish, 'Square Feed', 0, { width: 1080, height: 1350 })).toBe(fileName);
});

it.each(['', 'a', 'ab'])('is cut below what file systems take, in any script: %s…', (start) => {
  const name = nameOf(`${start}${'汤'.repeat(200)}`, 'Square Feed', 3, { width: 1080, height: 1350 });
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(name).toMatch(new RegExp(`^platepost-${start}汤+-4-1080x1350\\.jpg$`));
});
