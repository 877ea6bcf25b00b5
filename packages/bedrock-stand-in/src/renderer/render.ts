import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { ModelRequest } from '../contract.ts';
import { blurPlane, blurRaster } from './blur.ts';
import { chooseCamera, moveMask, movePicture } from './camera.ts';
import { cutOut } from './cut-out.ts';
import { join } from './dish-mask/mask-parts.ts';
import { findPaintedGround } from './dish-mask/painted-ground.ts';
import { applyImageStyle, enhance } from './enhancements.ts';
import { paintPlace, placeDish } from './environment.ts';
import { filterPainters } from './filters.ts';
import { bloom, develop, grade, vignette } from './grade.ts';
import { decode, encode } from './image-file.ts';
import { findKnownDish, type KnownDish, rememberDish } from './known-dishes.ts';
import { type Look, type LookTexts, type NewPlateId, readLook } from './look.ts';
import { isOval, type Oval } from './oval.ts';
import {
  blend,
  type Colour,
  clamp,
  eachPixel,
  hex,
  luma,
  mix,
  over,
  type Plane,
  type Raster,
  raster,
  smoothstep,
} from './pixels.ts';
import { clearPlate, clearWidePlate, drawPlate, isSeenFromAbove, placePlate, takesPlate } from './plates.ts';
import { createRandom, type Random } from './random.ts';
import { backgroundSettings, readSetting, type Setting } from './setting.ts';
import { contactShadow, createStage, type Stage } from './stage.ts';
import { transferStyle } from './style-transfer.ts';

type RequestOf<S extends ModelRequest['service']> = Extract<ModelRequest, { service: S }>;

/** Approximate size of the diffusion model's pictures, in pixels. */
const DIFFUSION_PIXELS = 1_048_576;

/**
 * Renders a valid request. The same request, seed and texts give the same bytes, with two exceptions: a picture that is
 * a crop of a photo whose background was removed shows the dish that was cut out there, and a picture whose plate this
 * renderer replaced shows that plate.
 */
export async function render(request: ModelRequest, seed: number, texts: LookTexts): Promise<Buffer> {
  const format = request.fields.output_format;
  switch (request.service) {
    case 'remove-background': {
      const { photo, ...found } = await prepare(request.pictures.image);
      rememberDish(photo, found);
      return encode(photo, format, found.dish);
    }
    case 'control-structure': {
      const source = await prepare(request.pictures.image);
      const { prompt, style_preset, control_strength } = request.fields;
      const look = readLook(prompt, texts, style_preset);
      return encode(redraw(source, look, createRandom(seed, prompt), 1.6 - control_strength), format);
    }
    case 'sd3-5-large':
      return encode(await redrawFreely(request, seed, texts), format);
    case 'inpaint':
      return encode(await repaintMask(request, seed, texts), format);
    case 'outpaint':
      return encode(await continuePicture(request), format);
    case 'search-replace':
      return encode(await replaceNamed(request, seed, texts), format);
    case 'style-transfer': {
      const { pictures, fields } = request;
      const picture = await decode(pictureOf(pictures.init_image));
      const style = await decode(pictureOf(pictures.style_image));
      const amount = fields.style_strength * (0.4 + 0.6 * fields.change_strength);
      return encode(
        vary(transferStyle(picture, style, amount), createRandom(seed, fields.prompt ?? '')),
        format,
      );
    }
    case 'fast-upscale':
      return enlarge(pictureOf(request.pictures.image), format);
  }
}

interface Prepared extends KnownDish {
  photo: Raster;
  /** Everything except the dish was painted over, so the dish keeps its plate. */
  isMarked?: boolean;
}

/** The latest photos. Several variations of one photo follow each other, and finding its dish takes time. */
const prepared = new Map<string, Prepared>();
const PREPARED_KEPT = 3;

/** The dish that was cut out, or all that was not painted over. */
async function findDishOf(photo: Raster): Promise<Omit<Prepared, 'photo'>> {
  const found = await cutOut(photo);
  const ground = findPaintedGround(photo);
  if (!ground) return found;
  const dish = { ...ground, values: ground.values.map((value) => 1 - value) };
  const food = {
    ...dish,
    values: dish.values.map((value, i) => Math.min(value, found.food.values[i] as number)),
  };
  return { dish, food: found.plate ? food : dish, plate: found.plate, isMarked: true };
}

