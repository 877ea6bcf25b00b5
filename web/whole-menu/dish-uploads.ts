import type { FixedFrom } from '#web/photos/photo-advice.ts';
import { dishNameOf } from './dish-name.ts';
import type { FormerPhoto, MenuDraft, RefusedPhoto, Row, Upload } from './menu-draft.ts';
import type { PickedPhoto } from './picked-files.ts';

/** The photos of a menu that is being put together, and how far their uploads are. */
export interface UploadsState {
  readonly rows: readonly Row[];
  /**
   * The chosen files by the keys of the rows, until a reload; kept after the upload, because a larger copy may be needed.
   * They are handles, not pixels.
   */
  readonly files: ReadonlyMap<string, File>;
  /** Why files of the last choice, or photos after a reload, were left out. */
  readonly notes: readonly string[];
  /** The photos of the last choice that cannot be used. */
  readonly refused: readonly RefusedPhoto[];
  /** Whether no upload is begun for a while, because the last one found no connection. */
  readonly isPaused: boolean;
}

export type UploadsAction =
  | { readonly type: 'added'; readonly photos: readonly PickedPhoto[]; readonly notes: readonly string[] }
  | { readonly type: 'notRead'; readonly note: string }
  | {
      readonly type: 'changed';
      readonly key: string;
      readonly change: Partial<Pick<Row, 'name' | 'look' | 'preview' | 'measures'>>;
    }
  | { readonly type: 'renamed'; readonly names: ReadonlyMap<string, string> }
  /** The upload has got so far; it is begun at 0. */
  | { readonly type: 'sent'; readonly key: string; readonly progress: number }
  | { readonly type: 'ended'; readonly key: string; readonly upload: Exclude<Upload, { state: 'sending' }> }
  /** The photo cannot be used. */
  | { readonly type: 'refused'; readonly key: string; readonly problem: string }
  | { readonly type: 'retried'; readonly keys: readonly string[] }
  /** The browser is online again. */
  | { readonly type: 'reconnected' }
  | { readonly type: 'pauseEnded' }
  /** The photo was corrected; `file` is to be uploaded in its place. */
  | {
      readonly type: 'fixed';
      readonly key: string;
      readonly file: File;
      readonly fixed: Omit<FixedFrom<unknown>, 'former'>;
    }
  | { readonly type: 'fixUndone'; readonly key: string }
  | { readonly type: 'removed'; readonly key: string }
  /** Removes these photos, and the notes. */
  | { readonly type: 'cleared'; readonly keys: readonly string[] };

/** @param kept What a reload has kept; the files are gone. */
export function firstUploads(
  { rows, refused }: Pick<MenuDraft, 'rows' | 'refused'>,
  notes: readonly string[],
): UploadsState {
  return { rows, refused, notes, files: new Map(), isPaused: false };
}

export function reduceUploads(state: UploadsState, action: UploadsAction): UploadsState {
  switch (action.type) {
    case 'added':
      return {
        ...state,
        rows: [...state.rows, ...action.photos.map(newRow)],
        files: new Map([...state.files, ...action.photos.map(({ key, file }) => [key, file] as const)]),
        notes: action.notes,
        refused: [],
      };
    case 'notRead':
      return { ...state, notes: [action.note] };
    case 'changed':
      return changed(state, action.key, action.change);
    case 'renamed':
      return {
        ...state,
        rows: state.rows.map((row) => ({ ...row, name: action.names.get(row.key) ?? row.name })),
      };
    case 'sent':
      return changed(state, action.key, { upload: { state: 'sending', progress: action.progress } });
    case 'ended': {
      const { key, upload } = action;
      const isLost = upload.state === 'failed' && upload.isLost;
      const isPaused = isLost || (state.isPaused && upload.state !== 'done');
      return { ...changed(state, key, { upload }), isPaused };
    }
    case 'refused': {
      const row = state.rows.find(({ key }) => key === action.key);
      if (row?.fixedFrom?.former) return withFormer(state, row);
      const refused = row ? [{ fileName: row.fileName, problem: action.problem }] : [];
      return { ...without(state, [action.key]), refused: [...state.refused, ...refused] };
    }
    case 'retried':
      return sentAgain(state, ({ key }) => action.keys.includes(key));
    case 'reconnected':
      return sentAgain(state, ({ upload }) => upload.state === 'failed' && upload.isLost);
    case 'pauseEnded':
      return { ...state, isPaused: false };
    case 'fixed':
      return withFix(state, action);
    case 'fixUndone': {
      const row = state.rows.find(({ key }) => key === action.key);
      return row ? withFormer(state, row) : state;
    }
    case 'removed':
      return without(state, [action.key]);
    case 'cleared':
      return { ...without(state, action.keys), notes: [], refused: [] };
  }
}

function newRow({ key, file }: PickedPhoto): Row {
  return {
    key,
    fileName: file.name,
    name: dishNameOf(file.name),
    look: null,
    preview: null,
    measures: null,
    upload: { state: 'waiting' },
  };
}

function changed(state: UploadsState, key: string, change: Partial<Row>): UploadsState {
  return { ...state, rows: state.rows.map((row) => (row.key === key ? { ...row, ...change } : row)) };
}

function without(state: UploadsState, keys: readonly string[]): UploadsState {
  return {
    ...state,
    rows: state.rows.filter(({ key }) => !keys.includes(key)),
    files: new Map([...state.files].filter(([key]) => !keys.includes(key))),
  };
}

function sentAgain(state: UploadsState, isMeant: (row: Row) => boolean): UploadsState {
  return {
    ...state,
    rows: state.rows.map((row) => (isMeant(row) ? { ...row, upload: { state: 'waiting' } } : row)),
    isPaused: false,
  };
}

function withFix(
  state: UploadsState,
  { key, file, fixed }: Extract<UploadsAction, { type: 'fixed' }>,
): UploadsState {
  const row = state.rows.find((one) => one.key === key);
  const formerFile = state.files.get(key);
  if (!row || !formerFile) return state;
  const { preview, measures, upload, fixedFrom } = row;
  const former: FormerPhoto = { preview, measures, upload, fixedFrom, file: formerFile };
  return {
    ...changed(state, key, { upload: { state: 'waiting' }, fixedFrom: { ...fixed, former } }),
    files: new Map(state.files).set(key, file),
  };
}

/** Takes the photo before the last correction again. */
function withFormer(state: UploadsState, { key, fixedFrom }: Row): UploadsState {
  if (!fixedFrom?.former) return state;
  const { file, ...photo } = fixedFrom.former;
  return { ...changed(state, key, photo), files: new Map(state.files).set(key, file) };
}
