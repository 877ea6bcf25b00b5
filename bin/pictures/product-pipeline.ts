import { type ModelRequest, readRequest } from 'bedrock-stand-in/contract';
import type { RenderPool } from 'bedrock-stand-in/renderer';
import sharp from 'sharp';
import type { CallModel, Drawing, ModelName } from '#lambdas/models/adapter.ts';
import { adapters } from '#lambdas/models/adapters.ts';
import { menuEditMode, type Retouch, retouchOf, studioEditMode } from '#lambdas/models/edit-modes.ts';
import { NoDishError } from '#lambdas/models/model-error.ts';
import { findPlate, withoutPlate } from '#lambdas/photos/find-plate.ts';
import { type CutOut, makeCutOut } from '#lambdas/photos/make-cut-out.ts';
import { cropLikePhoto, normalisePhoto } from '#lambdas/photos/normalise-photo.ts';
import { measureFidelity } from '#lambdas/pictures/fidelity.ts';
import { isBlank } from '#lambdas/pictures/is-blank.ts';
import type { Picture } from '#lambdas/pictures/picture.ts';
import { adaptersFor, type EditMode } from '#shared/domain/adapters.ts';
import type { Mask } from '#shared/domain/dish-place.ts';
import { cameraAngles, enhancements } from '#shared/domain/enhancements.ts';
import { filters } from '#shared/domain/filters.ts';
import type { Size } from '#shared/domain/formats.ts';
import { backgroundStyles, type ImageStyleId, imageStyles, plateStyles } from '#shared/domain/menu-styles.ts';
import { buildMenuPrompt, negativePrompt, resolveStudioPrompt } from '#shared/domain/prompt.ts';
import { foodScenes, influencerScenes } from '#shared/domain/scenes.ts';

/** A look that the product offers, as its pipeline draws it. */
export interface ProductLook {
  readonly group: LookGroup;
  readonly id: string;
  readonly editMode: EditMode;
  readonly foodLock: boolean;
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly imageStyle?: ImageStyleId;
  readonly retouch?: Retouch | undefined;
}

export type LookGroup =
  | 'enhancements'
  | 'angles'
  | 'filters'
  | 'locked'
  | 'scenes'
  | 'people'
  | 'backgrounds'
  | 'plates'
  | 'styles';

type StudioChoice = Partial<Parameters<typeof resolveStudioPrompt>[0]>;

function studioLook(group: LookGroup, id: string, choice: StudioChoice): ProductLook {
  const { prompt, negativePrompt } = resolveStudioPrompt({
    productName: 'Dish of the day',
    formatId: 'square_feed',
    path: 'social',
    seed: 1,
    ...choice,
  });
  const { filterId: filter, cameraAngleId: cameraAngle, sceneId: scene, foodLock = false } = choice;
  const retouch = retouchOf({ adjustment: choice.enhancementId, filter, scene }, foodLock);
  const editMode = retouch ? 'retouch' : studioEditMode({ filter, cameraAngle, scene }, foodLock);
  return { group, id, editMode, foodLock, prompt, negativePrompt, retouch };
}

function menuLook(
  group: LookGroup,
  id: string,
  choice: { backgroundStyle?: string; plateStyle?: string; imageStyle?: ImageStyleId },
): ProductLook {
  const menu = {
    platform: 'uber',
    imageType: 'menu',
    backgroundStyle: 'neutral',
    plateStyle: 'current',
    imageStyle: 'natural' as ImageStyleId,
    ...choice,
  };
  return {
    group,
    id,
    editMode: menuEditMode(menu as Parameters<typeof menuEditMode>[0]),
    foodLock: menu.plateStyle === 'current',
    prompt: buildMenuPrompt(menu as Parameters<typeof buildMenuPrompt>[0]),
    negativePrompt,
    imageStyle: menu.imageStyle,
  };
}

/** Every look of the catalogues. */
export const productLooks: readonly ProductLook[] = [
  ...enhancements.map(({ id }) => studioLook('enhancements', id, { enhancementId: id })),
  ...cameraAngles.map(({ id }) => studioLook('angles', id, { cameraAngleId: id })),
  ...filters.map(({ id }) => studioLook('filters', id, { filterId: id })),
  ...enhancements.map(({ id }) =>
    studioLook('locked', `${id}-locked`, { enhancementId: id, foodLock: true }),
  ),
  ...filters.map(({ id }) => studioLook('locked', `${id}-locked`, { filterId: id, foodLock: true })),
  ...foodScenes.map(({ id }) => studioLook('scenes', id, { sceneId: id })),
  ...influencerScenes.map(({ id }) => studioLook('people', id, { path: 'ugc', sceneId: id })),
  ...backgroundStyles.map(({ id }) => menuLook('backgrounds', id, { backgroundStyle: id })),
  ...plateStyles
    .filter(({ id }) => id !== 'current')
    .map(({ id }) => menuLook('plates', id, { plateStyle: id, backgroundStyle: 'wooden' })),
  ...imageStyles.map(({ id }) => menuLook('styles', id, { imageStyle: id, backgroundStyle: 'marble' })),
];

