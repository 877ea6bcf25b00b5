import { queryOptions } from '@tanstack/react-query';
import { dishPlace, specks } from '#shared/domain/dish-place.ts';

/** Bounding box of the dish in a picture, from its mask; null if the mask is empty or missing. */
export function dishBoxQuery(maskUrl: string | null) {
  return queryOptions({
    queryKey: ['dish box', maskUrl],
    queryFn: async () => {
      if (maskUrl === null) return null;
      const picture = new Image();
      picture.src = maskUrl;
      await picture.decode();
      const { naturalWidth: width, naturalHeight: height } = picture;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      if (!context) throw new Error('This browser draws no pictures');
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      const opacity = new Uint8Array(width * height);
      for (let pixel = 0; pixel < opacity.length; pixel += 1) opacity[pixel] = data[pixel * 4 + 3] ?? 0;
      return dishPlace({ data: opacity, width, height }, specks)?.box ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
}
