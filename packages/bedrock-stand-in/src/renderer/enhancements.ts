import { blurPlane, blurRaster } from './blur.ts';
import { placeDish } from './environment.ts';
import { bloom, clarity, grade, grain, vignette } from './grade.ts';
import type { EnhancementId, ImageStyleId } from './look.ts';
import { clamp, eachPixel, hex, mix, over, type Raster, smoothstep } from './pixels.ts';
import { rimLight, type Stage } from './stage.ts';

/** Returns the stage's photo with an enhancement. */
export function enhance(stage: Stage, enhancement: EnhancementId): Raster {
  const { width, side, random } = stage;
  switch (enhancement) {
    case 'blur_background':
      return blurBackground(stage);
    case 'enhance_details': {
      const fine = clarity(stage.photo, width * 0.0016, 1.5 * random.between(0.9, 1.1), stage.dish);
      const crisp = clarity(fine, width * 0.012, 0.6, stage.dish);
      return grade(crisp, { contrast: 1.07, vibrance: 0.16 });
    }
    case 'warmer_lighting': {
      const warm = grade(stage.photo, {
        exposure: 1.03,
        warmth: 0.11,
        contrast: 1.06,
        shadows: hex('#4a2408'),
        highlights: hex('#ffe6b0'),
        split: 0.38,
      });
      const lit = sideLight(stage, warm, 0.3, [1.1, 1, 0.78]);
      rimLight(stage, lit, { angle: side > 0 ? 25 : 155, colour: hex('#ffd38a'), amount: 0.9, share: 0.014 });
      return bloom(lit, { threshold: 0.66, sigma: width * 0.024, amount: 0.34, tint: hex('#ffd08a') });
    }
    case 'studio_light': {
      const lit: Stage = {
        ...stage,
        photo: grade(stage.photo, { contrast: 1.04, warmth: -0.015 }),
      };
      return placeDish(lit, {
        surface: 'white',
        backdrop: 'studio',
        studio: '#e4e3e1',
        addsNoPlate: true,
        light: [1, 1, 1.01],
        brightness: 1.05,
        air: [],
        people: 0,
      });
    }
    case 'dramaticLighting': {
      const dark = grade(stage.photo, { exposure: 0.92, contrast: 1.34, saturation: 1.04 });
      const lit = sideLight(stage, dark, 0.62, [1.04, 1, 0.94]);
      eachPixel(lit, (p, i) => {
        const f = mix(0.32, 1, smoothstep(0, 0.7, stage.dish.values[i] as number));
        for (let c = 0; c < 3; c++) p[c] = (p[c] as number) * f;
      });
      rimLight(stage, lit, { angle: side > 0 ? 15 : 165, colour: [1, 0.96, 0.9], amount: 1.2, share: 0.014 });
      return vignette(lit, 0.6);
    }
  }
}

/** Shallow depth of field: the foot of the dish is sharp, and the blur grows with the distance from it. */
function blurBackground(stage: Stage): Raster {
  const { width, height, photo, dish, box } = stage;
  // Excluded from the blur, which would otherwise spread a halo of the dish into its surroundings.
  const sharp = blurPlane(dish, width * 0.004);
  const around = fillBehind(photo, dish, width * 0.03);
  const soft = blurRaster(around, width * 0.0075);
  const wide = blurRaster(around, width * 0.022);
  const unit = Math.min(width, height);
  const foot = box.bottom * unit + height / 2;
  const out = over(wide, photo, dish);
  for (let y = 0, i = 0; y < height; y++) {
    const distance = Math.abs(y - (foot - box.ry * unit * 0.12)) / unit;
    const far = smoothstep(0.02, y < foot ? 0.3 : 0.2, distance);
    for (let x = 0; x < width; x++, i++) {
      const m = clamp(Math.max(dish.values[i] as number, sharp.values[i] as number));
      for (let c = 0; c < 3; c++) {
        const s = i * 3 + c;
        const near = mix(photo.rgb[s] as number, soft.rgb[s] as number, smoothstep(0, 0.35, far));
        const back = mix(near, wide.rgb[s] as number, far);
        out.rgb[s] = mix(back * 1.01, photo.rgb[s] as number, m);
      }
    }
  }
  return grade(out, { contrast: 1.05, vibrance: 0.12 });
}

