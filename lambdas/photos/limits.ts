/**
 * Phones make at most 50 megapixels. While it is decoded, such a photo takes up to 600 MB of a function's memory: a
 * progressive JPEG in four colours, turned upright.
 */
export const maxPhotoPixels = 50_000_000;

/** How long the photo of a sample or a generated picture is remembered after its last use, in seconds. */
export const photoLifetime = 7 * 24 * 60 * 60;

/**
 * A photo is remembered no longer than this: less than the 30 days after which the bucket removes its files. Seconds.
 */
export const maxPhotoLifetime = 28 * 24 * 60 * 60;

/** Time for a message to reach the photo worker before the work may be requested again, in milliseconds. */
export const photoQueueGrace = 120_000;

/** A lease on a photo's work expires after this time, in milliseconds. */
export const photoLeaseLifetime = 90_000;

/** Number of times that work is postponed because every region is at its quota, before it fails. */
export const maxThrottledRuns = 5;
