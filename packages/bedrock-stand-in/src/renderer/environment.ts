import { paintBackdrop } from './backdrops.ts';
import { blurRaster } from './blur.ts';
import { addLight, cover, sparks, withinCircle } from './filters/draw.ts';
import { bloom, grade } from './grade.ts';
import type { NewPlateId } from './look.ts';
import { fitOval, isOval } from './oval.ts';
import { paint, paintPlane } from './paint.ts';
import { type Colour, clamp, eachPixel, hex, luma, mix, type Raster, raster, smoothstep } from './pixels.ts';
import { clearPlate, drawPlate, isOneDish, isSeenFromAbove, placePlate } from './plates.ts';
import { type Air, mayFillFrame, type Setting } from './setting.ts';
import {
  BEHIND,
  compose,
  contactShadow,
  farthestFoot,
  LEAST_WALL,
  reflect,
  rimLight,
  type Stage,
} from './stage.ts';
import { gloss, surfacePainter } from './surfaces.ts';

/** Value above which highlights are compressed. */
const SHOULDER = 0.7;

/** The y of the table's far edge: behind the dish, above its middle, and behind every part of it. */
function tableEdge(stage: Stage): number {
  const { box, height, width } = stage;
  const top = -height / Math.min(width, height) / 2;
  return clamp(Math.min(box.top + box.ry * 0.62, farthestFoot(stage) - BEHIND), top + LEAST_WALL, 0.12);
}

/** Share of the backdrop that remains above the table in a picture from above. */
const STRIP = 0.12;

/**
 * Paints an empty place: an out-of-focus backdrop, a table in perspective, and light from the stage's side. In a photo
 * taken from above, the table fills the frame, or leaves a strip of a backdrop that the place cannot do without.
 */
export function paintPlace(stage: Stage, setting: Setting, fromAbove = false): Raster {
  const { width, height, noise, random, side, box } = stage;
  const fillsFrame = fromAbove && mayFillFrame(setting);
  const top = -height / Math.min(width, height) / 2;
  const edge = fillsFrame ? top - 0.5 : fromAbove ? top + STRIP : tableEdge(stage);
  const backdrop = paintBackdrop(stage, setting, edge);
  const painter = surfacePainter(setting.surface, noise, random.between(0, 90));
  // The camera looks down, so the lines of the table meet far above its far edge.
  const vanish = edge - (fromAbove ? 1.4 : 0.5);
  const seamless = setting.backdrop === 'studio';
  const turn = random.between(-0.2, 0.2);
  const [ct, st] = [Math.cos(turn), Math.sin(turn)];
  const bottom = height / Math.min(width, height) / 2;
  const table = paint(width, height, 1, (x, y, out) => {
    if (y < edge - 0.03) {
      out[0] = 0;
      out[1] = 0;
      out[2] = 0;
      return;
    }
    const depth = fillsFrame ? 1.25 : (fromAbove ? 2.1 : 0.75) / (Math.max(y, edge - 0.03) - vanish);
    const u = x * depth;
    const v = fillsFrame ? y * depth : -depth * 0.9;
    painter(u * ct - v * st, u * st + v * ct, out);
    const toLight = (x - box.x) * side;
    const fall = 1 + toLight * 0.22 - smoothstep(0.2, bottom + 0.1, y) * 0.14;
    for (let c = 0; c < 3; c++) out[c] = (out[c] as number) * fall;
  });
  // Sharp at the dish, blurred towards the far edge and towards the lens.
  const soft = blurRaster(table, Math.min(width, height) * 0.006);
  const mood = blurRaster(backdrop, Math.min(width, height) * 0.06);
  const out = raster(width, height);
  const shine = gloss[setting.surface];
  const unit = Math.min(width, height);
  for (let y = 0, s = 0; y < height; y++) {
    const py = (y + 0.5 - height / 2) / unit;
    const onTable = !seamless
      ? smoothstep(edge - 0.006, edge + 0.006, py)
      : // A studio's paper has the colour that was asked for in every direction.
        fillsFrame
        ? 0
        : smoothstep(edge - 0.12, edge + 0.2, py);
    const far = smoothstep(edge + 0.3, edge, py);
    const near = smoothstep(box.bottom + 0.02, box.bottom + 0.3, py) * 0.8;
    const softness = Math.max(far, near);
    // A view from above shows little of the backdrop, so that its reflection is stretched.
    const mirroredY = edge - (py - edge) * (fromAbove ? STRIP : 1);
    const mirrored = Math.max(0, Math.min(height - 1, Math.round(mirroredY * unit + height / 2)));
    const mirror = shine * smoothstep(edge + (fromAbove ? 1.1 : 0.45), edge, py) + (seamless ? 0 : 0.1 * far);
    for (let x = 0; x < width; x++) {
      const grain = seamless && fillsFrame ? 0.98 + 0.04 * noise.value(x * 0.4, y * 0.4) : 1;
      for (let c = 0; c < 3; c++, s++) {
        let value = mix(table.rgb[s] as number, soft.rgb[s] as number, softness);
        const sky = mood.rgb[(mirrored * width + x) * 3 + c] as number;
        value = mix(value, value * 0.35 + sky * 0.75, mirror);
        // The light of the room tints the table.
        if (!seamless) value *= mix(1, 0.35 + sky * 1.15, 0.3);
        out.rgb[s] = mix((backdrop.rgb[s] as number) * grain, value, onTable);
      }
    }
  }
  const light = setting.light;
  return eachPixel(out, (p) => {
    for (let c = 0; c < 3; c++)
      p[c] = shoulder((p[c] as number) * mix(1, light[c] as number, 0.6) * mix(1, setting.brightness, 0.5));
  });
}

