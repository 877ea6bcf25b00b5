import { countPanels } from './count-panels.ts';
import { findPeople } from './find-people.ts';
import { findThings, type Things } from './find-things.ts';
import { findWriting } from './find-writing.ts';

/** What was found in a picture; undefined where it could not be looked for. */
export interface Sights {
  /** Share of the picture that lines of writing cover, 0 to 1. */
  writing: number | undefined;
  /** How surely somebody is in it, 0 to 1. */
  people: number | undefined;
  /** Number of pictures that it is put together from; 1 for a photo. */
  panels: number | undefined;
  /** What stands out in it, such as dishes. */
  things: Things | undefined;
}

/** Looks for things in a picture. What fails to look leaves the others their answers. */
export async function seePicture(picture: Uint8Array): Promise<Sights> {
  return {
    writing: await attempt(() => findWriting(picture)),
    people: await attempt(() => findPeople(picture)),
    panels: await attempt(() => countPanels(picture)),
    things: await attempt(() => findThings(picture)),
  };
}

async function attempt<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await find();
  } catch (error) {
    console.error('Bedrock runtime:', error);
    return undefined;
  }
}
