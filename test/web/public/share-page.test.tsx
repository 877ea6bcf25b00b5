import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { htmlPage } from '#lambdas/runtime/html-page.ts';

test('the button under a shared square picture is in sight on a desktop', async () => {
  await page.viewport(1440, 900);
  onTestFinished(() => page.viewport(1280, 800));
  const frame = document.createElement('iframe');
  frame.style.cssText = 'position: fixed; inset: 0; width: 1440px; height: 900px; border: 0';
  frame.srcdoc = htmlPage(
    'Friday burger',
    '',
    `<figure>
      <img src="/samples/burger.jpg" width="1024" height="1024" alt="">
      <figcaption><h1>Friday burger</h1><p>With extra pickles</p></figcaption>
    </figure>
    <p class="made">Made with AI</p>
    <p class="last"><a class="start" href="/landing">Make your own</a></p>`,
  );
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  await loaded;
  const find = (selector: string) => {
    const element = frame.contentDocument?.querySelector(selector);
    if (!element) throw new Error(`There is no ${selector}`);
    return element.getBoundingClientRect();
  };
  expect(find('figure img').height).toBeGreaterThan(500);
  expect(find('.start').bottom).toBeLessThan(900);
  expect(find('header img').width).toBe(32);
});
