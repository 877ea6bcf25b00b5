import type { ModelRequest } from '../contract.ts';
import { findDish } from './dish-mask.ts';
import { filterPainters } from './filters.ts';
import { develop, grade, grain, vignette } from './grade.ts';
import { readLook } from './look.ts';
import { decode, encode } from './pixels.ts';
import { createNoise, createRandom } from './random.ts';
import { createStage } from './stage.ts';

/** Renders a valid request; the same request and seed give the same bytes. */
export async function render(request: ModelRequest, seed: number): Promise<Buffer> {
  const { pictures, fields } = request;
  const source = await decode(pictures.image ?? (pictures.init_image as Uint8Array));
  const dish = findDish(source);
  if (request.service === 'remove-background') return encode(source, fields.output_format, dish);
  const prompt = 'prompt' in fields ? (fields.prompt ?? '') : '';
  const random = createRandom(seed, prompt);
  const look = readLook(prompt);
  const developed = develop(source, dish);
  if (look.filter) {
    const stage = createStage(developed, dish, random, createNoise(random));
    return encode(filterPainters[look.filter](stage), fields.output_format);
  }
  const out = grade(developed, { warmth: random.between(-0.03, 0.06), vibrance: 0.2 });
  return encode(grain(vignette(out, 0.3), 0.02, random), fields.output_format);
}
