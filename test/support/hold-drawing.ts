import { vi } from 'vitest';

/** Lets the next photo that is read to be drawn wait until `end`; `asked` resolves once it is waited for. */
export function holdDrawing(): { asked: Promise<void>; end: () => void } {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const read = globalThis.createImageBitmap.bind(globalThis) as (file: Blob) => Promise<ImageBitmap>;
  vi.spyOn(globalThis, 'createImageBitmap').mockImplementationOnce(async (file) => {
    asked.resolve();
    await held.promise;
    return read(file as Blob);
  });
  return { asked: asked.promise, end: held.resolve };
}
