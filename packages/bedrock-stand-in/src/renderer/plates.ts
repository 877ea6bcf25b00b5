import { connectedParts, fillHoles, isSet, meanRow, share } from './dish-mask/mask-parts.ts';
import type { NewPlateId } from './look.ts';
import { fitOval, isOval, type Oval } from './oval.ts';
import { type Colour, clamp, hex, mix, type Plane, plane, type Raster, smoothstep } from './pixels.ts';
import { BEHIND, farthestFoot, findBox, LEAST_WALL, type Stage } from './stage.ts';

interface Glaze {
  well: Colour;
  rim: Colour;
  square?: boolean;
  speckle?: number;
  uneven?: number;
  line?: Colour;
  /** Where the rim begins, as a share of the plate's radius. */
  rimFrom: number;
  shine: number;
}

const glazes: Readonly<Record<NewPlateId, Glaze>> = {
  'white-round': { well: hex('#f3f2ef'), rim: hex('#fbfbf9'), rimFrom: 0.8, shine: 0.5 },
  'white-square': { well: hex('#f1f1f0'), rim: hex('#fafafa'), rimFrom: 0.82, shine: 0.5, square: true },
  'black-modern': { well: hex('#222225'), rim: hex('#333337'), rimFrom: 0.93, shine: 0.3 },
  rustic: {
    well: hex('#c9b08a'),
    rim: hex('#a98a62'),
    rimFrom: 0.84,
    shine: 0.2,
    speckle: 0.5,
    uneven: 0.018,
  },
  elegant: { well: hex('#f8f6f0'), rim: hex('#fdfcf9'), rimFrom: 0.66, shine: 0.6, line: hex('#c99a3c') },
};

/** The stage without the plate of the dish; the same stage if no plate was found. */
export function clearPlate(stage: Stage): Stage {
  if (!stage.served) return stage;
  const { served, ...rest } = stage;
  return { ...rest, dish: served.food, box: findBox(served.food) };
}

/** Share of the picture above which a dish or a plate hides too much of what is drawn behind it. */
const MOST_COVERED = 0.7;

/** Greatest area of holes in the food, as a share of the food, for its plate to be removed. */
const MOST_HOLES = 0.03;

/**
 * The stage without its plate, if the plate covers most of the picture. Food with holes, such as a ring of sauce, keeps
 * its plate, because it would float without it.
 */
export function clearWidePlate(stage: Stage): Stage {
  if (!stage.served || share(stage.dish) < MOST_COVERED) return stage;
  const { food } = stage.served;
  const filled = { ...food, values: food.values.slice() };
  fillHoles(filled);
  return share(filled) > (1 + MOST_HOLES) * share(food) ? stage : clearPlate(stage);
}

/** Height divided by width of a plate from which the table is drawn as seen from above. */
const FROM_ABOVE = 0.75;
/** A dish whose height divided by its width exceeds this is upright: a glass, a cone of fries. */
const STANDING = 1.25;
/**
 * Greatest share of the dish's width that the picture's edge cuts off for its outline still to show the camera's angle.
 */
const MOST_CUT = 0.15;
/**
 * A dish ends at the picture's edge if its bounding box ends nearer to it than this, as a share of the shorter side.
 */
const AT_EDGE = 0.01;
/** Mean of 1 - √(1 - t²) for t from -0.8 to 0.8: the depth of a circle's lower curve, in radii. */
const CURVE = 0.1204;

/**
 * Least share of the ellipse in its bounding box that a single dish fills: 0.85 and more. Separate objects fill less.
 */
const ONE_DISH = 0.7;

/** Whether the dish is one object, not a glass with berries around it. Then its outline is that of a plate. */
export function isOneDish({ dish, box, width, height }: Stage): boolean {
  const filled = dish.values.reduce((sum, value) => sum + value, 0) / Math.min(width, height) ** 2;
  return filled > ONE_DISH * Math.PI * box.rx * box.ry;
}

/**
 * Least intersection over union with an ellipse of a dish that is kept together with its plate, bowl, pan or glass: of
 * 127 photographs 0.933 and more in 25, all of them such dishes; burgers and pancakes have 0.92 and less.
 */
