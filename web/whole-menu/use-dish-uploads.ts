import { useCallback, useEffect, useRef, useState } from 'react';
import { measuredSide, measurePhoto } from '#shared/domain/measure-photo.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { logError } from '#web/lib/log-error.ts';
import { notify } from '#web/lib/notify.ts';
import { PhotoError, type PreparedPhoto, preparePhoto, uploadPhoto } from '#web/lib/photo.ts';
import { useUploadGuard } from '#web/lib/use-upload-guard.ts';
import { measuredCopy, smallCopy } from '#web/photos/fix-photo.ts';
import type { FixedFrom } from '#web/photos/photo-advice.ts';
import { firstUploads, reduceUploads, type UploadsAction, type UploadsState } from './dish-uploads.ts';
import { isLost, tryAgainAfter } from './kept-dishes.ts';
import { type MenuDraft, type Row, refusedNotes } from './menu-draft.ts';
import { pickPhotos } from './picked-files.ts';
import type { Unpacked } from './unpack-zip.ts';
import { words } from './words.ts';

type UploadEnd = Extract<UploadsAction, { type: 'ended' | 'refused' }>;

/** Number of concurrent uploads. */
const atOnce = 3;
/** Longest side of the small copies in pixels: fifty of them fit into the tab's storage. */
const previewSide = 320;

export interface DishUploads extends Pick<UploadsState, 'rows' | 'notes' | 'refused'> {
  /** Whether chosen files are being read. */
  readonly isReading: boolean;
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
  const [state, setState] = useState(() => firstUploads(initial, firstNotes));
  const { rows, files, notes, refused, isPaused } = state;
  /** The state before it is rendered: no upload may begin by an older one. */
  const latest = useRef(state);
  const dispatch = useCallback((action: UploadsAction) => {
    latest.current = reduceUploads(latest.current, action);
    setState(latest.current);
  }, []);
  const [reading, setReading] = useState(0);
  const isReading = reading > 0;
  useUploadGuard(isReading || rows.some(({ upload }) => upload.state !== 'done'));
  /** Choices are read one after another. */
  const turn = useRef<Promise<void>>(Promise.resolve());
  const sending = useRef(new Map<string, AbortController>());
  /** Number of times that the browser came back online. */
  const returns = useRef(0);

  async function send({ key, fixedFrom }: Row, file: File): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    sending.current.set(key, controller);
    const report = (action: UploadsAction) => {
      if (!signal.aborted) dispatch(action);
    };
    const begunAt = returns.current;
    const ended = await upload(key, file, report, signal).catch((error: unknown) =>
      endOf(key, error, returns.current !== begunAt),
    );
    if (signal.aborted) return;
    sending.current.delete(key);
    // A photo that was not corrected is named in the notes.
    if (ended.type === 'refused' && fixedFrom?.former) notify.error(ended.problem);
    dispatch(ended);
  }

  // Each change may make room for another photo.
  useEffect(() => {
    const { rows, files, isPaused } = latest.current;
    if (isPaused || !navigator.onLine) return;
    for (const row of rows) {
      if (sending.current.size >= atOnce) return;
      const file = files.get(row.key);
      if (row.upload.state === 'waiting' && file && !sending.current.has(row.key)) void send(row, file);
    }
  });

  // Not every browser reports that it is online again.
  useEffect(() => {
    if (!isPaused) return;
    const timer = setTimeout(() => dispatch({ type: 'pauseEnded' }), tryAgainAfter);
    return () => clearTimeout(timer);
  }, [isPaused, dispatch]);

  useEffect(() => {
    const resume = () => {
      returns.current += 1;
      dispatch({ type: 'reconnected' });
    };
    addEventListener('online', resume);
    return () => removeEventListener('online', resume);
  }, [dispatch]);

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
    const picked = await pickPhotos(unpacked, new Set(latest.current.rows.map(({ key }) => key)));
    // The note about an archive without photos suffices.
    const isEmpty = unpacked.length === 0 && zipNotes.length > 0;
    const notes = isEmpty ? zipNotes : [...zipNotes, ...picked.notes];
    dispatch({ type: 'added', photos: picked.photos, notes });
  }

  const stop = useCallback((key: string) => {
    sending.current.get(key)?.abort();
    sending.current.delete(key);
  }, []);
  const change = useCallback<DishUploads['change']>(
    (key, changes) => dispatch({ type: 'changed', key, change: changes }),
    [dispatch],
  );
  const fix = useCallback<DishUploads['fix']>(
    ({ key }, file, fixed) => dispatch({ type: 'fixed', key, file, fixed }),
    [dispatch],
  );
  const undoFix = useCallback<DishUploads['undoFix']>(
    ({ key }) => {
      stop(key);
      dispatch({ type: 'fixUndone', key });
    },
    [stop, dispatch],
  );
  const retry = useCallback<DishUploads['retry']>((keys) => dispatch({ type: 'retried', keys }), [dispatch]);
  const remove = useCallback<DishUploads['remove']>(
    (key) => {
      stop(key);
      dispatch({ type: 'removed', key });
    },
    [stop, dispatch],
  );

  return {
    rows,
    isReading,
    notes: [...notes, ...refusedNotes(refused)],
    refused,
    add: (chosen) => {
      setReading((now) => now + 1);
      turn.current = turn.current
        .then(async () => addNow(await chosen))
        .catch((error: unknown) =>
          dispatch({ type: 'notRead', note: error instanceof PhotoError ? error.message : words.notRead }),
        )
        .finally(() => setReading((now) => now - 1));
    },
    change,
    rename: (names) => dispatch({ type: 'renamed', names }),
    fix,
    undoFix,
    retry,
    remove,
    fileOf: (key) => files.get(key),
    clear: (removed) => {
      const keys = removed.map(({ key }) => key);
      for (const key of keys) stop(key);
      dispatch({ type: 'cleared', keys });
    },
  };
}

/** Prepares and uploads a photo, and reports what is known of it meanwhile. */
async function upload(
  key: string,
  file: File,
  report: (action: UploadsAction) => void,
  signal: AbortSignal,
): Promise<UploadEnd> {
  const onProgress = (progress: number) => report({ type: 'sent', key, progress });
  onProgress(0);
  const photo = await preparePhoto(file, measuredSide);
  report({ type: 'changed', key, change: await lookAt(photo) });
  const uploadId = await uploadPhoto(photo, onProgress, signal);
  const { width, height } = photo;
  return { type: 'ended', key, upload: { state: 'done', uploadId, width, height } };
}

/** @param isBack Whether the browser came back online since: some report a lost request only then. */
function endOf(key: string, error: unknown, isBack: boolean): UploadEnd {
  if (error instanceof PhotoError) return { type: 'refused', key, problem: error.message };
  if (isLost(error) && isBack) return { type: 'ended', key, upload: { state: 'waiting' } };
  const problem = words.notUploaded(messageOf(error));
  return { type: 'ended', key, upload: { state: 'failed', problem, isLost: isLost(error) } };
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