/** The look with this id. Throws if the product has none. */
export function productLook(id: string): ProductLook {
  const look = productLooks.find((known) => known.id === id);
  if (!look) throw new Error(`No look is called ${id}`);
  return look;
}

const services: Readonly<Record<ModelName, ModelRequest['service']>> = {
  controlStructure: 'control-structure',
  searchReplace: 'search-replace',
  removeBackground: 'remove-background',
  inpaint: 'inpaint',
  outpaint: 'outpaint',
  sd35Large: 'sd3-5-large',
};

/**
 * Calls the renderer of the Bedrock stand-in as the product calls its models; requests are checked as by the vendor.
 */
export function callRenderer(pool: RenderPool): CallModel {
  return async (model, body) => {
    const request = await readRequest(services[model], Buffer.from(JSON.stringify(body)));
    return pool.render(request, 'seed' in request.fields ? (request.fields.seed ?? 1) : 1);
  };
}

/** The crop lies in the middle of the photo. */
const framing = { x: 0.5, y: 0.5 };

/** A customer's photo and its dish, as the worker prepares them. */
export interface PreparedPhoto {
  readonly picture: Picture;
  /** The mask of the dish in the picture: the cut-out, cropped like the photo. */
  readonly mask: Mask;
  /** The same mask without the plate. Computed when it is first needed. */
  readonly food: () => Promise<Mask>;
  /** The cut-out of the whole photo. */
  readonly cutOut: CutOut;
}

/** @throws UnreadablePhotoError, NoDishError */
export async function preparePhoto(file: Uint8Array, size: Size, call: CallModel): Promise<PreparedPhoto> {
  const picture = await normalisePhoto(file, size, framing);
  if (await isBlank(picture)) throw new NoDishError('There is hardly anything to see in this photo');
  const cutOut = await makeCutOut(file, call);
  const crop = (mask: Buffer) =>
    cropLikePhoto(sharp(mask), cutOut.upright, size, framing).toColourspace('b-w').raw().toBuffer();
  const dish = await crop(cutOut.png);
  let food: Promise<Mask> | undefined;
  const findFood = async () => ({
    ...size,
    data: await withoutPlate(dish, await crop(await findPlate(file, call)), size),
  });
  return {
    picture,
    mask: { ...size, data: dish },
    food: () => {
      food ??= findFood();
      return food;
    },
    cutOut,
  };
}

export interface DrawnLook {
  readonly picture: Picture;
  /**
   * How far the dish differs from the photo; undefined if a model redraws it, or if there is too little of it to
   * measure.
   */
  readonly fidelity: ReturnType<typeof measureFidelity>;
}

/** Makes the picture of a photo as the product does, with the first adapter of the look's edit mode. */
export async function drawProductLook(
  { picture, mask, food }: PreparedPhoto,
  look: ProductLook,
  call: CallModel,
  seed = 2026,
): Promise<DrawnLook> {
  const { editMode, foodLock, imageStyle, retouch, prompt, negativePrompt } = look;
  const { draw, dishOf } = adapters[adaptersFor(editMode, foodLock)[0] ?? 'stability-structure'];
  const dishMask = async () => {
    const { data } = editMode === 'plate' ? await food() : mask;
    const withPlate = editMode === 'plate' ? Buffer.from(mask.data) : undefined;
    return { data: Buffer.from(data), withPlate, corrected: false };
  };
  const drawing: Drawing = {
    editMode,
    foodLock,
    keepsSurroundings: false,
    // A new object, as in each generation: the developed dish is cached by the picture object.
    photo: { ...picture },
    dishMask,
    isMaskCorrected: false,
    delivered: picture,
    imageStyle,
    retouch,
    prompt,
    negativePrompt,
    variation: 0,
    seed,
  };
  const drawn = await draw(drawing, call);
  const dish = await dishOf?.(drawing);
  return { picture: drawn, fidelity: dish && measureFidelity(drawn, dish.developed, dish.mask.data) };
}
