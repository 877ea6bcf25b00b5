/** A photo with fewer pixels on a side holds no dish, and the image models refuse it. */
export const minPhotoSide = 64;

/** Decoded, 50 megapixels take about 150 MB of the worker's memory; phones make at most 50. */
export const maxPhotoPixels = 50_000_000;

/** How long an uploaded photo can be used for further generations, in seconds. */
export const uploadLifetime = 24 * 60 * 60;
