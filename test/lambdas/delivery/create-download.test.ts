import { expect, it } from 'vitest';
import { nameOf } from '#lambdas/delivery/create-download.ts';

it.each([
  ['Classic Burger', 'platepost-classic-burger-square-feed-1-1080x1350.jpg'],
  ['Crème brûlée', 'platepost-creme-brulee-square-feed-1-1080x1350.jpg'],
  ['"; filename="evil.html', 'platepost-filename-evil-html-square-feed-1-1080x1350.jpg'],
  ['a\r\nSet-Cookie: b=c', 'platepost-a-set-cookie-b-c-square-feed-1-1080x1350.jpg'],
  ['../../etc/passwd\u0000', 'platepost-etc-passwd-square-feed-1-1080x1350.jpg'],
  ['日本 \u202egpj.exe', 'platepost-gpj-exe-square-feed-1-1080x1350.jpg'],
])('keeps plain letters alone, and says the size: %j', (dish, fileName) => {
  // V1.3.3, V5.4.1, V5.4.2
  expect(nameOf(dish, 'Square Feed', 0, { width: 1080, height: 1350 })).toBe(fileName);
});
