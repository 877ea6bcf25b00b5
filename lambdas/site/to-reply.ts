import {
  landingSections,
  type ManagedLandingImage,
  type ManagedMenuPackImage,
  menuPackSections,
} from '#shared/api/site.ts';
import type { SiteFile, SiteImage } from './site-image.ts';
import { fileKey } from './site-image-store.ts';

/** Translates an image of the landing page into the API's reply. Throws for an image of another page. */
export function toLandingImage(image: SiteImage): ManagedLandingImage {
  const section = landingSections.find((name) => name === image.section);
  if (!section) throw new Error(`${image.section} is not a section of the landing page`);
  const { before } = image;
  return {
    ...common(image),
    section,
    type: image.file.type,
    beforeUrl: before && `/${fileKey(before)}`,
    beforeRenditions: before ? renditionsOf(before) : [],
  };
}

/** Translates a pair of the menu-pack page into the API's reply. Throws for another page or a single image. */
export function toMenuPackImage(image: SiteImage): ManagedMenuPackImage {
  const section = menuPackSections.find((name) => name === image.section);
  const { before } = image;
  if (!section || !before)
    throw new Error(`This image of ${image.section} is not a pair of the menu-pack page`);
  return {
    ...common(image),
    section,
    platform: image.platform,
    beforeUrl: `/${fileKey(before)}`,
    beforeRenditions: renditionsOf(before),
  };
}

function common({ id, file, title, description, displayOrder, isActive, createdAt }: SiteImage) {
  return {
    id,
    url: `/${fileKey(file)}`,
    width: file.width,
    height: file.height,
    renditions: renditionsOf(file),
    title: title || null,
    description: description || null,
    displayOrder,
    isActive,
    createdAt,
  };
}

function renditionsOf(file: SiteFile): { url: string; width: number }[] {
  return file.type === 'image'
    ? file.widths.map((width) => ({ url: `/${fileKey(file, width)}`, width }))
    : [];
}
