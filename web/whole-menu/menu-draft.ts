import type { CreateMenu, Dish, Look, Menu } from '#shared/api/menus.ts';
import type { PhotoMeasures } from '#shared/domain/measure-photo.ts';
import { platforms } from '#shared/domain/platforms.ts';
import type { Target } from '#shared/domain/whole-menu.ts';
import { tabStorage } from '#web/lib/tab-storage.ts';
import { type FixedFrom, storedFix } from '#web/photos/photo-advice.ts';
import { words } from './words.ts';

/** The state of the upload of a dish's photo. */
export type Upload =
  | { readonly state: 'waiting' }
  /** `progress`: 0 to 1. */
  | { readonly state: 'sending'; readonly progress: number }
  /** `isLost`: whether the connection was lost. */
  | { readonly state: 'failed'; readonly problem: string; readonly isLost: boolean }
  | { readonly state: 'done'; readonly uploadId: string; readonly width: number; readonly height: number };

/** A photo of the menu that is being put together. */
export interface Row {
  /** SHA-256 of the file, so that the same photo is added only once. */
  readonly key: string;
  readonly fileName: string;
  readonly name: string;
  /** Null: the look of the menu. */
  readonly look: Look | null;
  /** A small copy as a data URL; null until the photo was read. */
  readonly preview: string | null;
  /** Null until the photo was read. */
  readonly measures: PhotoMeasures | null;
  readonly upload: Upload;
  /** Set if the photo was corrected here. */
  readonly fixedFrom?: FixedFrom<FormerPhoto> | undefined;
}

/** The photo of a row before it was corrected. */
export interface FormerPhoto extends Pick<Row, 'preview' | 'measures' | 'upload' | 'fixedFrom'> {
  readonly file: File;
}

/** A photo that cannot be used, and the reason. */
export interface RefusedPhoto {
  readonly fileName: string;
  readonly problem: string;
}

/** The choices for a menu that is being put together; kept over reloads of the tab. */
export interface MenuDraft {
  readonly name: string;
  readonly rows: readonly Row[];
  /** The photos of the last choice that cannot be used; no row has them. */
  readonly refused: readonly RefusedPhoto[];
  readonly targets: readonly Target[];
  readonly look: Look;
  readonly firstDishFirst: boolean;
  /** Id of a request without a reply; the next request uses it again. */
  readonly unansweredId: string | null;
}

export const emptyDraft: MenuDraft = {
  name: '',
  rows: [],
  refused: [],
  targets: [],
  look: { backgroundStyle: 'neutral', plateStyle: 'current', imageStyle: 'natural' },
  firstDishFirst: false,
  unansweredId: null,
};

/** Makes the request for the draft, with the uploaded photos. */
export function createRequest(
  { name, rows, targets, look, firstDishFirst }: MenuDraft,
  id: string,
): CreateMenu {
  return {
    id,
    name,
    look,
    targets: [...targets],
    firstDishFirst,
    dishes: rows.flatMap(({ upload, ...row }) =>
      upload.state === 'done'
        ? {
            name: row.name,
            source: { type: 'upload' as const, uploadId: upload.uploadId },
            photo: { width: upload.width, height: upload.height },
            look: row.look,
          }
        : [],
    ),
  };
}

/** The photos with which the menu was started; others were added since. */
export function startedRows(rows: readonly Row[], { dishes }: Pick<Menu, 'dishes'>): Row[] {
  return rows.filter((row) => dishes.some(({ source }) => isOf(row, source)));
}

function isOf({ upload }: Row, source: Dish['source']): boolean {
  return upload.state === 'done' && source.type === 'upload' && source.uploadId === upload.uploadId;
}

/** The platforms of these targets, in the order of the list of platforms. */
export function platformsOf(targets: readonly Target[]) {
  return platforms.filter(({ id }) => targets.some(({ platform }) => platform === id));
}

/** A draft as stored. */
interface KeptDraft extends MenuDraft {
  /** Names of the photos that were left out because they were not uploaded. */
  readonly lost: readonly string[];
  /** Names of the dishes whose corrected photos were not uploaded. */
  readonly lostFixes: readonly string[];
}

const drafts = tabStorage<KeptDraft>('platepost.whole-menu', 1);

/** The draft of this tab with its uploaded photos, or an empty one. */
export function loadDraft(userId: string): KeptDraft {
  return { ...emptyDraft, lost: [], lostFixes: [], ...drafts.read(userId) };
}

/** Stores the draft over a reload. Photos that are not uploaded are left out, because their files are gone then. */
export function saveDraft(userId: string, draft: MenuDraft): void {
  const rows = draft.rows.flatMap((row) => storedRow(row) ?? []);
  const lost = draft.rows.flatMap((row) => (storedRow(row) ? [] : row.fileName));
  const lostFixes = draft.rows.flatMap(({ name, upload, fixedFrom }) =>
    upload.state !== 'done' && fixedFrom?.former ? name : [],
  );
  drafts.write(userId, { ...draft, rows, lost, lostFixes });
}

/** What is stored of a row: its uploaded photo, or the one before a correction that is not uploaded. */
function storedRow(row: Row): Row | undefined {
  const { upload, fixedFrom } = row;
  if (upload.state === 'done') return { ...row, fixedFrom: fixedFrom && storedFix(fixedFrom) };
  if (!fixedFrom?.former) return undefined;
  const { file: _, ...former } = fixedFrom.former;
  return storedRow({ ...row, ...former });
}

/** Messages about what a stored draft does not contain. */
export function lostNotes({ lost, lostFixes }: Pick<KeptDraft, 'lost' | 'lostFixes'>): string[] {
  return [
    ...(lost.length > 0 ? [words.lostPhotos(lost)] : []),
    ...(lostFixes.length > 0 ? [words.lostFixes(lostFixes)] : []),
  ];
}

/** A message for each reason why photos were refused. */
export function refusedNotes(refused: readonly RefusedPhoto[]): string[] {
  const reasons = new Set(refused.map(({ problem }) => problem));
  return [...reasons].map((reason) => {
    const names = refused.filter(({ problem }) => problem === reason).map(({ fileName }) => fileName);
    return words.refusedPhotos(names, reason);
  });
}

interface StartedPhotos {
  readonly menuId: string;
  readonly previews: readonly (string | null)[];
}

const startedPhotos = tabStorage<StartedPhotos>('platepost.whole-menu-photos', 1);

/**
 * Stores the small copies of the menu that this tab started last, because the API returns no photo before its dish is
 * begun.
 */
export function keepPhotos(userId: string, { id, dishes }: Menu, rows: readonly Row[]): void {
  const previews = dishes.map(({ source }) => rows.find((row) => isOf(row, source))?.preview ?? null);
  startedPhotos.write(userId, { menuId: id, previews });
}

/** The small copies by the dish's number minus 1; empty for a menu that another tab or device has started. */
export function keptPhotos(userId: string, menuId: string): readonly (string | null)[] {
  const kept = startedPhotos.read(userId);
  return kept?.menuId === menuId ? kept.previews : [];
}
