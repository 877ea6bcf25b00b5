import { clarity, grade, grain } from '../grade.ts';
import { paint, paintPlane } from '../paint.ts';
import { type Colour, clamp, hex, mix, type Raster, smoothstep } from '../pixels.ts';
import { compose, contactShadow, rimLight, type Stage } from '../stage.ts';
import { cover, withinCircle } from './draw.ts';

/** Spray paint on concrete in hard sun: coral, cobalt, lime, drips and flecks, gritty contrast. */
export function streetsplash(stage: Stage): Raster {
  const { width, height, box, random, noise, side } = stage;
  const phase = random.between(0, 90);
  const ledge = clamp(box.y + box.ry * 0.62, 0.08, 0.36);
  const shadowEdge = random.between(0.05, 0.3);
  const concrete = (x: number, y: number, fine: number) =>
    0.56 +
    (noise.layered(x * 3 + phase, y * 3, 5) - 0.5) * 0.3 +
    (noise.value(x * fine, y * fine) - 0.5) * 0.12 -
    smoothstep(0.9, 0.99, noise.ridged(x * 1.8 + phase, y * 1.8, 5)) * 0.3;
  const backdrop = paint(width, height, 1, (x, y, out) => {
    let light = y < ledge ? concrete(x, y, 190) : concrete(x * 1.3, y * 4, 230) * 1.22 + 0.06;
    const joint = Math.min(Math.abs(((x + 5.13) % 0.55) - 0.275), Math.abs(((y + 5.2) % 0.62) - 0.31));
    if (y < ledge) light *= 1 - smoothstep(0.004, 0.001, joint) * 0.4;
    light *= 1 - smoothstep(0.012, 0, Math.abs(y - ledge)) * 0.45;
    out[0] = light * 1.02;
    out[1] = light * 0.99;
    out[2] = light * 0.94;
  });
  const paints = [hex('#ff5a4d'), hex('#1f4dff'), hex('#b6f01e'), hex('#ffd400'), hex('#ff3fa4')];
  const places = Array.from({ length: 7 }, (_, k) => {
    const angle = (k / 7) * Math.PI * 2 + random.between(-0.35, 0.35);
    const r = random.between(0.85, 1.25);
    return {
      x: box.x + Math.cos(angle) * box.rx * r,
      y: Math.min(ledge - 0.1, box.y - 0.06 + Math.sin(angle) * box.ry * r),
    };
  });
  for (const [k, place] of places.entries()) {
    const colour = paints[k % paints.length] as Colour;
    const radius = random.between(0.13, 0.26);
    withinCircle(backdrop, place.x, place.y, radius * 1.6, (s, dx, dy) => {
      const d = Math.sqrt(dx * dx + dy * dy) / radius;
      const ragged = d + (noise.layered(dx * 9 + k * 5 + phase, dy * 9, 3) - 0.5) * 0.9;
      const speckle = noise.value(dx * 260 + k, dy * 260) * noise.value(dx * 90, dy * 90 + k);
      const solid = smoothstep(0.95, 0.7, ragged);
      const mist = smoothstep(1.55, 0.75, d) * smoothstep(0.28, 0.5, speckle + (1.2 - d) * 0.16);
      const a = Math.max(solid * 0.94, mist * 0.8);
      if (a < 0.01) return;
      const wall = backdrop.rgb[s] as number;
      for (let c = 0; c < 3; c++) {
        backdrop.rgb[s + c] = mix(
          backdrop.rgb[s + c] as number,
          (colour[c] as number) * (0.62 + wall * 0.62),
          a,
        );
      }
    });
    for (let drip = 0; drip < 4; drip++) {
      drawDrip(backdrop, place.x + random.between(-0.7, 0.7) * radius, place.y + radius * 0.3, {
        length: random.between(0.08, 0.3),
        radius: random.between(0.003, 0.0065),
        colour,
        end: ledge,
      });
    }
  }
  for (let k = 0; k < 190; k++) {
    const colour = random.pick(paints);
    const size = random.between(0.001, 0.007) * random.between(0.4, 1);
    const y = random.between(-0.9, ledge);
    withinCircle(backdrop, random.between(-0.9, 0.9), y, size, (s, dx, dy) => {
      cover(backdrop, s, colour, smoothstep(size, size * 0.7, Math.sqrt(dx * dx + dy * dy)) * 0.9);
    });
  }
  // Hard afternoon sun: a diagonal shadow falls over the wall.
  const sun = paintPlane(width, height, 2, (x, y) =>
    smoothstep(-0.012, 0.012, x * side * 0.8 + y * 0.6 + shadowEdge + 0.12),
  );
  for (let i = 0, s = 0; i < sun.values.length; i++, s += 3) {
    const lit = sun.values[i] as number;
    backdrop.rgb[s] = (backdrop.rgb[s] as number) * mix(0.52, 1.12, lit);
    backdrop.rgb[s + 1] = (backdrop.rgb[s + 1] as number) * mix(0.55, 1.07, lit);
    backdrop.rgb[s + 2] = (backdrop.rgb[s + 2] as number) * mix(0.66, 0.98, lit);
  }
  contactShadow(stage, backdrop, 1, hex('#1c1714'));
  const lit = grade(clarity(clarity(stage.photo, width * 0.02, 0.8), width * 0.003, 0.8), {
    contrast: 1.24,
    saturation: 1.16,
    exposure: 1.05,
    warmth: 0.04,
  });
  rimLight(stage, lit, { angle: side > 0 ? 35 : 145, colour: hex('#fff0cf'), amount: 1 });
  return grain(compose(stage, lit, backdrop, 0.15), 0.05, random);
}

function drawDrip(
  picture: Raster,
  x: number,
  y: number,
  drip: { length: number; radius: number; colour: Colour; end: number },
): void {
  const steps = 60;
  for (let k = 0; k < steps; k++) {
    const py = y + (k / steps) * drip.length;
    if (py > drip.end) return;
    const radius = drip.radius * (k > steps - 8 ? 1.35 : 1 - (k / steps) * 0.25);
    withinCircle(picture, x, py, radius, (s, dx, dy) => {
      const d = Math.sqrt(dx * dx + dy * dy) / radius;
      const shine = smoothstep(0.5, 0.1, Math.hypot(dx + radius * 0.35, dy) / radius) * 0.3;
      const colour: Colour = [drip.colour[0] + shine, drip.colour[1] + shine, drip.colour[2] + shine];
      cover(picture, s, colour, smoothstep(1, 0.75, d) * 0.85);
    });
  }
}