const VESSEL = 0.93;
/** The same as AT_EDGE, of a dish that may end in a point. */
const AT_SIDE = 0.05;

/** Least area of a second dish, as a share of the first: a smaller part is a garnish. */
const SECOND_DISH = 0.2;

/** Whether a second dish stands behind the first: one plate cannot lie under both. */
function hasDishBehind({ dish, width }: Stage): boolean {
  const [first = [], second = []] = connectedParts(dish, isSet).sort((a, b) => b.length - a.length);
  if (second.length < SECOND_DISH * first.length) return false;
  const [behind, before] = meanRow(first, width) < meanRow(second, width) ? [first, second] : [second, first];
  const foot = behind.reduce((lowest, i) => Math.max(lowest, Math.floor(i / width)), 0);
  return foot < meanRow(before, width);
}

/**
 * Whether another plate can be drawn under the dish: not if it is kept together with its own vessel, if another dish
 * stands behind it, or if it fills the picture or both sides cut it off, because that plate would show in strips only.
 */
export function takesPlate(stage: Stage): boolean {
  const { served, dish, box, width, height } = stage;
  if (served) return true;
  if (share(dish) > MOST_COVERED || hasDishBehind(stage)) return false;
  const side = width / 2 / Math.min(width, height) - AT_SIDE;
  return !isOval(dish, fitOval(dish), VESSEL) && (box.left > -side || box.right < side);
}

/**
 * Whether the picture's upper and lower edges both cut through the dish, each through more than half of its width; a
 * third is enough if a side cuts it off, too. Otherwise a dish that is taller than wide may be upright, like a glass.
 */
function isCutOff({ dish, box, width, height }: Stage): boolean {
  const unit = Math.min(width, height);
  const side = width / 2 / unit - AT_EDGE;
  const isCutBySide = box.left <= -side || box.right >= side;
  if (box.ry / box.rx >= STANDING && !isCutBySide) return false;
  const least = box.rx * 2 * unit * (isCutBySide ? 1 / 3 : 1 / 2);
  // Masks are less reliable at the very edge.
  const inset = Math.round(AT_EDGE * height);
  return [inset, height - 1 - inset].every((y) => {
    const row = dish.values.subarray(y * width, (y + 1) * width);
    return row.reduce((sum, value) => sum + (value > 0.5 ? 1 : 0), 0) > least;
  });
}

/**
 * Height divided by width of a circle on the table: 1 from above, near 0 from the side. It is read from the old plate,
 * otherwise from the curve of the dish's lower outline. Undefined for an upright dish, for one that is cut off above or
 * below, and for several objects.
 */
function viewOf(stage: Stage): number | undefined {
  const { served, dish, box, width, height } = stage;
  if (served) return Math.min(1, served.plate.ry / served.plate.rx);
  if (box.ry / box.rx > STANDING || !isOneDish(stage)) return undefined;
  const unit = Math.min(width, height);
  const [from, to] = [box.x - box.rx * 0.8, box.x + box.rx * 0.8].map((x) =>
    Math.round(x * unit + width / 2),
  ) as [number, number];
  const feet: number[] = [];
  let [below, above] = [0, 0];
  for (let x = Math.max(0, from); x < Math.min(width, to); x++) {
    let y = height - 1;
    while (y >= 0 && (dish.values[y * width + x] as number) <= 0.5) y -= 1;
    if (y < 0) continue;
    feet.push(y);
    if (y >= height - 2) below += 1;
    if ((dish.values[width + x] as number) > 0.5) above += 1;
  }
  if (feet.length === 0) return undefined;
  if (above > feet.length * MOST_CUT) return undefined;
  if (below > feet.length * MOST_CUT) return viewOfOval(dish);
  const lowest = Math.max(...feet);
  const depth = feet.reduce((sum, y) => sum + lowest - y, 0) / feet.length;
  return Math.min(1, depth / unit / box.rx / CURVE);
}

