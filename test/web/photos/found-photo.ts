import type { Photo } from '#shared/api/photos.ts';
import { writeMask } from '#web/photos/mask-file.ts';

/** Pixels of the mask of a found photo. */
export const [maskWidth, maskHeight] = [160, 120];

/** Keeps the left half. */
export const halfMask = {
  width: maskWidth,
  height: maskHeight,
  data: new Uint8Array(maskWidth * maskHeight).map((_, index) =>
    index % maskWidth < maskWidth / 2 ? 255 : 0,
  ),
};

/** The API's answer with that mask. */
export const halfMaskReply = {
  width: maskWidth,
  height: maskHeight,
  png: writeMask(halfMask),
  corrected: false,
};

/** A photo whose dish was found; doubtful for these reasons. */
export function foundPhoto(
  id: string,
  changes: Partial<Photo> = {},
  reasons: ('edge' | 'parts' | 'large')[] = [],
): Photo {
  const findings = {
    covered: 0.5,
    parts: 1,
    holes: 0,
    edges: [],
    doubtful: reasons.length > 0,
    reasons,
  };
  return {
    id,
    width: 1600,
    height: 1200,
    cutOut: { state: 'made', width: maskWidth, height: maskHeight, findings, message: null },
    dish: null,
    corrected: false,
    reading: { state: 'off', content: null, message: null },
    ...changes,
  };
}

/** The same before its dish was found. */
export const makingCutOut = {
  state: 'making',
  width: null,
  height: null,
  findings: null,
  message: null,
} as const;
