import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVideo } from '#lambdas/site/read-video.ts';
import { box, film } from './films.ts';

const secret = Buffer.from('+51.5074-000.1278/ <script>alert(1)</script>');

describe('a video', () => {
  it('is read with its container and its size', () => {
    expect(readVideo(film())).toMatchObject({ extension: 'mp4', width: 640, height: 360 });
    expect(readVideo(film({ brand: 'qt  ' }))).toMatchObject({ extension: 'mov' });
  });

  it('that a phone has rotated is read with its displayed size', () => {
    expect(readVideo(film({ turned: true }))).toMatchObject({ width: 360, height: 640 });
  });

  it('loses its metadata, wherever it is in the file, and keeps its length and its frames', () => {
    const places = { inFile: [box('uuid', secret)], inMovie: [box('udta', secret), box('free', secret)] };
    const file = film({ ...places, inTrack: [box('meta', secret)] });
    const { body = Buffer.alloc(0) } = readVideo(file) ?? {};
    expect(body.length).toBe(file.length);
    expect(body.includes(secret)).toBe(false);
    expect(body.includes('the pictures of this film')).toBe(true);
    expect(readVideo(body)).toMatchObject({ width: 640, height: 360 });
  });
});

describe('no video', () => {
  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a sound', film({ handler: 'soun' })],
    [
      'a still of the same family of containers',
      Buffer.concat([box('ftyp', Buffer.from('avif')), box('meta')]),
    ],
    ['a film without its index', Buffer.concat([box('ftyp', Buffer.from('isom')), box('mdat', secret)])],
  ])('is %s', (_what, file) => {
    expect(readVideo(file)).toBeUndefined();
  });

  it('is a video with bytes before or after it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (extra) => {
        expect(readVideo(Buffer.concat([extra, film()]))).toBeUndefined();
        const after = readVideo(Buffer.concat([film(), extra]));
        // By chance the bytes may be a box, which is then empty.
        if (after) expect(after.body.subarray(film().length + 8).every((byte) => byte === 0)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('is a truncated video', () => {
    const file = film();
    for (let length = 0; length < file.length; length += 1) {
      expect(readVideo(file.subarray(0, length)), `${length} bytes`).toBeUndefined();
    }
  });

  it('ever ends in an unexpected error or a longer file, whatever the bytes are', () => {
    const file = film({ inMovie: [box('udta', secret)] });
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.nat(255), fc.nat(255), (position, first, second) => {
        const changed = Buffer.from(file);
        changed[position] = first;
        changed[(position + 3) % file.length] = second;
        const video = readVideo(changed);
        // T3.D1
        if (video) expect(video.body.length).toBe(file.length);
      }),
      { numRuns: 500 },
    );
  });
});
