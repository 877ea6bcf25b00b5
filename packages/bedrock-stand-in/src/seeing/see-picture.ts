import { countPanels } from './count-panels.ts';
import { findPeople, type SeenPeople } from './find-people.ts';
import { findThings, type Things } from './find-things.ts';
import { findWriting } from './find-writing.ts';

/** What an analysis found. A field is undefined if its network or analysis failed or is not installed. */
export interface Sights {
  /** Share of the picture that lines of writing cover, 0 to 1. */
  writing: number | undefined;
  people: SeenPeople | undefined;
  /** Number of photos of which it consists; 1 for a single photo. */
  panels: number | undefined;
  /** Its separate objects, such as dishes. */
  things: Things | undefined;
}

/** Runs all analyses of a picture. If one fails, its field is undefined and the others keep their results. */
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
