import { expect, test } from 'vitest';
import { prepareSiteFile } from '#web/admin/site-images/prepare-site-file.ts';

/** A GIF of one pixel, with this number of frames. */
function gif(frames: number): File {
  const still = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (char) =>
    char.charCodeAt(0),
  );
  const [start, frame, end] = [still.slice(0, 19), still.slice(19, -1), still.slice(-1)];
  return new File([start, ...Array.from({ length: frames }, () => frame), end], 'soup.gif', {
    type: 'image/gif',
  });
}

test('a GIF that stands still becomes a JPEG', async () => {
  expect(await prepareSiteFile(gif(1))).toMatchObject({ contentType: 'image/jpeg', fileName: 'soup.gif' });
});

test('a GIF that moves is refused, because it would stand still', async () => {
  await expect(prepareSiteFile(gif(2))).rejects.toThrow(
    'This GIF moves, and would stand still on the site. Please choose another file.',
  );
});
