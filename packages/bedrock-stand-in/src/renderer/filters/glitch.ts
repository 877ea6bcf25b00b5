import { grade, grain } from '../grade.ts';
import { clamp, hex, mix, type Raster, raster, smoothstep } from '../pixels.ts';
import { halo, rimLight, type Stage } from '../stage.ts';

/** Shifted colour channels towards the frame, displaced bands and scan lines; the dish stays intact. */
export function glitch(stage: Stage): Raster {
  const { width, height, random } = stage;
  const unit = Math.min(width, height);
  const guard = halo(stage, 0.02);
  const base = grade(stage.photo, { contrast: 1.2, saturation: 1.12 });
  const outside = grade(stage.photo, {
    contrast: 1.25,
    exposure: 0.72,
    saturation: 0.5,
    warmth: -0.08,
    shadows: hex('#06103a'),
    highlights: hex('#c9fff4'),
    split: 0.75,
  });
  const bands = new Float32Array(height);
  for (let k = 0; k < 17; k++) {
    const top = Math.floor(random.next() * height);
    const thick = Math.floor(random.between(0.004, 0.055) * unit);
    const shift = random.between(-0.13, 0.13) * unit;
    for (let y = top; y < Math.min(height, top + thick); y++) bands[y] = shift;
  }
  const split = random.between(0.018, 0.03) * unit * stage.side;
  const out = raster(width, height);
  const shifts = [split, 0, -split];
  for (let y = 0, i = 0; y < height; y++) {
    const band = bands[y] as number;
    const scan = y % 4 < 2 ? 1 : 0.84;
    for (let x = 0; x < width; x++, i++) {
      const protect = clamp(guard.values[i] as number);
      const free = 1 - protect * 0.93;
      const dx = (x / width - 0.5) * 2;
      const dy = (y / height - 0.5) * 2;
      const far = smoothstep(0.1, 1.3, dx * dx + dy * dy);
      for (let c = 0; c < 3; c++) {
        const shift = ((shifts[c] as number) * (0.35 + far) + band) * free;
        const sx = Math.min(width - 1, Math.max(0, Math.round(x + shift)));
        const s = (y * width + sx) * 3 + c;
        const m = clamp(stage.dish.values[y * width + sx] as number);
        const value = mix(outside.rgb[s] as number, base.rgb[s] as number, m);
        out.rgb[i * 3 + c] = value * mix(scan, 1, protect * 0.75);
      }
    }
  }
  // Digital noise: clusters of blocks in pure colours beside the dish.
  const pure = [hex('#ff0057'), hex('#00ffd0'), hex('#2b4bff'), hex('#f6ff00'), hex('#ffffff')];
  for (let cluster = 0; cluster < 9; cluster++) {
    const cx = random.next() * width;
    const cy = random.next() * height;
    for (let k = 0; k < 16; k++) {
      const w = Math.ceil(random.between(0.01, 0.11) * unit);
      const h = Math.ceil(random.between(0.002, 0.011) * unit);
      const x0 = Math.floor(cx + random.between(-0.14, 0.14) * unit);
      const y0 = Math.floor(cy + random.between(-0.06, 0.06) * unit);
      const colour = random.pick(pure);
      const strength = random.between(0.3, 0.85);
      for (let y = Math.max(0, y0); y < Math.min(height, y0 + h); y++) {
        for (let x = Math.max(0, x0); x < Math.min(width, x0 + w); x++) {
          const i = y * width + x;
          const keep = strength * (1 - clamp((guard.values[i] as number) * 1.6));
          if (keep <= 0) continue;
          for (let c = 0; c < 3; c++) {
            out.rgb[i * 3 + c] = mix(out.rgb[i * 3 + c] as number, colour[c] as number, keep);
          }
        }
      }
    }
  }
  rimLight(stage, out, { angle: 180, colour: hex('#ff1f5a'), amount: 0.9, share: 0.008 });
  rimLight(stage, out, { angle: 0, colour: hex('#18f2ff'), amount: 0.9, share: 0.008 });
  return grain(out, 0.05, random);
}