/** Compresses highlights as film does, so that a lit white table keeps its shades. */
function shoulder(value: number): number {
  return value < SHOULDER ? value : 1 - (1 - SHOULDER) * Math.exp((SHOULDER - value) / (1 - SHOULDER));
}

/** The plate that the setting gives a dish without a plate; undefined if the dish needs none. */
function plateFor(stage: Stage, setting: Setting): NewPlateId | undefined {
  const { served, box, dish } = stage;
  const isTall = box.ry / box.rx > 1.25;
  // An oval mask is already a plate or a bowl, and several objects stand on the table itself.
  if (setting.addsNoPlate || served || isTall || !isOneDish(stage) || isOval(dish, fitOval(dish)))
    return undefined;
  switch (setting.surface) {
    case 'marble':
    case 'linen':
      return 'elegant';
    case 'slate':
    case 'glossy':
      return 'black-modern';
    case 'oak':
    case 'pale-wood':
    case 'brass':
    case 'grass':
    case 'sand':
      return 'rustic';
    case 'kraft':
    case 'ice':
    case 'leaves':
      return undefined;
    default:
      return 'white-round';
  }
}

/** Greatest value to which the light parts of a dish are brightened: foam and cream keep their shades. */
const BRIGHTEST = 0.95;

/** The exposure that brings the 95th percentile of a dish to BRIGHTEST; at least 1. */
function brightestExposure({ photo, dish }: Stage): number {
  const lights: number[] = [];
  for (const [i, value] of dish.values.entries()) {
    const s = i * 3;
    if (value > 0.5)
      lights.push(luma(photo.rgb[s] as number, photo.rgb[s + 1] as number, photo.rgb[s + 2] as number));
  }
  const light = Float32Array.from(lights).sort()[Math.floor(lights.length * 0.95)] ?? BRIGHTEST;
  return Math.max(1, BRIGHTEST / Math.max(light, 0.1));
}

/** Puts the dish into a setting, with table, backdrop, plate, shadow, matched light, and effects in the air. */
export function placeDish(whole: Stage, setting: Setting, plate?: NewPlateId): Raster {
  const stage = plate ? clearPlate(whole) : whole;
  const fromAbove = isSeenFromAbove(whole);
  const place = paintPlace(stage, setting, fromAbove);
  // What is round from above is a bowl, a saucer or a whole pizza as a rule, and needs no plate.
  const style = plate ?? (fromAbove ? undefined : plateFor(stage, setting));
  if (style)
    drawPlate(stage, place, style, placePlate(stage, whole.served?.plate, { hasHorizon: !fromAbove }));
  const light = setting.light;
  const exposure = Math.min(setting.brightness, brightestExposure(stage));
  const dish = grade(stage.photo, { exposure, contrast: 1.05, vibrance: 0.08 });
  eachPixel(dish, (p) => {
    for (let c = 0; c < 3; c++) p[c] = (p[c] as number) * (light[c] as number);
  });
  for (const angle of [stage.side > 0 ? 40 : 140, 90]) {
    rimLight(stage, dish, {
      angle,
      colour: [light[0], light[1] * 0.97, light[2] * 0.92],
      amount: 0.55,
      share: 0.01,
    });
  }
  if (!style) reflect(stage, place, dish, gloss[setting.surface] * 1.3, 0.4);
  contactShadow(stage, place, 0.78);
  const out = compose(stage, dish, place, 0.3);
  for (const air of setting.air) fillAir(stage, out, air);
  return bloom(out, { threshold: 0.86, sigma: stage.width * 0.02, amount: 0.22 });
}

