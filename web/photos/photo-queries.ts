import { type QueryClient, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { GenerationSource } from '#shared/api/generations.ts';
import type { Photo } from '#shared/api/photos.ts';
import type { Size } from '#shared/domain/formats.ts';
import { measurePhoto } from '#shared/domain/measure-photo.ts';
import { sampleById } from '#shared/domain/samples.ts';
import { call } from '#web/lib/api.ts';
import { ApiError, isTransient } from '#web/lib/api-error.ts';
import { masksKey } from '#web/lib/saving-mask.ts';
import { checksKey } from './check-queries.ts';
import { isChecked } from './checked-photos.ts';
import { type Cut, cutMask, measuredCopy, wholeCut } from './fix-photo.ts';
import type { FormerMask } from './photo-advice.ts';

/** Polling interval while a cut-out is being made, in milliseconds; it takes one to eight seconds. */
const pollEvery = 1000;

/** Prefix of the query keys of the photos of all sources. */
export const photosOfSources = ['photo of source'] as const;

/** The photo of a source; `refusal` says why its cut-out was not started. */
export interface SourcePhoto extends Photo {
  readonly refusal?: ApiError;
}

/**
 * The photo of a source, with its cut-out started. If that is refused, the photo is known without it: its reading was
 * paid for. A source never changes its content.
 */
export function sourcePhotoQuery(source: GenerationSource) {
  return queryOptions({
    queryKey: [...photosOfSources, source],
    queryFn: async ({ client, signal }): Promise<SourcePhoto> => {
      let photo = await call('createPhoto', { body: { source } }, signal);
      const params = { photoId: photo.id };
      // The reading of the photo is advice: everything else works without it.
      if (source.type === 'upload' && photo.reading === null)
        photo = await call('createReading', { params }, signal).catch(() => photo);
      if (photo.cutOut !== null) return photo;
      try {
        const started = await call('createCutOut', { params }, signal);
        client.setQueryData(photoKey(photo.id), started);
        return started;
      } catch (error) {
        if (!(error instanceof ApiError) || isTransient(error)) throw error;
        return { ...photo, refusal: error };
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => failures < 1 && isTransient(error),
  });
}

/** Address of the whole upright photo of a source whose file this browser does not have. */
export function photoPreviewQuery(source: GenerationSource) {
  return queryOptions({
    queryKey: ['photo preview', source],
    queryFn: ({ signal }) => previewOf(source, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => failures < 1 && isTransient(error),
  });
}

/** The file of a sample, the preview of a generated picture, or the API's small copy of an upload as a data URL. */
async function previewOf(source: GenerationSource, signal: AbortSignal): Promise<string> {
  switch (source.type) {
    case 'sample': {
      const sample = sampleById(source.itemId);
      if (!sample) throw new Error('There is no such sample');
      return sample.imageUrl;
    }
    case 'generation': {
      const { generationId, variation } = source;
      const { variations } = await call('getGeneration', { params: { generationId } }, signal);
      const picture = variations.find(({ index }) => index === variation);
      if (!picture) throw new Error('There is no such picture');
      return picture.basePreviewUrl ?? picture.previewUrl;
    }
    case 'upload': {
      const { id } = await call('createPhoto', { body: { source } }, signal);
      const { jpeg } = await call('getPhotoPreview', { params: { photoId: id } }, signal);
      return `data:image/jpeg;base64,${jpeg}`;
    }
  }
}

/**
 * Cuts the dish out of a photo again, after a failure.
 * @throws ApiError
 */
export async function cutOutAgain(client: QueryClient, photoId: string): Promise<void> {
  client.setQueryData(photoKey(photoId), await call('createCutOut', { params: { photoId } }));
}

/**
 * Gives an uploaded photo with a finished cut-out the mask that a person corrected on the former photo. Done once, so
 * that the correction can be undone. If it fails, the cut-out stays.
 */
export function formerMaskQuery(uploadId: string, photo: Photo | undefined, former: FormerMask | undefined) {
  return queryOptions({
    queryKey: ['former mask', uploadId],
    queryFn: async ({ client, signal }) => {
      const { width, height } = photo?.cutOut ?? {};
      if (!former || !photo || !width || !height) throw new Error('There is no mask to carry over');
      // What the person decided about this photo before the reload stays.
      if (former.isStored && (photo.corrected || isChecked(photo.id))) return true;
      const params = { photoId: photo.id };
      const { photoId: formerId, cut } = former;
      const mask = await call('getMask', { params: { photoId: formerId }, query: {} }, signal);
      // A brightened photo may be smaller, so that its mask is rounded to another size.
      const isFit = !cut && mask.width === width && mask.height === height;
      const png = isFit ? mask.png : await cutMaskFile(mask.png, cut ?? wholeCut, { width, height });
      const changed = await call('putMask', { params, body: { png } }, signal);
      noteMask(client, changed);
      return true;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
}

async function cutMaskFile(png: string, cut: Cut, size: Size): Promise<string> {
  // Loaded on demand: it contains a reader of PNG files.
  const { readMask, writeMask } = await import('./mask-file.ts');
  return writeMask(cutMask(readMask(png), cut, size));
}

/** The kept part of a photo whose cut-out is finished; to be invalidated when it is corrected. */
export function keptMaskQuery(photoId: string) {
  return queryOptions({
    queryKey: ['kept mask', photoId],
    queryFn: ({ signal }) => call('getMask', { params: { photoId }, query: {} }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // Only a picture beside the text: everything else works without it.
    retry: 1,
  });
}

/** Updates every query that shows a photo after its mask was changed. */
export function noteMask(client: QueryClient, changed: Photo): void {
  client.setQueryData(photoKey(changed.id), changed);
  rereadMask(client, changed.id);
}

/** Reads a photo and its masks again, after another tab has corrected it. */
export function rereadPhoto(client: QueryClient, photoId: string): void {
  void client.invalidateQueries({ queryKey: photoKey(photoId) });
  void client.invalidateQueries({ queryKey: openMaskKey(photoId) });
}

/** Reads what depends on a photo's mask again. */
function rereadMask(client: QueryClient, photoId: string): void {
  void client.invalidateQueries({ queryKey: checksKey(photoId) });
  void client.invalidateQueries({ queryKey: keptMaskQuery(photoId).queryKey });
}

/** Whether a photo has another mask than before. */
function isMaskOther(before: Photo, photo: Photo): boolean {
  const maskOf = ({ corrected, maskVersion, dish }: Photo) => JSON.stringify([corrected, maskVersion, dish]);
  return maskOf(before) !== maskOf(photo);
}

/** Brightness, sharpness and size of an upright photo, measured in the browser. */
export function measuresQuery(src: string) {
  return queryOptions({
    queryKey: ['photo measures', src],
    queryFn: async () => measurePhoto(await measuredCopy(src)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

/** A photo; polled while its cut-out or its reading is being made. Another tab may correct it. */
export function photoQuery(photo: Photo) {
  return queryOptions({ ...photoByIdQuery(photo.id), initialData: photo });
}

export function photoByIdQuery(photoId: string) {
  return queryOptions({
    queryKey: photoKey(photoId),
    queryFn: async ({ client, signal }) => {
      const before = client.getQueryData<Photo>(photoKey(photoId));
      const photo = await call('getPhoto', { params: { photoId } }, signal);
      const latest = client.getQueryData<Photo>(photoKey(photoId));
      // A mask was saved meanwhile.
      if (latest !== undefined && latest !== before) return latest;
      if (before?.cutOut && isMaskOther(before, photo)) {
        rereadMask(client, photoId);
        void client.invalidateQueries({ queryKey: openMaskKey(photoId) });
      }
      return photo;
    },
    refetchInterval: ({ state }) => (isInProgress(state.data) ? pollEvery : false),
    refetchOnWindowFocus: 'always',
    staleTime: ({ state }) => (isInProgress(state.data) ? 0 : Number.POSITIVE_INFINITY),
  } satisfies UseQueryOptions<Photo, Error, Photo, ReturnType<typeof photoKey>>);
}

function photoKey(photoId: string) {
  return ['photo', photoId] as const;
}

/** Query key of the masks in the open dialog. */
export function openMaskKey(photoId: string) {
  return ['mask', photoId] as const;
}

/** Mutation key of changes of a photo's mask. */
export function maskKey(photoId: string) {
  return [...masksKey, photoId] as const;
}

/** Whether the photo's cut-out or reading is being made. */
export function isInProgress(photo: Photo | undefined): boolean {
  return photo?.cutOut?.state === 'making' || photo?.reading?.state === 'making';
}