async function prepare(bytes: Uint8Array | undefined, width?: number, height?: number): Promise<Prepared> {
  const source = pictureOf(bytes);
  const key = `${createHash('sha256').update(source).digest('hex')} ${width} ${height}`;
  const known = prepared.get(key);
  if (known) return known;
  const photo = await decode(source, width, height);
  const made: Prepared = { photo, ...(findKnownDish(photo) ?? (await findDishOf(photo))) };
  prepared.set(key, made);
  const oldest = prepared.keys().next().value;
  if (prepared.size > PREPARED_KEPT && oldest) prepared.delete(oldest);
  return made;
}

function pictureOf(bytes: Uint8Array | undefined): Uint8Array {
  if (!bytes) throw new Error('The request holds no picture');
  return bytes;
}

/** Makes a new picture from a photo and a look. `freedom` (about 1) limits the drift of the framing. */
function redraw(source: Prepared, look: Look, random: Random, freedom: number): Raster {
  const camera = chooseCamera(random, freedom, look.cameraAngle);
  const stage = createStage(
    movePicture(develop(source.photo, source.food), camera),
    moveMask(source.dish, camera),
    random,
  );
  if (source.plate && !source.isMarked)
    stage.served = { food: moveMask(source.food, camera), plate: source.plate };
  for (const enhancement of look.enhancements) stage.photo = enhance(stage, enhancement);
  // If all around the dish was painted over, there are no surroundings to show.
  const empty = source.isMarked && !look.filter ? backgroundSettings.neutral : undefined;
  const setting = settingOf(look, random) ?? empty;
  if (setting) {
    const plate = look.plate === 'current' ? undefined : look.plate;
    stage.photo = placeDish(stage, setting, plate);
    stage.inScene = true;
  } else if (look.plate && look.plate !== 'current') stage.photo = replacePlate(stage, look.plate).picture;
  if (look.imageStyle) stage.photo = applyImageStyle(stage, stage.photo, look.imageStyle);
  if (look.filter) {
    return filterPainters[look.filter](stage.inScene ? stage : clearWidePlate(stage));
  }
  return vary(stage.photo, random);
}

function settingOf(look: Look, random: Random): Setting | undefined {
  if (look.scene) return readSetting(look.scene, random, look.person);
  return look.background && backgroundSettings[look.background];
}

/** Varies the light a little, so that two seeds give different pictures whatever the look. */
function vary(picture: Raster, random: Random): Raster {
  const graded = grade(picture, {
    exposure: random.between(0.97, 1.05),
    warmth: random.between(-0.025, 0.045),
    contrast: random.between(0.99, 1.06),
    vibrance: random.between(0, 0.1),
  });
  const glowing = bloom(graded, {
    threshold: 0.8,
    sigma: picture.width * 0.02,
    amount: random.between(0.08, 0.24),
  });
  return vignette(glowing, random.between(0.12, 0.32));
}

/** About one megapixel in the photo's ratio. Strength 0 keeps the photo. */
async function redrawFreely(
  { fields, pictures }: RequestOf<'sd3-5-large'>,
  seed: number,
  texts: LookTexts,
): Promise<Raster> {
  const { width = 1, height = 1 } = await sharp(pictureOf(pictures.image)).autoOrient().metadata();
  const ratio = width / height;
  const w = Math.round(Math.sqrt(DIFFUSION_PIXELS * ratio));
  const source = await prepare(pictures.image, w, Math.round(w / ratio));
  if (fields.strength === 0) return source.photo;
  const random = createRandom(seed, fields.prompt);
  const drawn = redraw(source, readLook(fields.prompt, texts), random, fields.strength);
  return blend(source.photo, drawn, smoothstep(0, 0.6, fields.strength));
}

/** Repaints where the mask is white. All other pixels keep their values. */
async function repaintMask(
  { fields, pictures }: RequestOf<'inpaint'>,
  seed: number,
  texts: LookTexts,
): Promise<Raster> {
  const photo = await decode(pictureOf(pictures.image));
  const mask = await decode(pictureOf(pictures.mask), photo.width, photo.height);
  const kept: Plane = {
    width: photo.width,
    height: photo.height,
    values: Float32Array.from(
      { length: photo.width * photo.height },
      (_, i) => 1 - (mask.rgb[i * 3] as number),
    ),
  };
  const dish = shrink(kept, fields.grow_mask);
  const random = createRandom(seed, fields.prompt);
  const look = readLook(fields.prompt, texts, fields.style_preset);
  const stage = createStage(photo, dish, random);
  const setting = settingOf(look, random);
  if (look.filter) {
    if (setting) {
      stage.photo = over(paintAround(stage, setting, look), photo, dish);
      stage.inScene = true;
    }
    return over(filterPainters[look.filter](stage), photo, dish);
  }
  const place = setting ?? readSetting(fields.prompt, random, look.person);
  if (look.plate && look.plate !== 'current') {
    // The mask excludes the old plate, but the new plate lies in its place.
    const { plate, hasOwnPlate } = await prepare(pictures.image);
    if (plate) stage.served = { food: dish, plate };
    if (hasOwnPlate || !takesPlate(stage)) delete look.plate;
  }
  return over(paintAround(stage, place, look), photo, dish);
}

