import { Canvas } from './backdrops/canvas.ts';
import {
  paintDark,
  paintDiningRoom,
  paintGallery,
  paintKitchen,
  paintNeon,
  paintParty,
  paintShelves,
  paintStudio,
  paintWall,
  paintWindow,
} from './backdrops/indoors.ts';
import {
  paintFire,
  paintFoliage,
  paintMarket,
  paintMountains,
  paintNightCity,
  paintOpenSky,
  paintPool,
  paintSea,
  paintSnow,
  paintStreet,
} from './backdrops/outdoors.ts';
import { paintPerson } from './backdrops/person.ts';
import { blurRaster } from './blur.ts';
import type { Raster } from './pixels.ts';
import { resizeRaster } from './resize.ts';
import type { Backdrop, Setting } from './setting.ts';
import type { Stage } from './stage.ts';

const painters: Readonly<Record<Backdrop, (canvas: Canvas, setting: Setting) => void>> = {
  window: paintWindow,
  'dining-room': paintDiningRoom,
  'night-city': paintNightCity,
  sea: paintSea,
  foliage: paintFoliage,
  'open-sky': paintOpenSky,
  mountains: paintMountains,
  kitchen: paintKitchen,
  wall: paintWall,
  fire: paintFire,
  studio: (canvas, { studio }) => paintStudio(canvas, studio),
  neon: paintNeon,
  shelves: paintShelves,
  snow: paintSnow,
  market: paintMarket,
  pool: paintPool,
  dark: paintDark,
  party: paintParty,
  gallery: paintGallery,
  street: paintStreet,
};

/** Sigma of the blur, as a share of the shorter side. Wide views have finer shapes and are blurred less. */
const BLUR = 0.011;
const WIDE_VIEW_BLUR = 0.008;
const PEOPLE_BLUR = 0.019;
const wideViews: readonly Backdrop[] = ['sea', 'open-sky', 'mountains', 'pool'];

/** Paints what is behind the table, out of focus, as large as the stage. `edge` is the y where the table begins. */
export function paintBackdrop(stage: Stage, setting: Setting, edge: number): Raster {
  const { width, height } = stage;
  const { backdrop, people, person } = setting;
  const canvas = new Canvas(stage, edge);
  painters[backdrop](canvas, setting);
  const blur = wideViews.includes(backdrop) ? WIDE_VIEW_BLUR : BLUR;
  canvas.picture = blurRaster(canvas.picture, blur * canvas.unit);
  if (people > 0) {
    for (let index = 0; index < people; index++) paintPerson(canvas, index, person);
    canvas.picture = blurRaster(canvas.picture, PEOPLE_BLUR * canvas.unit);
  }
  return resizeRaster(canvas.picture, width, height);
}
