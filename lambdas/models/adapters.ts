import type { AdapterName } from '#shared/domain/maintenance.ts';
import type { Adapter } from './adapter.ts';
import { retouchPhoto } from './retouch-photo.ts';
import { sd35ImageToImage } from './sd35-image-to-image.ts';
import { stabilityComposite } from './stability-composite.ts';
import { stabilitySearchReplace } from './stability-search-replace.ts';
import { stabilityStructure } from './stability-structure.ts';

/** Every adapter by its name. */
export const adapters: Readonly<Record<AdapterName, Adapter>> = {
  'stability-structure': stabilityStructure,
  'sd35-image-to-image': sd35ImageToImage,
  'stability-composite': stabilityComposite,
  'stability-search-replace': stabilitySearchReplace,
  'photo-retouch': retouchPhoto,
};
