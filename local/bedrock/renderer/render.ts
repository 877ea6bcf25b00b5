import type { ModelRequest } from '../contract.ts';
import { findDish } from './dish-mask.ts';
import { develop, grade, grain, vignette } from './grade.ts';
import { decode, encode } from './pixels.ts';
import { createRandom } from './random.ts';

/** Renders a valid request; the same request and seed give the same bytes. */
export async function render(request: ModelRequest, seed: number): Promise<Buffer> {
  const { pictures, fields } = request;
  const source = await decode(pictures.image ?? (pictures.init_image as Uint8Array));
  const dish = findDish(source);
  if (request.service === 'remove-background') return encode(source, fields.output_format, dish);
  const random = createRandom(seed, 'prompt' in fields ? (fields.prompt ?? '') : '');
  const out = grade(develop(source, dish), { warmth: random.between(-0.03, 0.06), vibrance: 0.2 });
  return encode(grain(vignette(out, 0.3), 0.02, random), fields.output_format);
}
