import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { describe, expect, it } from 'vitest';
import { unpackZip } from '#web/whole-menu/unpack-zip.ts';

type Entries = readonly (readonly [name: string, content: string | Uint8Array])[];

async function zipOf(entries: Entries, password?: string): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter(), {
    useWebWorkers: false,
    ...(password !== undefined && { password }),
  });
  for (const [name, content] of entries) {
    await writer.add(
      name,
      typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content),
    );
  }
  return writer.close();
}

const limits = { entries: 10, photoBytes: 1_000, allBytes: 2_500 };
const unpacked = async (zip: Blob) => {
  const { files, notes } = await unpackZip(zip, limits);
  return { names: files.map(({ name }) => name), notes };
};

describe('a ZIP', () => {
  it('gives its photos, without folders and what systems add', async () => {
    const zip = await zipOf([
      ['menu/soup.jpg', 'soup'],
      ['menu/notes.txt', 'x'],
      ['__MACOSX/menu/._soup.jpg', 'x'],
      ['.DS_Store', 'x'],
    ]);
    const { files, notes } = await unpackZip(zip, limits);
    expect(await Promise.all(files.map(async (file) => [file.name, await file.text()]))).toEqual([
      ['soup.jpg', 'soup'],
    ]);
    expect(notes).toEqual([]);
  });

  it('that unpacks to more than the limit is stopped at the real bytes, and the others are kept', async () => {
    const zip = await zipOf([
      ['bomb.jpg', new Uint8Array(5_000_000)],
      ['soup.jpg', 'soup'],
    ]);
    expect(zip.size).toBeLessThan(50_000);
    expect(await unpacked(zip)).toEqual({
      names: ['soup.jpg'],
      notes: ['Too large to unpack, so left out: bomb.jpg.'],
    });
  });

  it('is stopped as a whole at the limit of all photos', async () => {
    const zip = await zipOf(['a', 'b', 'c'].map((name) => [`${name}.jpg`, new Uint8Array(1_000).fill(1)]));
    expect(await unpacked(zip)).toEqual({
      names: ['a.jpg', 'b.jpg'],
      notes: ['Too large to unpack, so left out: c.jpg.'],
    });
  });

  it('with path traversal in names or false sizes does no harm', async () => {
    const bytes = new Uint8Array(
      await (await zipOf([['bomb.jpg', new Uint8Array(5_000_000)]])).arrayBuffer(),
    );
    const view = new DataView(bytes.buffer);
    // The size of the file in the central directory: it says 10 bytes.
    for (let at = 0; at < bytes.length - 4; at += 1)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
    const lying = await unpacked(new Blob([bytes]));
    expect(lying.names).toEqual([]);
    expect(lying.notes).toHaveLength(1);
    const out = await zipOf([
      ['../../etc/soup.jpg', 'soup'],
      ['C:\\photos\\tea.jpg', 'tea'],
    ]);
    expect(await unpacked(out)).toEqual({ names: ['soup.jpg', 'tea.jpg'], notes: [] });
  });

  it('that cannot be used says why in a sentence', async () => {
    const locked = await zipOf([['soup.jpg', 'soup']], 'secret');
    const crowded = await zipOf(Array.from({ length: 11 }, (_, index) => [`${index}.jpg`, `${index}`]));
    const notesOf = async (zip: Blob) => (await unpacked(zip)).notes;
    expect(await notesOf(locked)).toEqual(['This ZIP is locked with a password. Please unpack it first.']);
    expect(await notesOf(crowded)).toEqual([
      'There are too many files in this ZIP. Please pick the photos themselves.',
    ]);
    expect(await notesOf(await zipOf([['menu.pdf', 'x']]))).toEqual(['There are no photos in this ZIP.']);
    expect(await notesOf(new Blob(['no archive']))).toEqual([
      'This ZIP could not be read. Please pack it again, or pick the photos themselves.',
    ]);
  });
});
