import {
  landingSections,
  type ManagedLandingImage,
  type ManagedMenuPackImage,
  menuPackSections,
} from '#shared/api/site.ts';
import type { SiteFile, SiteImage } from './site-image.ts';
import { fileKey } from './site-image-store.ts';

/** An image of the landing page as the API tells it. Throws when it is of another page. */
export function toLandingImage(image: SiteImage): ManagedLandingImage {
  const section = landingSections.find((name) => name === image.section);
  if (!section) throw new Error(`${image.section} is no section of the landing page`);
  const { before } = image;
  return {
    ...common(image),
    section,
    type: image.file.type,
    beforeUrl: before && `/${fileKey(before)}`,
    beforeRenditions: before ? renditionsOf(before) : [],
  };
}

/** A pair of the menu-pack page as the API tells it. Throws when it is of another page, or no pair. */
export function toMenuPackImage(image: SiteImage): ManagedMenuPackImage {
  const section = menuPackSections.find((name) => name === image.section);
  const { before } = image;
  if (!section || !before) throw new Error(`This image of ${image.section} is no pair of the menu-pack page`);
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