function fillAir(stage: Stage, picture: Raster, air: Air): void {
  const { width, height, random, noise, box, side } = stage;
  const halfW = width / Math.min(width, height) / 2;
  const halfH = height / Math.min(width, height) / 2;
  const phase = random.between(0, 100);
  const scatter = (
    count: number,
    colours: readonly string[],
    size: readonly [number, number],
    aspect: number,
  ) => {
    for (let k = 0; k < count; k++) {
      const close = random.chance(0.12);
      const radius = random.between(size[0], size[1]) * (close ? 2.6 : 1);
      const [x, y] = [random.between(-halfW, halfW), random.between(-halfH, halfH)];
      if (close && Math.hypot((x - box.x) / box.rx, (y - box.y) / box.ry) < 1.1) continue;
      const colour = random.pick(colours.map(hex));
      const angle = random.between(0, Math.PI);
      const squash = aspect * random.between(0.5, 1);
      withinCircle(picture, x, y, radius * 1.3, (s, dx, dy) => {
        const u = (dx * Math.cos(angle) + dy * Math.sin(angle)) / radius;
        const v = (-dx * Math.sin(angle) + dy * Math.cos(angle)) / (radius * squash);
        const d = aspect < 0.75 ? Math.sqrt(u * u + v * v) : Math.max(Math.abs(u), Math.abs(v));
        const a = close ? smoothstep(1.2, 0.3, d) * 0.6 : smoothstep(1, 0.85, d);
        const shade = 0.85 + 0.25 * v;
        if (a > 0.01) cover(picture, s, [colour[0] * shade, colour[1] * shade, colour[2] * shade], a);
      });
    }
  };
  const veil = (step: number, colour: Colour, amount: number, shape: (x: number, y: number) => number) => {
    const plane = paintPlane(width, height, step, shape);
    for (let i = 0, s = 0; i < plane.values.length; i++, s += 3) {
      const a = clamp((plane.values[i] as number) * amount);
      if (a > 0.01) addLight(picture, s, colour, a);
    }
  };
  switch (air) {
    case 'confetti':
      scatter(90, ['#f6c444', '#ffdf8a', '#ff5a7a', '#3fc8e0', '#ffffff', '#e0a12a'], [0.005, 0.011], 0.8);
      break;
    case 'petals':
      scatter(36, ['#ffc9dc', '#ffe3ee', '#f59cbd', '#fff4f7'], [0.009, 0.018], 0.55);
      break;
    case 'leaves':
      scatter(20, ['#b5541c', '#d98a2b', '#8a3a14', '#c9a23a'], [0.014, 0.026], 0.5);
      break;
    case 'snow':
      scatter(70, ['#ffffff', '#f1f7ff'], [0.002, 0.006], 0.7);
      break;
    case 'ingredients':
      scatter(34, ['#d8402c', '#4f9a2f', '#f2c23a', '#f0e6cf', '#8a2f5a'], [0.01, 0.022], 0.7);
      break;
    case 'splash':
      sparks(picture, random, {
        count: 90,
        colours: [[1, 1, 1], hex('#d6f1ff')],
        size: [0.001, 0.006],
        area: {
          left: box.left - 0.12,
          right: box.right + 0.12,
          top: box.top - 0.1,
          bottom: box.bottom + 0.06,
        },
      });
      break;
    case 'sparks':
      sparks(picture, random, {
        count: 80,
        colours: ['#ffb347', '#ff7a1a', '#ffe08a'].map(hex),
        size: [0.0008, 0.004],
        area: { left: -halfW, right: halfW, top: -halfH, bottom: box.y },
      });
      break;
    case 'steam':
      veil(3, [1, 1, 1], 0.5, (x, y) => {
        const up = (box.y - y) / (box.ry * 2);
        if (up < -0.1 || up > 1.5) return 0;
        const bend = (noise.layered(x * 2 + phase, y * 2.6, 3) - 0.5) * 0.3 * (0.4 + up);
        const wisp = noise.ridged((x + bend) * 4.5 + phase, y * 1.3, 3) ** 4;
        return (
          wisp *
          smoothstep(box.rx, box.rx * 0.2, Math.abs(x + bend - box.x)) *
          smoothstep(-0.1, 0.4, up) *
          smoothstep(1.5, 0.5, up)
        );
      });
      break;
    case 'sunbeam':
      veil(4, hex('#ffdf9e'), 0.42, (x, y) => {
        const [sx, sy] = [side * (halfW + 0.1), -halfH - 0.1];
        const angle = Math.atan2(y - sy, x - sx);
        const ray = 0.55 + 0.45 * noise.value(angle * 9 + phase, 1);
        return ray * Math.exp(-Math.hypot(x - sx, y - sy) * 1.5);
      });
      break;
    case 'leaf-shade': {
      const shade = paintPlane(width, height, 3, (x, y) =>
        smoothstep(0.44, 0.6, noise.layered(x * 3.2 + phase, y * 3.2, 3)),
      );
      for (let i = 0, s = 0; i < shade.values.length; i++, s += 3) {
        const light = mix(0.7, 1.1, shade.values[i] as number);
        const f = mix(light, 1, (stage.dish.values[i] as number) * 0.55);
        picture.rgb[s] = (picture.rgb[s] as number) * f;
        picture.rgb[s + 1] = (picture.rgb[s + 1] as number) * f;
        picture.rgb[s + 2] = (picture.rgb[s + 2] as number) * mix(f, 1, 0.15);
      }
      break;
    }
    case 'rain': {
      const edge = tableEdge(stage);
      for (let k = 0; k < 150; k++) {
        const [x, y] = [random.between(-halfW, halfW), random.between(-halfH, edge)];
        const radius = random.between(0.0015, 0.006);
        withinCircle(picture, x, y, radius, (s, dx, dy) => {
          const i = s / 3;
          if ((stage.dish.values[i] as number) > 0.2) return;
          const d = Math.hypot(dx, dy) / radius;
          if (d < 1) addLight(picture, s, [0.9, 0.95, 1], 0.12 + 0.5 * smoothstep(0, 1, dy / radius));
        });
      }
    }
  }
}
