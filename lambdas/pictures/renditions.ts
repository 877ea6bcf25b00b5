import type { Sharp } from 'sharp';
import type { Size } from '#shared/domain/formats.ts';
import { cover, edit, type Picture } from './picture.ts';
import { type Provenance, provenanceXmp } from './provenance.ts';
import { sharp } from './sharp.ts';

/** JPEG quality of downloaded files (customer-product.md section 9). */
const downloadQuality = 92;
const previewQuality = 85;
const previewWidth = 1080;
const thumbnailWidth = 480;
const maskWidth = 540;

/**
 * Encodes a full file for download at exactly this size; without `provenance` for the customer's own photo. If a
 * platform limits bytes, the quality is lowered in steps until the file fits.
 */
export async function fullFile(
  picture: Picture,
  size: Size,
  provenance: Provenance | undefined,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  const resized = await cover(picture, size);
  for (let quality = downloadQuality; ; quality -= 6) {
    const file = await jpeg(edit(resized), quality, provenance);
    if (file.length <= maxBytes || quality <= 50) return file;
  }
}

/** Encodes the picture without loss, for platforms that want PNG. */
export function pngFile(picture: Picture, provenance: Provenance | undefined): Promise<Buffer> {
  return marked(edit(picture), provenance).png().toBuffer();
}

/** Encodes the picture as the gallery and the slider show it. */
export async function previewFile(picture: Picture, provenance: Provenance | undefined): Promise<Buffer> {
  return jpeg(
    edit(picture).resize({ width: previewWidth, withoutEnlargement: true }),
    previewQuality,
    provenance,
  );
}

export async function thumbnailFile(picture: Picture, provenance: Provenance | undefined): Promise<Buffer> {
  const resized = edit(picture).resize({ width: thumbnailWidth, withoutEnlargement: true });
  // WebP effort 3 takes twice the time for 4 % fewer bytes.
  return marked(resized, provenance).webp({ quality: 78, effort: 2 }).toBuffer();
}

/** The shape of the dish for the slider: transparent outside of the dish. */
export async function dishMaskFile(mask: Buffer, { width, height }: Size): Promise<Buffer> {
  // Resized first: within one pipeline, sharp joins channels after it resizes.
  const { data, info } = await sharp(mask, { raw: { width, height, channels: 1 } })
    .resize({ width: maskWidth, withoutEnlargement: true })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height };
  return sharp({ create: { ...size, channels: 3, background: '#fff' } })
    .joinChannel(data, { raw: { ...size, channels: 1 } })
    .webp({ quality: 50, alphaQuality: 80, effort: 1 })
    .toBuffer();
}

function jpeg(pipeline: Sharp, quality: number, provenance: Provenance | undefined): Promise<Buffer> {
  return (
    marked(pipeline, provenance)
      // Optimised Huffman tables would take three times the time for 1 % fewer bytes.
      .jpeg({ quality, optimiseCoding: false, chromaSubsampling: '4:4:4' })
      .toBuffer()
  );
}

function marked(pipeline: Sharp, provenance: Provenance | undefined): Sharp {
  return provenance ? pipeline.withXmp(provenanceXmp(provenance)) : pipeline;
}