/** The same from the whole outline, if that is an ellipse: a plate that a hand holds up from the picture's edge. */
function viewOfOval(dish: Plane): number | undefined {
  const oval = fitOval(dish);
  return isOval(dish, oval) ? Math.min(oval.rx, oval.ry) / Math.max(oval.rx, oval.ry) : undefined;
}

/**
 * Whether the photo was taken from above, so that the table around the dish has no far edge. A part of the dish near
 * the upper edge of the picture shows that, too.
 */
export function isSeenFromAbove(stage: Stage): boolean {
  const { width, height } = stage;
  const top = -height / Math.min(width, height) / 2;
  return (viewOf(stage) ?? 0) >= FROM_ABOVE || farthestFoot(stage) < top + LEAST_WALL + BEHIND;
}

/**
 * The place of a plate that fits under the dish. With an `old` plate it is that plate's, a little larger. Without one,
 * a dish seen from above and a flat dish lie in the middle of the plate, unless the table has a horizon; of a tall dish
 * only the foot counts. If the picture cuts the foot off, the plate goes around the visible part.
 */
export function placePlate(stage: Stage, old?: Oval, { wider = 1.2, hasHorizon = false } = {}): Oval {
  if (old) return { ...old, rx: old.rx * 1.06, ry: old.ry * 1.08 };
  const { box } = stage;
  const view = hasHorizon ? undefined : viewOf(stage);
  if (view !== undefined && view >= FROM_ABOVE) {
    const rx = Math.max(box.rx, box.ry / view) * wider;
    return { x: box.x, y: box.y, rx, ry: rx * view };
  }
  const ratio = box.ry / box.rx;
  const rx = box.rx * wider;
  // The foot is outside of the picture.
  if (isCutOff(stage) && isOneDish(stage)) return { x: box.x, y: box.y, rx, ry: box.ry * wider };
  if (ratio < 0.62) return { x: box.x, y: box.y + box.ry * 0.12, rx, ry: Math.max(rx * ratio, rx * 0.34) };
  const ry = rx * 0.4;
  return { x: box.x, y: box.bottom - ry * 0.62, rx, ry };
}

/**
 * Greatest rotation, in radians, by which a camera is held askew. A larger one is an oblong tray that lies across the
 * picture.
 */
const MOST_ASKEW = 0.4;

/**
 * Turns a plate seen from above upright: the rotation of a nearly round shape is random. The new ellipse still covers
 * the old one.
 */
function levelPlate(place: Oval): Required<Oval> {
  const { rx, ry, turn = 0 } = place;
  if (ry < rx * FROM_ABOVE && Math.abs(turn) < MOST_ASKEW) return { ...place, turn };
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const high = Math.hypot(rx * sin, ry * cos);
  if (ry >= rx * FROM_ABOVE) return { ...place, ry: high, turn: 0 };
  const wide = Math.hypot(rx * cos, ry * sin);
  // The upright ellipse in the rotated one's bounding box does not cover all of it.
  let out = 1;
  for (let angle = 0; angle < Math.PI; angle += Math.PI / 36) {
    const [along, across] = [rx * Math.cos(angle), ry * Math.sin(angle)];
    const [x, y] = [along * cos - across * sin, along * sin + across * cos];
    out = Math.max(out, Math.hypot(x / wide, y / high));
  }
  return { ...place, rx: wide * out, ry: high * out, turn: 0 };
}

