import { anime } from './filters/anime.ts';
import { auradream } from './filters/auradream.ts';
import { flamerush } from './filters/flamerush.ts';
import { frostbite } from './filters/frostbite.ts';
import { galaxydrip } from './filters/galaxydrip.ts';
import { glitch } from './filters/glitch.ts';
import { hyperbloom } from './filters/hyperbloom.ts';
import { liquidgold } from './filters/liquidgold.ts';
import { luxeglow } from './filters/luxeglow.ts';
import { neoCyber } from './filters/neo-cyber.ts';
import { pixelpop } from './filters/pixelpop.ts';
import { popcrush } from './filters/popcrush.ts';
import { prismpulse } from './filters/prismpulse.ts';
import { shockwave } from './filters/shockwave.ts';
import { streetsplash } from './filters/streetsplash.ts';
import { synthwave } from './filters/synthwave.ts';
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