/** Paints the surroundings of a dish: table, shadow and, if the look has one, a plate in the place of the old one. */
function paintAround(stage: Stage, setting: Setting, look: Look): Raster {
  const fromAbove = isSeenFromAbove(stage);
  const place = paintPlace(stage, setting, fromAbove);
  if (look.plate && look.plate !== 'current')
    drawPlate(stage, place, look.plate, placePlate(stage, stage.served?.plate, { hasHorizon: !fromAbove }));
  contactShadow(stage, place, 0.78);
  const styled = look.imageStyle ? applyImageStyle(stage, place, look.imageStyle) : place;
  return vignette(styled, stage.random.between(0.1, 0.25));
}

/** Shrinks a mask by some pixels and softens its edge. */
function shrink(mask: Plane, pixels: number): Plane {
  if (pixels === 0) return mask;
  const soft = blurPlane(mask, pixels / 2);
  const values = mask.values.map((m, i) => Math.min(m, smoothstep(0.5, 0.95, soft.values[i] as number)));
  return { ...mask, values };
}

/** Replaces the object that the search prompt names: the plate, or everything around the dish. */
async function replaceNamed(
  { fields, pictures }: RequestOf<'search-replace'>,
  seed: number,
  texts: LookTexts,
): Promise<Raster> {
  const { photo, dish, food, plate, isPlateDrawn } = await prepare(pictures.image);
  const random = createRandom(seed, fields.prompt);
  const look = readLook(fields.prompt, texts, fields.style_preset);
  const stageOf = (picture: Raster): Stage => ({
    ...createStage(picture, dish, random),
    ...(plate && { served: { food, plate } }),
  });
  const named = fields.search_prompt;
  // Only the plate changes here; the call for the background that follows develops the photo.
  if (/\b(plate|bowl|dish ?ware|crockery|platter|tray|board)\b/i.test(named)) {
    if (/\bmagenta\b/i.test(fields.prompt))
      return plate ? paintFlat(photo, without(dish, food), hex('#e616dc')) : photo;
    const style = look.plate && look.plate !== 'current' ? look.plate : 'white-round';
    const { picture, ...served } = replacePlate(stageOf(photo), style);
    rememberDish(picture, { ...served, isPlateDrawn: true });
    return picture;
  }
  let stage = stageOf(develop(photo, food));
  let out = stage.photo;
  if (/background|surrounding|table|setting|scene|backdrop|behind/i.test(named)) {
    const setting = settingOf(look, random) ?? readSetting(fields.prompt, random, look.person);
    // The call before this one has replaced the plate, if it is remembered or can be found. If it is not an oval, it
    // includes something else, such as a bit of the old table; then the food gets the plate again.
    const wanted = look.plate === 'current' ? undefined : look.plate;
    const isThere = plate && (isPlateDrawn || isOval(dish, plate));
    if (wanted && isThere) {
      // Developing for the food alone would turn a black plate into a black hole.
      const picture = over(stage.photo, photo, without(dish, food));
      // With its plate, so that the setting adds none.
      stage = { ...createStage(picture, dish, random), served: { food, plate } };
    }
    const missing = isThere ? undefined : wanted;
    out = placeDish(missing ? clearPlate(stage) : stage, setting, missing);
  }
  return vary(look.imageStyle ? applyImageStyle(stage, out, look.imageStyle) : out, random);
}

/** Fills a surface with one colour, lit as in the photo. */
function paintFlat(photo: Raster, surface: Plane, colour: Colour): Raster {
  return eachPixel({ ...photo, rgb: photo.rgb.slice() }, (pixel, index) => {
    const light = 0.6 + 0.4 * luma(pixel[0] as number, pixel[1] as number, pixel[2] as number);
    for (let channel = 0; channel < 3; channel++)
      pixel[channel] = mix(
        pixel[channel] as number,
        (colour[channel] as number) * light,
        surface.values[index] as number,
      );
  });
}

