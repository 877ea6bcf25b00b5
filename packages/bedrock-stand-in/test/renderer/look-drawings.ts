import sharp, { type Sharp } from 'sharp';
import type { ModelRequest } from '#src/contract.ts';
import { render } from '#src/renderer/render.ts';
import { lookTexts } from './look-texts.ts';

export interface Photo {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly file: Buffer;
  /** Mask of the dish, one byte each pixel, if it is known; otherwise the stand-in cuts it out. */
  readonly dish?: Buffer;
}

type Draw = (photo: Photo) => Promise<Buffer>;

export interface Look {
  readonly name: string;
  readonly draw: Draw;
  /** Whether the photo's own pixels stay where the dish is. */
  readonly keepsDish?: boolean;
}

/** A photo of this size, to which the picture is stretched. */
export async function photoOf(name: string, picture: Sharp, width: number, height: number): Promise<Photo> {
  const file = await picture.resize(width, height, { fit: 'fill' }).png().toBuffer();
  return { name, width, height, file };
}

const draw = (request: ModelRequest) => render(request, 7, lookTexts);

/** Redraws the whole photo. */
export function redrawn(prompt: string): Draw {
  return ({ file }) =>
    draw({
      service: 'control-structure',
      pictures: { image: file },
      fields: { image: '', prompt, control_strength: 0.7, output_format: 'png' },
    });
}

/** Replaces what is named. */
export function replaced(prompt: string, named: string): Draw {
  return ({ file }) =>
    draw({
      service: 'search-replace',
      pictures: { image: file },
      fields: { image: '', prompt, search_prompt: named, grow_mask: 5, output_format: 'png' },
    });
}

const cutOuts = new Map<Photo, Buffer>();

/** Mask of the dish, one byte each pixel: the known one, or the one that the stand-in cuts out. */
export async function cutOut(of: Photo): Promise<Buffer> {
  const known = of.dish ?? cutOuts.get(of);
  if (known) return known;
  const file = await draw({
    service: 'remove-background',
    pictures: { image: of.file },
    fields: { image: '', output_format: 'png' },
  });
  const alpha = await sharp(file).extractChannel('alpha').raw().toBuffer();
  cutOuts.set(of, alpha);
  return alpha;
}

/** Repaints everything but the dish. */
export function around(prompt: string): Draw {
  return async (of) => {
    const { width, height, file } = of;
    const mask = await sharp(await cutOut(of), { raw: { width, height, channels: 1 } })
      .negate()
      .png()
      .toBuffer();
    return draw({
      service: 'inpaint',
      pictures: { image: file, mask },
      fields: { image: '', mask: '', prompt, grow_mask: 3, output_format: 'png' },
    });
  };
}

/** RGB, one byte each. */
export async function pixelsOf(file: Buffer) {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
