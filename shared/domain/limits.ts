/**
 * Limits of the API that the site checks too. They lie apart from the contract, so that no page loads that and its
 * validator for a number.
 */
import { redoDays } from './redo.ts';

/** The formats of a source photo (design: checked by content, not by name). */
export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** 10 MB, as the spec's upload hint says (customer-product.md section 2). */
export const maxUploadBytes = 10 * 1024 * 1024;

/** Days for which an upload can be used: until the free redo ends of pictures that were made a day after it. */
export const uploadDays = redoDays + 1;

/** Days after which the bucket removes an upload: work that has begun with it still finds it. */
export const uploadStorageDays = uploadDays + 2;

/** What a logo may be uploaded as; it is kept as a PNG, whatever it was. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/svg+xml'] as const;

/** Largest file of a logo, in bytes: in base64, a function receives at most 6 MB. */
export const maxLogoBytes = 3 * 1024 * 1024;

/** Collections that one account may keep. */
export const maxCollections = 50;

/** Pictures that one request marks. */
export const maxMarked = 100;
