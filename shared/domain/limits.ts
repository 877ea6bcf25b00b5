/**
 * Limits of the API that the site checks too. They lie apart from the contract, so that no page loads that and its
 * validator for a number.
 */

/** The formats of a source photo (design: checked by content, not by name). */
export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** 10 MB, as the spec's upload hint says (customer-product.md section 2). */
export const maxUploadBytes = 10 * 1024 * 1024;

/** What a logo may be uploaded as; it is kept as a PNG, whatever it was. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/svg+xml'] as const;

/** Largest file of a logo, in bytes: in base64, a function receives at most 6 MB. */
export const maxLogoBytes = 3 * 1024 * 1024;

/** Collections that one account may keep. */
export const maxCollections = 50;

/** Pictures that one request marks. */
export const maxMarked = 100;
