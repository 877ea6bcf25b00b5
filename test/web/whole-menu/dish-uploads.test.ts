import { describe, expect, it } from 'vitest';
import {
  firstUploads,
  reduceUploads,
  type UploadsAction,
  type UploadsState,
} from '#web/whole-menu/dish-uploads.ts';
import type { Row, Upload } from '#web/whole-menu/menu-draft.ts';

const soup = new File(['soup'], 'tomato-soup.jpg');
const brighter = new File(['brighter soup'], 'tomato-soup.jpg');
const cake = new File(['cake'], 'IMG_2.jpg');
const done: Upload = { state: 'done', uploadId: '01J00000000000000000000001', width: 1200, height: 900 };
const lost: Upload = { state: 'failed', problem: 'No connection', isLost: true };
const refusedOnce: Upload = { state: 'failed', problem: 'Too large', isLost: false };

const added: UploadsAction = {
  type: 'added',
  photos: [
    { key: 'soup', file: soup },
    { key: 'cake', file: cake },
  ],
  notes: ['One file is no photo'],
};
const ended = (key: string, upload: Exclude<Upload, { state: 'sending' }>): UploadsAction => ({
  type: 'ended',
  key,
  upload,
});
const fixed: UploadsAction = {
  type: 'fixed',
  key: 'soup',
  file: brighter,
  fixed: { kind: 'brighten', mask: undefined },
};

/** Two photos were chosen, and this has happened since. */
function uploads(...actions: UploadsAction[]): UploadsState {
  return [added, ...actions].reduce(reduceUploads, firstUploads({ rows: [], refused: [] }, []));
}

function rowOf({ rows }: UploadsState, key: string): Row | undefined {
  return rows.find((row) => row.key === key);
}

const uploadsOf = ({ rows }: UploadsState) => rows.map(({ upload }) => upload.state);

describe('photos that are chosen', () => {
  it('wait with the names of their files', () => {
    expect(uploads().rows).toMatchObject([
      { key: 'soup', fileName: 'tomato-soup.jpg', name: 'Tomato soup', upload: { state: 'waiting' } },
      { key: 'cake', fileName: 'IMG_2.jpg', upload: { state: 'waiting' } },
    ]);
    expect(uploads().files.get('soup')).toBe(soup);
    expect(uploads().notes).toEqual(['One file is no photo']);
  });

  it('replace the notes of the choice before', () => {
    const state = uploads(
      { type: 'refused', key: 'cake', problem: 'Not a photo' },
      { type: 'added', photos: [], notes: [] },
    );
    expect(state).toMatchObject({ notes: [], refused: [], rows: [{ key: 'soup' }] });
  });

  it('stay when another choice cannot be read', () => {
    const state = uploads({ type: 'notRead', note: 'Not read' });
    expect(state.notes).toEqual(['Not read']);
    expect(state.rows).toHaveLength(2);
  });

  it('get names from a list, each its own', () => {
    const state = uploads({ type: 'renamed', names: new Map([['cake', 'Cheesecake']]) });
    expect(state.rows.map(({ name }) => name)).toEqual(['Tomato soup', 'Cheesecake']);
  });

  it('leave with their files, alone or with the notes', () => {
    expect(uploads({ type: 'removed', key: 'soup' })).toMatchObject({
      rows: [{ key: 'cake' }],
      files: new Map([['cake', cake]]),
      notes: ['One file is no photo'],
    });
    expect(uploads({ type: 'cleared', keys: ['soup'] })).toMatchObject({
      rows: [{ key: 'cake' }],
      files: new Map([['cake', cake]]),
      notes: [],
    });
  });
});

describe('an upload', () => {
  it('is being sent, and ends', () => {
    const sent = uploads({ type: 'sent', key: 'soup', progress: 0.5 });
    expect(rowOf(sent, 'soup')?.upload).toEqual({ state: 'sending', progress: 0.5 });
    expect(rowOf(reduceUploads(sent, ended('soup', done)), 'soup')?.upload).toEqual(done);
  });

  it('that lost its connection pauses the others until one arrives, or for a while', () => {
    const state = uploads(ended('soup', lost));
    expect(state.isPaused).toBe(true);
    expect(reduceUploads(state, ended('cake', refusedOnce)).isPaused).toBe(true);
    expect(reduceUploads(state, ended('cake', done)).isPaused).toBe(false);
    const later = reduceUploads(state, { type: 'pauseEnded' });
    expect(later.isPaused).toBe(false);
    expect(rowOf(later, 'soup')?.upload).toEqual(lost);
  });

  it('that failed pauses nothing', () => {
    expect(uploads(ended('soup', refusedOnce)).isPaused).toBe(false);
  });

  it('that was lost waits again when the browser is online, one that failed does not', () => {
    const state = uploads(ended('soup', lost), ended('cake', refusedOnce), { type: 'reconnected' });
    expect(uploadsOf(state)).toEqual(['waiting', 'failed']);
    expect(state.isPaused).toBe(false);
  });

  it('is repeated when the user asks for it', () => {
    const state = uploads(ended('soup', lost), ended('cake', lost), { type: 'retried', keys: ['cake'] });
    expect(uploadsOf(state)).toEqual(['failed', 'waiting']);
    expect(state.isPaused).toBe(false);
  });
});

describe('a photo that cannot be used', () => {
  const refused: UploadsAction = { type: 'refused', key: 'soup', problem: 'Not a photo' };

  it('leaves the list, and is named', () => {
    expect(uploads(refused)).toMatchObject({
      rows: [{ key: 'cake' }],
      files: new Map([['cake', cake]]),
      refused: [{ fileName: 'tomato-soup.jpg', problem: 'Not a photo' }],
    });
  });

  it('gives its place back to the one before it was corrected', () => {
    const state = uploads(ended('soup', done), fixed, refused);
    expect(rowOf(state, 'soup')?.upload).toEqual(done);
    expect(state.files.get('soup')).toBe(soup);
    expect(state.refused).toEqual([]);
  });
});

describe('a corrected photo', () => {
  const corrected = uploads(ended('soup', done), fixed);

  it('is uploaded in the place of the former one', () => {
    expect(rowOf(corrected, 'soup')).toMatchObject({
      upload: { state: 'waiting' },
      fixedFrom: { kind: 'brighten', former: { upload: done, file: soup } },
    });
    expect(corrected.files.get('soup')).toBe(brighter);
  });

  it('is taken back, one correction at a time', () => {
    const again = new File(['cropped soup'], 'tomato-soup.jpg');
    const twice = [
      ended('soup', done),
      { ...fixed, file: again, fixed: { kind: 'crop', mask: undefined } } as const,
    ].reduce<UploadsState>(reduceUploads, corrected);
    const once = reduceUploads(twice, { type: 'fixUndone', key: 'soup' });
    expect(rowOf(once, 'soup')).toMatchObject({ upload: done, fixedFrom: { kind: 'brighten' } });
    expect(once.files.get('soup')).toBe(brighter);
    const none = reduceUploads(once, { type: 'fixUndone', key: 'soup' });
    expect(rowOf(none, 'soup')).toMatchObject({ upload: done, fixedFrom: undefined });
    expect(none.files.get('soup')).toBe(soup);
    expect(reduceUploads(none, { type: 'fixUndone', key: 'soup' })).toBe(none);
  });

  it('needs the file, which a reload loses', () => {
    const reloaded = firstUploads(corrected, []);
    expect(reduceUploads(reloaded, fixed)).toBe(reloaded);
  });
});
