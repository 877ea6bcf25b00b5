import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { measuredSide, measurePhoto } from '#shared/domain/measure-photo.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { logError } from '#web/lib/log-error.ts';
import { notify } from '#web/lib/notify.ts';
import { PhotoError, type PreparedPhoto, preparePhoto, uploadPhoto } from '#web/lib/photo.ts';
import { measuredCopy, smallCopy } from '#web/photos/fix-photo.ts';
import type { FixedFrom } from '#web/photos/photo-advice.ts';
import { dishNameOf } from './dish-name.ts';
import { isLost, tryAgainAfter } from './kept-dishes.ts';
import {
  type FormerPhoto,
  type MenuDraft,
  type RefusedPhoto,
  type Row,
  refusedNotes,
  type Upload,
} from './menu-draft.ts';
import { pickPhotos } from './picked-files.ts';
import type { Unpacked } from './unpack-zip.ts';
import { words } from './words.ts';

/** Number of concurrent uploads. */
const atOnce = 3;
/** Longest side of the small copies in pixels: fifty of them fit into the tab's storage. */
const previewSide = 320;

export interface DishUploads {
  readonly rows: readonly Row[];
  /** Whether chosen files are being read. */
  readonly isReading: boolean;
  /** Why files of the last choice, or photos after a reload, were left out. */
  readonly notes: readonly string[];
  /** The photos of the last choice that cannot be used. */
  readonly refused: readonly RefusedPhoto[];
  /** Adds the photos among these files; a promise is for files that must be unpacked first. */
  readonly add: (files: readonly File[] | Promise<readonly File[]>) => void;
  readonly change: (key: string, change: Partial<Pick<Row, 'name' | 'look'>>) => void;
  readonly rename: (names: ReadonlyMap<string, string>) => void;
  /** Uploads a corrected photo in place of a row's. */
  readonly fix: (row: Row, file: File, fixed: Omit<FixedFrom<unknown>, 'former'>) => void;
  /** Takes the photo before the last correction again. */
  readonly undoFix: (row: Row) => void;
  /** Uploads these photos again. */
  readonly retry: (keys: readonly string[]) => void;
  readonly remove: (key: string) => void;
  /** The chosen file of a row; undefined after a reload. */
  readonly fileOf: (key: string) => File | undefined;
  /** Removes these photos, and the notes. */
  readonly clear: (removed: readonly Row[]) => void;
}

/**
 * Prepares and uploads the photos of a menu, three at a time; a failed one waits for another attempt, and one that
 * cannot be used leaves the list with a note. Without a connection none is started; when the browser is back online, the
 * uploads continue, and the lost ones are repeated.
 * @param initial What a reload has kept.
 * @param firstNotes The initial notes.
 */