/** The part of a mask outside of another mask. */
function without(whole: Plane, part: Plane): Plane {
  return {
    ...whole,
    values: whole.values.map((value, i) => Math.max(0, value - (part.values[i] as number))),
  };
}

/** Draws a new plate under the food, a little larger than the old one, which it hides. */
function replacePlate(
  whole: Stage,
  style: NewPlateId,
): { picture: Raster; food: Plane; dish: Plane; plate: Oval } {
  const stage = clearPlate(whole);
  const table: Raster = { ...stage.photo, rgb: stage.photo.rgb.slice() };
  const drawn = drawPlate(stage, table, style, placePlate(stage, whole.served?.plate, { wider: 1.34 }));
  contactShadow(stage, table, 0.7);
  const { dish: food } = stage;
  return { picture: over(table, stage.photo, food), food, dish: join(food, drawn.mask), plate: drawn.place };
}

/**
 * Outpaints a picture with its blurred surroundings, without the dish: near the edge with what lies there, further out
 * with less and less detail. The picture itself does not change.
 */
async function continuePicture({ fields, pictures }: RequestOf<'outpaint'>): Promise<Raster> {
  const { photo, dish } = await prepare(pictures.image);
  const side = Math.max(photo.width, photo.height);
  const around = surroundingsOf(photo, dish);
  const { left, right, up, down } = fields;
  const out = raster(photo.width + left + right, photo.height + up + down);
  for (let y = 0; y < out.height; y++) {
    const row = clamp(y - up, 0, photo.height - 1);
    for (let x = 0; x < out.width; x++) {
      const column = clamp(x - left, 0, photo.width - 1);
      const distance = Math.hypot(x - left - column, y - up - row);
      const from = (row * photo.width + column) * 3;
      const to = (y * out.width + x) * 3;
      const blurred = smoothstep(0, side / 10, distance);
      for (let channel = 0; channel < 3; channel++) {
        const near = around.near.rgb[from + channel] as number;
        const far = around.far.rgb[from + channel] as number;
        out.rgb[to + channel] =
          distance === 0 ? (photo.rgb[from + channel] as number) : mix(near, far, blurred);
      }
    }
  }
  return out;
}

/**
 * Least share of a picture around its dish. With less, the dish fills the picture, and its own colours are continued.
 */
const LEAST_AROUND = 0.02;

/**
 * The surroundings of the dish, blurred slightly and strongly. The dish's pixels are filled from what lies near them.
 */
function surroundingsOf(photo: Raster, dish: Plane): { near: Raster; far: Raster } {
  const { width, height } = photo;
  const side = Math.max(width, height);
  const grown = blurPlane(dish, side / 60);
  const around = grown.values.map((value) => (value > 0.02 ? 0 : 1));
  const isFilled = around.reduce((sum, value) => sum + value, 0) < LEAST_AROUND * around.length;
  const weight: Plane = { width, height, values: isFilled ? around.fill(1) : around };
  const visible = eachPixel({ ...photo, rgb: photo.rgb.slice() }, (pixel, index) => {
    for (let channel = 0; channel < 3; channel++)
      pixel[channel] = (pixel[channel] as number) * (weight.values[index] as number);
  });
  const blurredBy = (sigma: number, otherwise?: Raster) => {
    const sum = blurRaster(visible, sigma);
    const { values } = blurPlane(weight, sigma);
    return eachPixel(raster(width, height), (pixel, index) => {
      const seen = values[index] as number;
      // Where nearly everything is hidden, the strong blur is used.
      const trust = smoothstep(0.01, 0.15, seen);
      for (let channel = 0; channel < 3; channel++) {
        const at = index * 3 + channel;
        const wider = otherwise ? (otherwise.rgb[at] as number) : 0.5;
        pixel[channel] = mix(wider, seen > 0 ? (sum.rgb[at] as number) / seen : 0, trust);
      }
    });
  };
  const far = blurredBy(side / 4);
  return { near: blurredBy(side / 40, far), far };
}

/** Enlarges four times and sharpens. */
async function enlarge(bytes: Uint8Array, format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  const { width, height } = await sharp(bytes).autoOrient().metadata();
  const large = sharp(bytes)
    .autoOrient()
    .resize(width * 4, height * 4, { kernel: 'lanczos3', fit: 'fill' })
    .sharpen({ sigma: 1.6, m1: 0.6, m2: 2 });
  return format === 'png'
    ? large.png({ compressionLevel: 3 }).toBuffer()
    : large[format]({ quality: 92 }).toBuffer();
}
