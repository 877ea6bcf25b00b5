/**
 * Limits of the API that the site checks too. They are separate from the contract, so that a page need not load the
 * contract and its validator for a number.
 */
import { redoDays } from './redo.ts';

/** The types of a source photo, checked by content and not by name. */
export const uploadTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** 10 MB, as the spec's upload hint says (customer-product.md section 2). */
export const maxUploadBytes = 10 * 1024 * 1024;

/** Least side in pixels. A smaller photo shows no usable dish, and the image models refuse it. */
export const minPhotoSide = 64;

/** Least and greatest share of a photo that a usable mask covers. */
export const leastMaskShare = 0.005;
export const mostMaskShare = 0.995;

/** Days for which an upload can be used: until the free redo of pictures made a day after the upload ends. */
export const uploadDays = redoDays + 1;

/** Days after which the bucket removes an upload: longer than `uploadDays`, so that work in progress still finds it. */
export const uploadStorageDays = uploadDays + 2;

/** Types of files that may be chosen as a logo. The site sends an AVIF as a PNG. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/svg+xml'] as const;

/** Largest file of a logo, in bytes: base64 makes it a third larger, and a function receives at most 6 MB. */
export const maxLogoBytes = 3 * 1024 * 1024;

/** Collections that one account may keep. */
export const maxCollections = 50;

/** Characters of a house style's name. */
export const maxStyleNameLength = 40;
export const maxCollectionNameLength = 40;

/** Characters of the name of a dish or a menu. */
export const maxNameLength = 100;

/** Characters of a scene in the user's own words, and of custom instructions. */
export const maxSceneLength = 500;
export const maxCustomPromptLength = 1000;

/** Pictures that one request marks. */
export const maxMarked = 100;