/** Replaces the dish by colours of its surroundings. */
function fillBehind(photo: Raster, dish: Stage['dish'], sigma: number): Raster {
  const outside: Raster = { ...photo, rgb: photo.rgb.slice() };
  const weight = { ...dish, values: dish.values.map((m) => 1 - smoothstep(0, 0.5, m)) };
  for (let i = 0, s = 0; i < weight.values.length; i++) {
    for (let c = 0; c < 3; c++, s++)
      outside.rgb[s] = (outside.rgb[s] as number) * (weight.values[i] as number);
  }
  const sum = blurRaster(outside, sigma);
  const total = blurPlane(weight, sigma);
  const wideSum = blurRaster(outside, sigma * 5);
  const wideTotal = blurPlane(weight, sigma * 5);
  const filled: Raster = { ...photo, rgb: photo.rgb.slice() };
  for (let i = 0, s = 0; i < weight.values.length; i++) {
    const t = total.values[i] as number;
    const w = Math.max(wideTotal.values[i] as number, 1e-4);
    const trust = smoothstep(0.01, 0.15, t);
    for (let c = 0; c < 3; c++, s++) {
      const near = (sum.rgb[s] as number) / Math.max(t, 1e-4);
      const guess = mix((wideSum.rgb[s] as number) / w, near, trust);
      filled.rgb[s] = mix(guess, photo.rgb[s] as number, weight.values[i] as number);
    }
  }
  return filled;
}

/** Adds tinted light from the side of the stage's main light, which fades across the picture. */
function sideLight(
  stage: Stage,
  picture: Raster,
  amount: number,
  tint: readonly [number, number, number],
): Raster {
  const { width, height, side } = stage;
  const unit = Math.min(width, height);
  return eachPixel(picture, (p, i) => {
    const x = ((i % width) - width / 2) / unit;
    const y = (Math.floor(i / width) - height / 2) / unit;
    const toLight = clamp(x * side * 1.3 - y * 0.6, -1, 1);
    for (let c = 0; c < 3; c++) {
      p[c] = (p[c] as number) * (1 + toLight * amount) * mix(1, tint[c] as number, clamp(toLight) * 0.8);
    }
  });
}

/** Grades a picture in an image style. */
export function applyImageStyle(stage: Stage, picture: Raster, style: ImageStyleId): Raster {
  const { width, random } = stage;
  switch (style) {
    case 'natural':
      return grade(picture, { exposure: 1.02, contrast: 0.98, saturation: 0.98 });
    case 'vibrant':
      return grade(picture, { exposure: 1.07, contrast: 1.14, saturation: 1.28, vibrance: 0.25 });
    case 'professional':
      return grade(clarity(clarity(picture, width * 0.002, 0.8), width * 0.018, 0.3), {
        exposure: 1.05,
        contrast: 1.1,
        warmth: -0.02,
      });
    case 'lifestyle':
      return grain(
        grade(picture, {
          exposure: 1.05,
          contrast: 0.92,
          saturation: 0.9,
          warmth: 0.06,
          lift: 0.055,
          shadows: hex('#5a4a5f'),
          highlights: hex('#fff0d0'),
          split: 0.34,
        }),
        0.055,
        random,
      );
    case 'premium':
      return vignette(
        grade(clarity(picture, width * 0.015, 0.4), {
          exposure: 0.93,
          contrast: 1.28,
          saturation: 1.04,
          shadows: hex('#12100f'),
          highlights: hex('#fff1d9'),
          split: 0.4,
        }),
        0.5,
      );
  }
}
