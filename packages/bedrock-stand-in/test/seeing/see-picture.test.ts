import { expect, it, vi } from 'vitest';
import { seePicture } from '#src/seeing/see-picture.ts';
import { photo } from '#test/renderer/photos.ts';

vi.mock('#src/network.ts', async (original) => ({
  ...(await original<object>()),
  openNetwork: (file: string) =>
    file === 'pp-ocrv4-det.onnx' ? Promise.reject(new Error('Broken')) : Promise.resolve(undefined),
}));

it('leaves only the result of a network undefined that cannot be loaded', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const seen = await seePicture(await photo('burger'));
  expect(seen).toEqual({ writing: undefined, people: undefined, panels: 1, things: undefined });
  expect(log).toHaveBeenCalledTimes(1);
});
