import type { Plane } from '../pixels.ts';
import { isSet } from './mask-parts.ts';
import { UNSURE } from './sure-food.ts';

/**
 * The network's doubt: number of pixels with a probability of 0.1 to 0.8, divided by the number of pixels above UNSURE.
 * 0 is certain.
 */
export function doubtIn({ values }: Plane): number {
  let [doubted, likely] = [0, 1e-6];
  for (const value of values) {
    if (value > 0.1 && value < 0.8) doubted += 1;
    if (value > UNSURE) likely += 1;
  }
  return doubted / likely;
}

/** Share of the pixels outside of `hidden` for which the network's probability is between 0.15 and 0.85. */
export function unsureBesides(seen: Plane, hidden: Plane): number {
  const beside = seen.values.filter((_, i) => !isSet(hidden.values[i] as number));
  const unsure = beside.filter((value) => value > 0.15 && value < 0.85);
  return unsure.length / Math.max(1, beside.length);
}

/** Share of the pixels outside of the food whose probability is greater than `above`. */
export function shareBesides(seen: Plane, food: Plane, above: number): number {
  return meanBesides({ ...seen, values: seen.values.map((value) => (value > above ? 1 : 0)) }, food);
}

/** Mean probability of the pixels outside of the food. */
export function meanBesides(seen: Plane, food: Plane): number {
  let [sum, pixels] = [0, 1e-6];
  for (const [i, value] of seen.values.entries()) {
    if (isSet(food.values[i] as number)) continue;
    sum += value;
    pixels += 1;
  }
  return sum / pixels;
}
