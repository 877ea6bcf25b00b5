import { flamerush, frostbite, galaxydrip, liquidgold } from './filters/elements.ts';
import { auradream, hyperbloom, luxeglow } from './filters/glow.ts';
import { anime, pixelpop, popcrush, streetsplash } from './filters/graphic.ts';
import { glitch, neoCyber, prismpulse, shockwave, synthwave } from './filters/neon.ts';
import type { FilterId } from './look.ts';
import type { Raster } from './pixels.ts';
import type { Stage } from './stage.ts';

/** How each filter of the catalogue paints its picture from a stage. */
export const filterPainters: Readonly<Record<FilterId, (stage: Stage) => Raster>> = {
  synthwave,
  anime,
  'neo-cyber': neoCyber,
  glitch,
  popcrush,
  luxeglow,
  auradream,
  streetsplash,
  flamerush,
  frostbite,
  galaxydrip,
  liquidgold,
  shockwave,
  pixelpop,
  hyperbloom,
  prismpulse,
};
