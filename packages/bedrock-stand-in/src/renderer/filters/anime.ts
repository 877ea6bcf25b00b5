import { grade } from '../grade.ts';
import { paint, paintPlane } from '../paint.ts';
import { clamp, eachPixel, hex, luma, mix, type Raster, ramp, smoothstep } from '../pixels.ts';
import { compose, contactShadow, rimLight, type Stage } from '../stage.ts';
import { cover, sparks } from './draw.ts';
import { edgePreserving, inkLines, outline } from './ink.ts';

/** An animated film still: cel shading, ink contours, gloss, steam, summer sky. */
export function anime(stage: Stage): Raster {
  const { width, height, box, random, noise } = stage;
  const phase = random.between(0, 80);
  const table = clamp(box.y + box.ry * 0.35, 0.02, 0.3);
  const backdrop = paint(width, height, 2, (x, y, out) => {
    const wash = noise.layered(x * 5 + phase, y * 5, 4) - 0.5;
    if (y < table + wash * 0.02) {
      const t = clamp((y + 0.6) / (table + 0.6));
      ramp([hex('#2f86e0'), hex('#6fb9f2'), hex('#bfe6f7'), hex('#fdf3da')], t + wash * 0.08, out);
      // Cumulus: billows with a lit upper side and a blue-grey lower side.
      const puff = noise.layered(x * 2.1 + phase, y * 3.1 - 0.4, 5);
      const above = noise.layered(x * 2.1 + phase, (y - 0.045) * 3.1 - 0.4, 5);
      const threshold = mix(0.66, 0.47, t);
      const body = smoothstep(threshold, threshold + 0.025, puff);
      const shade = smoothstep(-0.03, 0.05, puff - above);
      for (let c = 0; c < 3; c++) {
        const cloud = mix(
          ([0.72, 0.8, 0.93] as const)[c] as number,
          ([1, 0.99, 0.96] as const)[c] as number,
          shade,
        );
        out[c] = mix(out[c] as number, cloud, body);
      }
      return;
    }
    const near = clamp((y - table) / 0.6);
    const stroke = noise.layered(x * 2.2 + phase, y * 22, 3) - 0.5;
    ramp([hex('#e9b67c'), hex('#d99a5b'), hex('#b97440')], near + stroke * 0.35 + wash * 0.2, out);
    const plank = Math.abs(((x / (0.35 + near) + 10) % 0.24) - 0.12);
    const gap = smoothstep(0.006, 0, plank) * 0.4;
    for (let c = 0; c < 3; c++) out[c] = (out[c] as number) * (1 - gap);
  });
  contactShadow(stage, backdrop, 0.6, hex('#5b2f3d'));
  const vivid = grade(stage.photo, { exposure: 1.1, saturation: 1.42, contrast: 1.08, vibrance: 0.2 });
  const cel = celShade(edgePreserving(vivid, width * 0.006));
  rimLight(stage, cel, { angle: 90 + stage.side * 45, colour: hex('#fff2c9'), amount: 0.9, share: 0.01 });
  const out = compose(stage, cel, backdrop, 0.1);
  inkLines(stage, out, vivid, { strength: 0.85, colour: hex('#3a1a22') });
  outline(stage, out, 0.0035, hex('#3a1a22'), 0.9);
  steam(stage, out);
  sparks(out, random, {
    count: 11,
    colours: [[1, 1, 0.96]],
    size: [0.004, 0.009],
    flare: 7,
    area: { left: box.left, right: box.right, top: box.top, bottom: box.y },
  });
  return out;
}

/** A few flat tones with soft steps between them; colour is kept. */
function celShade(picture: Raster): Raster {
  const steps = 5;
  return eachPixel(picture, (p) => {
    const l = clamp(luma(p[0] as number, p[1] as number, p[2] as number), 0.001, 1);
    const place = l * steps;
    const tone = (Math.floor(place) + smoothstep(0.36, 0.64, place - Math.floor(place))) / steps;
    const factor = mix(1, (tone * 0.94 + 0.06) / l, 0.8);
    const gloss = smoothstep(0.86, 0.93, l) * 0.5;
    for (let c = 0; c < 3; c++) p[c] = mix((p[c] as number) * factor, 1, gloss);
  });
}

function steam(stage: Stage, picture: Raster): void {
  const { width, height, box, noise, random } = stage;
  const phase = random.between(0, 90);
  const veil = paintPlane(width, height, 3, (x, y) => {
    const up = (box.y - y) / (box.ry * 2);
    if (up < 0 || up > 1.5) return 0;
    const bend = (noise.layered(x * 2 + phase, y * 3, 2) - 0.5) * 0.35 * (0.3 + up);
    const thread = noise.ridged((x + bend) * 5.5 + phase, y * 1.1, 2) ** 5;
    const inside = smoothstep(box.rx * 0.95, box.rx * 0.2, Math.abs(x + bend - box.x));
    return thread * inside * smoothstep(0, 0.4, up) * smoothstep(1.5, 0.6, up);
  });
  for (let i = 0, s = 0; i < veil.values.length; i++, s += 3) {
    const v = (veil.values[i] as number) * 0.75;
    if (v > 0.01) cover(picture, s, [1, 1, 1], v);
  }
}
