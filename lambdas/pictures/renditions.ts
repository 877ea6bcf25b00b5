import type { Sharp } from 'sharp';
import type { Size } from '#shared/domain/formats.ts';
import { cover, drawOver, edit, type Picture } from './picture.ts';
import { type DigitalSourceType, provenanceXmp } from './provenance.ts';
import { drawWatermark } from './watermark.ts';

/** Quality of downloaded files (customer-product.md section 9). */
const downloadQuality = 92;
const previewQuality = 85;
const previewWidth = 1080;
const thumbnailWidth = 480;

/** The XMP that marks the file as made by AI; undefined for the customer's own photo. */
type Provenance = DigitalSourceType | undefined;

/**
 * A full file for download at exactly this size. Where a platform limits bytes, quality goes down in steps
 * until the file fits.
 */
export async function fullFile(
  picture: Picture,
  size: Size,
  provenance: Provenance,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  const resized = await cover(picture, size);
  for (let quality = downloadQuality; ; quality -= 6) {
    const file = await jpeg(edit(resized), quality, provenance);
    if (file.length <= maxBytes || quality <= 50) return file;
  }
}

/** What the gallery and the slider show. */
export async function previewFile(picture: Picture, provenance: Provenance): Promise<Buffer> {
  return jpeg(
    edit(picture).resize({ width: previewWidth, withoutEnlargement: true }),
    previewQuality,
    provenance,
  );
}

export async function thumbnailFile(picture: Picture, provenance: Provenance): Promise<Buffer> {
  const resized = edit(picture).resize({ width: thumbnailWidth, withoutEnlargement: true });
  return marked(resized, provenance).webp({ quality: 78 }).toBuffer();
}

export function withWatermark(picture: Picture): Promise<Picture> {
  return drawOver(picture, drawWatermark(picture));
}

function jpeg(pipeline: Sharp, quality: number, provenance: Provenance): Promise<Buffer> {
  return marked(pipeline, provenance)
    .jpeg({ quality, mozjpeg: false, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

function marked(pipeline: Sharp, provenance: Provenance): Sharp {
  return provenance ? pipeline.withXmp(provenanceXmp(provenance)) : pipeline;
}