/** Draws a plate with its own shadow onto a backdrop, in place. The mask that is returned is 1 where the plate is. */
export function drawPlate(
  stage: Stage,
  backdrop: Raster,
  style: NewPlateId,
  where: Oval,
): { mask: Plane; place: Oval } {
  const { width, height, noise, side, random } = stage;
  const glaze = glazes[style];
  const phase = random.between(0, 60);
  const unit = Math.min(width, height);
  const place = levelPlate(where);
  const mask = plane(width, height);
  const [ct, st] = [Math.cos(place.turn), Math.sin(place.turn)];
  const [wide, high] = [Math.hypot(place.rx * ct, place.ry * st), Math.hypot(place.rx * st, place.ry * ct)];
  const x0 = Math.max(0, Math.floor((place.x - wide * 1.5) * unit + width / 2));
  const x1 = Math.min(width, Math.ceil((place.x + wide * 1.5) * unit + width / 2));
  const y0 = Math.max(0, Math.floor((place.y - high * 1.6) * unit + height / 2));
  const y1 = Math.min(height, Math.ceil((place.y + high * 1.9) * unit + height / 2));
  const soft = 1.5 / (place.rx * unit);
  // Behind a plate that is seen from the side stands a wall, on which it casts none.
  const openness = smoothstep(0.5, FROM_ABOVE, high / wide);
  const thick = 0.045 * (place.rx / place.ry) ** 0.5;
  const distance = (dx: number, dy: number): number => {
    if (!glaze.square) return Math.sqrt(dx * dx + dy * dy);
    // A square with rounded corners, turned a little.
    return (Math.abs(dx) ** 7 + Math.abs(dy) ** 7) ** (1 / 7) * 1.06;
  };
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const aside = (x + 0.5 - width / 2) / unit - place.x;
      const down = (y + 0.5 - height / 2) / unit - place.y;
      // Along the plate's own axes, in radii; then the same place by the picture's axes, from which light and shadow
      // come.
      const dx = (aside * ct + down * st) / place.rx;
      const dy = (down * ct - aside * st) / place.ry;
      const [across, below] = [dx * ct - dy * st, dx * st + dy * ct];
      const wobble = glaze.uneven ? (noise.layered(dx * 2 + phase, dy * 2, 3) - 0.5) * glaze.uneven * 4 : 0;
      const d = distance(dx, dy) + wobble;
      const s = (y * width + x) * 3;
      const shadow =
        smoothstep(
          1.42,
          0.96,
          distance(dx + side * 0.05 * ct - 0.13 * st, dy - side * 0.05 * st - 0.13 * ct),
        ) *
        0.5 *
        mix(smoothstep(-0.8, 0, below), 1, openness);
      // The thickness of the rim shows below the front edge.
      const lip = distance(dx - thick * st, dy - thick * ct) + wobble;
      const body = smoothstep(1 + soft, 1 - soft, d);
      const edge = smoothstep(1 + soft, 1 - soft, lip);
      if (shadow <= 0 && body <= 0 && edge <= 0) continue;
      mask.values[s / 3] = Math.max(body, edge);
      const onRim = smoothstep(glaze.rimFrom - 0.015, glaze.rimFrom + 0.015, d);
      // The rim slopes upwards, so its side away from the light is lit and the near side is shaded; the well is the
      // reverse.
      const lean = -(across * side * 0.75 - below * 0.5);
      const shade =
        mix(0.97 - lean * 0.05, 0.97 + lean * 0.13, onRim) -
        0.1 * smoothstep(0.03, 0, Math.abs(d - glaze.rimFrom));
      const gleam =
        glaze.shine * smoothstep(0.35, 0.05, Math.hypot(across - side * 0.62, below + 0.58)) * 0.5;
      const speckle = glaze.speckle
        ? smoothstep(0.76, 0.86, noise.value(dx * 46 + phase, dy * 40)) * glaze.speckle +
          (noise.layered(dx * 5, dy * 5 + phase, 3) - 0.5) * 0.3
        : 0;
      const line = glaze.line ? smoothstep(0.014, 0.006, Math.abs(d - 0.955)) : 0;
      for (let c = 0; c < 3; c++) {
        let value = backdrop.rgb[s + c] as number;
        value *= 1 - shadow;
        const under = mix(glaze.rim[c] as number, glaze.well[c] as number, 0.5) * 0.62;
        value = mix(value, under, edge);
        let glazed =
          mix(glaze.well[c] as number, glaze.rim[c] as number, onRim) * shade * (1 - speckle * 0.5);
        glazed = mix(glazed, (glaze.line?.[c] ?? 0) * (0.8 + lean * 0.4), line);
        value = mix(value, clamp(glazed + gleam), body);
        backdrop.rgb[s + c] = value;
      }
    }
  }
  return { mask, place };
}
