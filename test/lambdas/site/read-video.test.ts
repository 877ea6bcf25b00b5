import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVideo } from '#lambdas/site/read-video.ts';
import { box, chunkTable, film, pictures } from './films.ts';

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
    const file = film({ ...places, inTrack: [box('meta', secret)], inMedia: [box('udta', secret)] });
    expectClean(file);
  });

  it.each([
    ['action cameras', 'meta', {}],
    ['large files', 'sbtl', { chunks: (at: readonly number[]) => [chunkTable(at, 'co64')] }],
    [
      'two tables',
      'text',
      { chunks: ([a = 0, b = 0]: readonly number[]) => [chunkTable([b]), chunkTable([a])] },
    ],
    [
      'one table with an offset twice',
      'tmcd',
      { chunks: ([a = 0, b = 0]: readonly number[]) => [chunkTable([b, a, b])] },
    ],
  ])('loses tracks that are neither picture nor sound: of %s', (_of, handler, more) => {
    const beside = { handler, samples: [secret, secret], ...more };
    expectClean(film({ beside }));
    expectClean(film({ beside, brand: 'qt  ', inTrack: [box('tref', Buffer.alloc(4))] }));
  });

  it('keeps its sound', () => {
    const file = film({ beside: { handler: 'soun', samples: [secret, secret] } });
    expect(readVideo(file)?.body).toEqual(file);
  });

  function expectClean(file: Buffer) {
    expect(file.includes(secret)).toBe(true);
    const { body = Buffer.alloc(0) } = readVideo(file) ?? {};
    expect(body.length).toBe(file.length);
    expect(body.includes(secret)).toBe(false);
    for (const picture of pictures) expect(body.includes(picture)).toBe(true);
    expect(readVideo(body)).toMatchObject({ width: 640, height: 360 });
  }
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

  it.each<[string, (offsets: readonly number[]) => readonly Buffer[]]>([
    ['has no table', () => []],
    ['claims more chunks than its table has', (at) => [tableOf(at, 4_000_000_000)]],
    ['lies outside of the data', ([first = 0]) => [chunkTable([first, 8])]],
    ['lies beyond the file', ([first = 0]) => [chunkTable([first, 4_000_000_000])]],
  ])('is a video with a track for metadata that %s', (_what, chunks) => {
    expect(readVideo(film({ beside: { handler: 'meta', samples: [secret], chunks } }))).toBeUndefined();
  });

  it('is a video in fragments with a track for metadata', () => {
    const inFile = [box('moof', box('mfhd', Buffer.alloc(8)))];
    expect(readVideo(film({ inFile }))).toBeDefined();
    expect(readVideo(film({ inFile, beside: { handler: 'meta', samples: [secret] } }))).toBeUndefined();
  });

  function tableOf(offsets: readonly number[], claimed: number): Buffer {
    const table = chunkTable(offsets);
    table.writeUInt32BE(claimed, 12);
    return table;
  }

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
    const file = film({
      inMovie: [box('udta', secret)],
      beside: { handler: 'meta', samples: [secret, secret] },
    });
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
