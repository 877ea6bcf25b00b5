import sharp from 'sharp';
import * as z from 'zod';
import { AwsError } from './aws-error.ts';
import type { ServiceName } from './models.ts';

const MAX_BODY_BYTES = 25_000_000;
const MAX_PROMPT = 10_000;
const MAX_SEED = 4_294_967_294;
const MIN_SIDE = 64;
const MAX_PIXELS = 9_437_184;
const MAX_UPSCALE_PIXELS = 1_048_576;
const MAX_RATIO = 2.5;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const prompt = z.string().min(1).max(MAX_PROMPT);
const optionalPrompt = z.string().max(MAX_PROMPT).optional();
const image = z.string().min(1);
const seed = z.int().min(0).max(MAX_SEED).optional();
const outputFormat = z.enum(['jpeg', 'png', 'webp']).default('png');
const fraction = z.number().min(0).max(1);
/** Pixels to add on one side. */
const extent = z.int().min(0).max(2000).default(0);
const growMask = z.int().min(0).max(20).default(5);
const stylePreset = z
  .enum([
    '3d-model',
    'analog-film',
    'anime',
    'cinematic',
    'comic-book',
    'digital-art',
    'enhance',
    'fantasy-art',
    'isometric',
    'line-art',
    'low-poly',
    'modeling-compound',
    'neon-punk',
    'origami',
    'photographic',
    'pixel-art',
    'tile-texture',
  ])
  .optional();

/** Request bodies as the vendor documents them. Unknown fields are refused. */
const requestSchemas = {
  'control-structure': z.strictObject({
    image,
    prompt,
    control_strength: fraction.default(0.7),
    negative_prompt: optionalPrompt,
    style_preset: stylePreset,
    seed,
    output_format: outputFormat,
  }),
  'search-replace': z.strictObject({
    image,
    prompt,
    search_prompt: prompt,
    negative_prompt: optionalPrompt,
    style_preset: stylePreset,
    grow_mask: growMask,
    seed,
    output_format: outputFormat,
  }),
  'remove-background': z.strictObject({ image, output_format: outputFormat }),
  inpaint: z.strictObject({
    image,
    mask: image,
    prompt,
    negative_prompt: optionalPrompt,
    style_preset: stylePreset,
    grow_mask: growMask,
    seed,
    output_format: outputFormat,
  }),
  outpaint: z
    .strictObject({
      image,
      left: extent,
      right: extent,
      up: extent,
      down: extent,
      prompt: optionalPrompt,
      creativity: z.number().min(0.1).max(1).default(0.5),
      style_preset: stylePreset,
      seed,
      output_format: outputFormat,
    })
    .refine(({ left, right, up, down }) => left + right + up + down > 0, {
      error: 'at least one of left, right, up and down must be above 0',
    }),
  'style-transfer': z.strictObject({
    init_image: image,
    style_image: image,
    prompt: optionalPrompt,
    negative_prompt: optionalPrompt,
    composition_fidelity: fraction.default(0.9),
    style_strength: fraction.default(1),
    change_strength: z.number().min(0.1).max(1).default(0.9),
    seed,
    output_format: outputFormat,
  }),
  'fast-upscale': z.strictObject({ image, output_format: outputFormat }),
  'sd3-5-large': z.strictObject({
    mode: z.literal('image-to-image'),
    image,
    prompt,
    strength: fraction,
    negative_prompt: optionalPrompt,
    seed,
    output_format: outputFormat,
  }),
} satisfies Record<ServiceName, z.ZodType>;

type Parsed<S extends ServiceName> = z.output<(typeof requestSchemas)[S]>;

/** A valid request. Its pictures are decoded from base64 and checked; they are still files (JPEG, PNG or WebP). */
export type ModelRequest = {
  [S in ServiceName]: { service: S; fields: Parsed<S>; pictures: Record<string, Uint8Array> };
}[ServiceName];

/** Fields that contain a picture. */
const pictureFields = ['image', 'mask', 'init_image', 'style_image'];

/**
 * Checks an InvokeModel body against the contract of the service.
 *
 * @throws AwsError ValidationException with a message that names the field.
 */
export async function readRequest(service: ServiceName, body: Buffer): Promise<ModelRequest> {
  if (body.length > MAX_BODY_BYTES) {
    throw invalid(`body size of ${body.length} bytes is over the limit of ${MAX_BODY_BYTES} bytes`);
  }
  const parsed = requestSchemas[service].safeParse(parseJson(body));
  if (!parsed.success) throw invalid(parsed.error.issues.map(describeIssue).join(', '));
  const pictures: Record<string, Uint8Array> = {};
  for (const name of pictureFields) {
    const value = (parsed.data as Record<string, unknown>)[name];
    if (typeof value === 'string') pictures[name] = await readPicture(name, value, service);
  }
  return { service, fields: parsed.data, pictures } as ModelRequest;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw invalid('#: the body is not valid JSON');
  }
}

async function readPicture(name: string, base64: string, service: ServiceName): Promise<Uint8Array> {
  if (!BASE64.test(base64) || base64.length % 4 !== 0) throw invalid(`#/${name}: not a base64 string`);
  const bytes = Buffer.from(base64, 'base64');
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: false });
  const { width, height, format } = await picture.metadata().catch(() => {
    throw invalid(`#/${name}: the image could not be decoded`);
  });
  if (!['jpeg', 'png', 'webp'].includes(format)) {
    throw invalid(`#/${name}: unsupported image format ${format}, expected jpeg, png or webp`);
  }
  if (width < MIN_SIDE || height < MIN_SIDE) {
    throw invalid(`#/${name}: sides must be at least ${MIN_SIDE} pixels, got ${width}x${height}`);
  }
  const maxPixels = service === 'fast-upscale' ? MAX_UPSCALE_PIXELS : MAX_PIXELS;
  if (width * height > maxPixels) {
    throw invalid(`#/${name}: at most ${maxPixels} pixels are allowed, got ${width}x${height}`);
  }
  if (Math.max(width / height, height / width) > MAX_RATIO) {
    throw invalid(`#/${name}: the aspect ratio must be between 1:2.5 and 2.5:1, got ${width}x${height}`);
  }
  // Decodes every pixel, which is the only way to find a truncated file.
  await picture
    .raw()
    .toBuffer()
    .catch(() => {
      throw invalid(`#/${name}: the image could not be decoded`);
    });
  return bytes;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const path = `#${issue.path.map((part) => `/${String(part)}`).join('')}`;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${path}: extraneous key [${key}] is not permitted`).join(', ');
  }
  return `${path}: ${issue.message}`;
}

function invalid(detail: string): AwsError {
  return new AwsError(
    'ValidationException',
    `Malformed input request: ${detail}, please reformat your input and try again.`,
  );
}
