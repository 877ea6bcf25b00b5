import cyrillic from '@fontsource/inter/files/inter-cyrillic-700-normal.woff?url';
import latin from '@fontsource/inter/files/inter-latin-700-normal.woff?url';
import latinExt from '@fontsource/inter/files/inter-latin-ext-700-normal.woff?url';
import vietnamese from '@fontsource/inter/files/inter-vietnamese-700-normal.woff?url';
import { parse } from 'opentype.js';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { overlayOfPromo } from '#shared/domain/overlay.ts';
import { layOutOverlay, overlaySvg } from '#shared/domain/overlay-layout.ts';
import { typefaceOf } from '#shared/domain/typeface.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { proUser } from '#test/web/generations/users.ts';
import { PromoPreview } from '#web/generations/promo-preview.tsx';

const size = { width: 1080, height: 1920 };

function addressOf(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

test('is the layer that the server puts on the picture, whichever alphabets are loaded', async () => {
  const files = await Promise.all(
    [latin, latinExt, vietnamese, cyrillic].map(async (address) =>
      parse(await (await fetch(address)).arrayBuffer()),
    ),
  );
  const typeface = typefaceOf(files);
  for (const text of ['Two for one', 'Phở bò tái', 'Свежая пицца – 50 %']) {
    const overlay = overlayOfPromo({ promoText: text, promoPosition: 'center' });
    const svg = overlaySvg(layOutOverlay(overlay, { typeface, size }), typeface, size);
    const { unmount } = await renderInApp(
      <PromoPreview promo={{ promoText: text, promoPosition: 'center', promoLook: null }} size={size} />,
      {
        signedIn: false,
      },
    );
    await expect
      .element(page.getByRole('img', { name: `Your text: ${text}` }))
      .toHaveAttribute('src', addressOf(svg));
    await unmount();
  }
});

test('follows text and position, and leaves out what cannot be set', async () => {
  await renderInApp(
    <PromoPreview promo={{ promoText: '  ', promoPosition: 'top', promoLook: null }} size={size} />,
    {
      signedIn: false,
    },
  );
  expect(page.getByRole('img').query()).toBeNull();
  await renderInApp(
    <PromoPreview
      promo={{ promoText: ' Soup 🍲  of the day', promoPosition: 'bottom', promoLook: null }}
      size={size}
    />,
    {
      signedIn: false,
    },
  );
  await expect.element(page.getByRole('img', { name: 'Your text: Soup of the day' })).toBeVisible();
});

test('shows the logo where it will stand, with the look that was chosen', async () => {
  const url = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
  fakeApi({
    getMe: () => ({ ...proUser, brandKit: { look: null, logo: { url, width: 200, height: 100 } } }),
  });
  const promoLook = { font: 'oswald', color: '#f2a93b', logo: true } as const;
  await renderInApp(<PromoPreview promo={{ promoText: '', promoPosition: 'top', promoLook }} size={size} />);
  await expect.element(page.getByRole('img', { name: 'Your logo' })).toHaveAttribute('src', url);
  await renderInApp(
    <PromoPreview promo={{ promoText: 'Soup', promoPosition: 'top', promoLook }} size={size} />,
  );
  const text = page.getByRole('img', { name: 'Your text: Soup' });
  await expect.element(text).toBeVisible();
  expect(decodeURIComponent(text.element().getAttribute('src') ?? '')).toContain('#f2a93b');
});