export function useDishUploads(
  initial: Pick<MenuDraft, 'rows' | 'refused'>,
  firstNotes: readonly string[],
): DishUploads {
  const [rows, setRows] = useState(initial.rows);
  const [refused, setRefused] = useState(initial.refused);
  const [reading, setReading] = useState(0);
  /** Timer after an attempt without a connection; until it ends, no upload is started. */
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Number of times that the browser came back online. */
  const returns = useRef(0);
  const [notes, setNotes] = useState(firstNotes);
  const taken = useRef(new Set(initial.rows.map(({ key }) => key)));
  /** The chosen files; kept after the upload, because a larger copy may be needed. They are handles, not pixels. */
  const files = useRef(new Map<string, File>());
  const sending = useRef(new Map<string, AbortController>());
  const turn = useRef<Promise<void>>(Promise.resolve());

  const set = useCallback(
    (key: string, changed: Partial<Row>) =>
      setRows((now) => now.map((row) => (row.key === key ? { ...row, ...changed } : row))),
    [],
  );

  const endPause = useCallback(() => {
    clearTimeout(pause.current);
    pause.current = undefined;
  }, []);
  const sendAgain = useCallback(
    (isMeant: (row: Row) => boolean) => {
      endPause();
      setRows((now) => now.map((row) => (isMeant(row) ? { ...row, upload: { state: 'waiting' } } : row)));
    },
    [endPause],
  );
  const retry = useCallback(
    (keys: readonly string[]) => sendAgain(({ key }) => keys.includes(key)),
    [sendAgain],
  );
  /** Not every browser reports that it is online again, so the waiting photos continue after a pause. */
  function beginPause(): void {
    endPause();
    pause.current = setTimeout(() => sendAgain(() => false), tryAgainAfter);
  }
  useEffect(() => endPause, [endPause]);

  /** Takes the photo before a correction again; without one, the row leaves the list. */
  function refuse(row: Row, problem: string): void {
    if (row.fixedFrom?.former) {
      undoFix(row);
      notify.error(problem);
      return;
    }
    remove(row.key);
    setRefused((now) => [...now, { fileName: row.fileName, problem }]);
  }

  async function send(row: Row, file: File, controller: AbortController): Promise<void> {
    const { key } = row;
    const { signal } = controller;
    const report = (upload: Upload, more: Partial<Row> = {}) => {
      if (!signal.aborted) set(key, { ...more, upload });
    };
    report({ state: 'sending', progress: 0 });
    const begunAt = returns.current;
    let ended: Upload;
    try {
      const photo = await preparePhoto(file, measuredSide);
      report({ state: 'sending', progress: 0 }, await lookAt(photo));
      const onProgress = (progress: number) => report({ state: 'sending', progress });
      const uploadId = await uploadPhoto(photo, onProgress, signal);
      ended = { state: 'done', uploadId, width: photo.width, height: photo.height };
    } catch (error) {
      if (error instanceof PhotoError) {
        if (!signal.aborted) refuse(row, error.message);
        return;
      }
      // Some browsers report a lost request only after the connection is back.
      const isOver = isLost(error) && returns.current !== begunAt;
      ended = isOver
        ? { state: 'waiting' }
        : { state: 'failed', problem: words.notUploaded(messageOf(error)), isLost: isLost(error) };
    }
    if (sending.current.get(key) === controller) sending.current.delete(key);
    if (ended.state === 'done') endPause();
    if (ended.state === 'failed' && ended.isLost) beginPause();
    report(ended);
  }

  const begin = useEffectEvent(() => {
    if (pause.current !== undefined || !navigator.onLine) return;
    for (const row of rows) {
      const { key, upload } = row;
      if (sending.current.size >= atOnce) return;
      const file = files.current.get(key);
      if (upload.state !== 'waiting' || file === undefined || sending.current.has(key)) continue;
      const controller = new AbortController();
      sending.current.set(key, controller);
      void send(row, file, controller);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the rows may make room for another photo.
  useEffect(() => begin(), [rows]);

  useEffect(() => {
    const resume = () => {
      returns.current += 1;
      sendAgain(({ upload }) => upload.state === 'failed' && upload.isLost);
    };
    addEventListener('online', resume);
    return () => removeEventListener('online', resume);
  }, [sendAgain]);

  useEffect(() => {
    const controllers = sending.current;
    return () => {
      if (controllers.size === 0) return;
      for (const controller of controllers.values()) controller.abort();
      notify.info(words.uploadsCancelled, { yields: true });
    };
  }, []);

  async function addNow(chosen: readonly File[]): Promise<void> {
    const { files: unpacked, notes: zipNotes } = await unpackZips(chosen);
    const picked = await pickPhotos(unpacked, taken.current);
    for (const { key, file } of picked.photos) {
      taken.current.add(key);
      files.current.set(key, file);
    }
    setRefused([]);
    // The note about an archive without photos suffices.
    setNotes(unpacked.length === 0 && zipNotes.length > 0 ? zipNotes : [...zipNotes, ...picked.notes]);
    setRows((now) => [
      ...now,
      ...picked.photos.map(
        ({ key, file }): Row => ({
          key,
          fileName: file.name,
          name: dishNameOf(file.name),
          look: null,
          preview: null,
          measures: null,
          upload: { state: 'waiting' },
        }),
      ),
    ]);
  }

  const forget = useCallback((key: string) => {
    sending.current.get(key)?.abort();
    sending.current.delete(key);
    files.current.delete(key);
    taken.current.delete(key);
  }, []);
  const remove = useCallback(
    (key: string) => {
      forget(key);
      setRows((now) => now.filter((row) => row.key !== key));
    },
    [forget],
  );
  const fix = useCallback(
    (
      { key, preview, measures, upload, fixedFrom }: Row,
      file: File,
      fixed: Omit<FixedFrom<unknown>, 'former'>,
    ) => {
      const formerFile = files.current.get(key);
      if (!formerFile) return;
      const former: FormerPhoto = { preview, measures, upload, fixedFrom, file: formerFile };
      files.current.set(key, file);
      set(key, { upload: { state: 'waiting' }, fixedFrom: { ...fixed, former } });
    },
    [set],
  );
  const undoFix = useCallback(
    ({ key, fixedFrom }: Row) => {
      if (!fixedFrom?.former) return;
      const { file, ...photo } = fixedFrom.former;
      sending.current.get(key)?.abort();
      sending.current.delete(key);
      files.current.set(key, file);
      set(key, photo);
    },
    [set],
  );

  return {
    rows,
    isReading: reading > 0,
    notes: [...notes, ...refusedNotes(refused)],
    refused,
    fix,
    undoFix,
    add: (chosen) => {
      setReading((now) => now + 1);
      turn.current = turn.current
        .then(async () => addNow(await chosen))
        .catch((error: unknown) => setNotes([error instanceof PhotoError ? error.message : words.notRead]))
        .finally(() => setReading((now) => now - 1));
    },
    change: set,
    rename: (names) => setRows((now) => now.map((row) => ({ ...row, name: names.get(row.key) ?? row.name }))),
    retry,
    remove,
    fileOf: (key) => files.current.get(key),
    clear: (removed) => {
      const keys = new Set(removed.map(({ key }) => key));
      for (const key of keys) forget(key);
      setRows((now) => now.filter(({ key }) => !keys.has(key)));
      setNotes([]);
      setRefused([]);
    },
  };
}

/** What the list shows of a photo; its sharpness is measured before it is reduced. */
async function lookAt({ preview }: PreparedPhoto): Promise<Pick<Row, 'preview' | 'measures'>> {
  try {
    const measures = measurePhoto(await measuredCopy(preview));
    return { preview: await smallCopy(preview, previewSide), measures };
  } catch (error) {
    // The photo itself can be used; only advice is missing.
    logError(error);
    return { preview, measures: null };
  }
}

/** The files, with the content of each ZIP in its place. The unpacker is loaded with the first ZIP. */
async function unpackZips(chosen: readonly File[]): Promise<Unpacked> {
  const files: File[] = [];
  const notes: string[] = [];
  for (const file of chosen) {
    if (!/\.zip$/i.test(file.name)) {
      files.push(file);
      continue;
    }
    const { unpackZip } = await import('./unpack-zip.ts');
    const unpacked = await unpackZip(file);
    files.push(...unpacked.files);
    notes.push(...unpacked.notes);
  }
  return { files, notes };
}
