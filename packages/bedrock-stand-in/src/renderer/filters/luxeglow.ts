import { blurRaster } from '../blur.ts';
import { bloom, grade, grain, vignette } from '../grade.ts';
import { paint } from '../paint.ts';
import { clamp, eachPixel, hex, type Raster } from '../pixels.ts';
import { compose, contactShadow, reflect, rimLight, type Stage } from '../stage.ts';
import { bokeh, sparks } from './draw.ts';

/** One soft key light, champagne highlights, near-black surroundings, gold bokeh. */
export function luxeglow(stage: Stage): Raster {
  const { width, height, box, random, noise, side } = stage;
  const horizon = clamp(box.y + box.ry * 0.4, 0, 0.3);
  const phase = random.between(0, 40);
  const backdrop = paint(width, height, 2, (x, y, out) => {
    const glow = Math.exp(-((x - box.x - side * 0.25) ** 2 * 2.6 + (y - box.y + 0.16) ** 2 * 4));
    const cloth = noise.layered(x * 1.6 + phase, y * 1.1, 3);
    let light = 0.035 + 0.17 * glow * (0.6 + 0.7 * cloth);
    if (y > horizon) {
      const down = y - horizon;
      const sheen = Math.exp(-down * 4.5) * Math.exp(-((x - box.x - side * 0.12) ** 2) * 5);
      light = 0.03 + 0.22 * sheen + 0.03 * noise.layered(x * 3, y * 22 + phase, 3);
    }
    out[0] = light * 1.35;
    out[1] = light * 0.92;
    out[2] = light * 0.52;
  });
  const gold = [hex('#ffd486'), hex('#f5b04a'), hex('#ffe9bd'), hex('#d98a2b')];
  bokeh(backdrop, random, {
    count: 46,
    colours: gold,
    size: [0.007, 0.05],
    amount: 0.6,
    area: { left: -0.75, right: 0.75, top: -0.8, bottom: horizon - 0.06 },
  });
  const soft = blurRaster(backdrop, width * 0.002);
  const lit = keyLight(
    stage,
    grade(stage.photo, {
      exposure: 1.03,
      contrast: 1.18,
      saturation: 1.08,
      warmth: 0.05,
      shadows: hex('#1c0d05'),
      highlights: hex('#ffedc9'),
      split: 0.5,
    }),
    0.32,
  );
  rimLight(stage, lit, { angle: side > 0 ? 40 : 140, colour: hex('#ffd991'), amount: 1.15, share: 0.016 });
  reflect(stage, soft, lit, 0.42, 0.4);
  contactShadow(stage, soft, 0.8);
  const out = bloom(compose(stage, lit, soft, 0.3), {
    threshold: 0.56,
    sigma: width * 0.022,
    amount: 0.5,
    tint: hex('#ffe1a6'),
  });
  sparks(out, random, {
    count: 60,
    colours: gold,
    size: [0.0008, 0.0028],
    area: { left: -0.6, right: 0.6, top: -0.6, bottom: box.bottom },
  });
  return grain(vignette(out, 0.55, hex('#050302')), 0.018, random);
}

/** Brightens the side towards the main light and darkens the other side. */
function keyLight(stage: Stage, picture: Raster, amount: number): Raster {
  const { width, height, box, side } = stage;
  const unit = Math.min(width, height);
  return eachPixel(picture, (p, i) => {
    const x = ((i % width) - width / 2) / unit;
    const y = (Math.floor(i / width) - height / 2) / unit;
    const toLight = clamp(((x - box.x) * side) / box.rx / 2 - (y - box.y) / box.ry / 3, -1, 1);
    const factor = 1 + toLight * amount;
    for (let c = 0; c < 3; c++) p[c] = (p[c] as number) * factor;
  });
}
