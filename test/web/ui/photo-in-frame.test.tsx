import { type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { centred } from '#shared/domain/framing.ts';
import { renderInApp } from '#test/support/render-in-app.tsx';
import { CropPreview } from '#web/ui/crop-preview.tsx';
import { StillPhoto } from '#web/ui/photo-in-frame.tsx';

const square = { width: 1, height: 1 };
const ignore = () => undefined;

function photo(width: number, height: number): string {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  return canvas.toDataURL();
}

/** Shows a wide photo, then one that never loads, then an upright one. */
async function renderPhotos(render: (src: string) => ReactNode) {
  const srcs = [photo(200, 100), '/none.jpg', photo(100, 200)];
  const Photos = () => {
    const [n, setN] = useState(0);
    return (
      <>
        <div style={{ width: 200, height: 200 }}>{render(srcs[n] ?? '')}</div>
        <button type="button" onClick={() => setN(n + 1)}>
          Another
        </button>
      </>
    );
  };
  await renderInApp(<Photos />);
  return page.getByRole('button', { name: 'Another' });
}

test('another photo is cropped by its own size, once it is loaded', async () => {
  const another = await renderPhotos((src) => (
    <CropPreview src={src} alt="Soup" target={square} framing={centred} onChange={ignore} />
  ));
  const sideways = page.getByRole('slider', { name: 'Move the frame left or right' });
  await expect.element(sideways).toBeInTheDocument();
  await another.click();
  await expect.element(sideways).not.toBeInTheDocument();
  await another.click();
  await expect.element(page.getByRole('slider', { name: 'Move the frame up or down' })).toBeInTheDocument();
  await expect.element(sideways).not.toBeInTheDocument();
});

test('another photo that cannot be moved is placed by its own size, once it is loaded', async () => {
  const framing = { ...centred, zoom: 0.5 };
  const another = await renderPhotos((src) => (
    <StillPhoto src={src} alt="Soup" target={square} framing={framing} />
  ));
  const shown = page.getByRole('img', { name: 'Soup' });
  const size = () => {
    const { width, height } = (shown.element() as HTMLElement).style;
    return [width, height];
  };
  await expect.poll(size).toEqual(['100%', '50%']);
  await another.click();
  await expect.poll(size).toEqual(['100%', '100%']);
  await another.click();
  await expect.poll(size).toEqual(['50%', '100%']);
});
