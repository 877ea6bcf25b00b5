import { type Colour, luma, type Raster } from '../pixels.ts';
import { halo, type Stage } from '../stage.ts';
import { addLight } from './draw.ts';

/** Adds a soft halo of light behind the dish, in place. */
export function backGlow(stage: Stage, picture: Raster, share: number, colour: Colour, amount: number): void {
  const glow = halo(stage, share);
  for (let i = 0, s = 0; i < glow.values.length; i++, s += 3) {
    const light = (glow.values[i] as number) * amount;
    if (light > 0.004 && luma(...colour) > 0) addLight(picture, s, colour, light);
  }
}
