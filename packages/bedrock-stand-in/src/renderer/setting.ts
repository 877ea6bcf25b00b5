import type { BackgroundId } from './look.ts';
import type { Colour } from './pixels.ts';
import type { Random } from './random.ts';
import type { Surface } from './surfaces.ts';

export type Backdrop =
  | 'window'
  | 'dining-room'
  | 'night-city'
  | 'sea'
  | 'foliage'
  | 'open-sky'
  | 'mountains'
  | 'kitchen'
  | 'wall'
  | 'fire'
  | 'studio'
  | 'neon'
  | 'shelves'
  | 'snow'
  | 'market'
  | 'pool'
  | 'dark'
  | 'party'
  | 'gallery'
  | 'street';

/** Things in the air or on the lens. */
export type Air =
  | 'steam'
  | 'confetti'
  | 'petals'
  | 'snow'
  | 'sparks'
  | 'rain'
  | 'leaf-shade'
  | 'sunbeam'
  | 'splash'
  | 'ingredients'
  | 'leaves';

/** A place for the dish. */
export interface Setting {
  surface: Surface;
  backdrop: Backdrop;
  /** Colour of the light that falls on the dish; 1 is neutral. */
  light: Colour;
  /** Exposure of dish and place. */
  brightness: number;
  air: Air[];
  /** Number of people in the background, out of focus. */
  people: number;
  person?: string;
  /** Colour of a seamless studio backdrop. */
  studio?: string;
  /** A dish without a plate gets none here, because only the light was asked for. */
  addsNoPlate?: boolean;
  /** The look has no backdrop of its own, so the table may fill the frame. */
  isTable?: true;
}

/** Backdrops without a horizon, which look the same in every direction. */
const seamless: ReadonlySet<Backdrop> = new Set(['studio', 'dark', 'wall']);

/** Whether the surface under the dish may fill the frame in a picture from above, without losing what the place is. */
export function mayFillFrame({ isTable, backdrop, people }: Setting): boolean {
  return isTable === true || (seamless.has(backdrop) && people === 0);
}

type Rule<T> = readonly [words: RegExp, choice: T];

// The surface that the text names first wins. If two match at the same position, the earlier rule wins.
const surfaces: readonly Rule<Surface>[] = [
  [/glossy banana leaves|banana leaves|jungle/i, 'leaves'],
  [/blue tiles/i, 'blue-tiles'],
  [/colourful patterned tiles|taqueria|enamel table/i, 'bright-tiles'],
  [/red checked|red gingham/i, 'red-cloth'],
  [/checked blanket|picnic/i, 'red-cloth'],
  [/brass|bazaar/i, 'brass'],
  [/crushed ice|ice and|on ice/i, 'ice'],
  [/kraft|takeaway box/i, 'kraft'],
  [/marble/i, 'marble'],
  [/slate|charcoal grill|black stone/i, 'slate'],
  [/steel|the pass\b/i, 'steel'],
  [/driftwood|boardwalk|pale wood|windowsill|plywood|bleached/i, 'pale-wood'],
  [/glossy|diner|neon|jukebox|chrome/i, 'glossy'],
  [/concrete|steps|ledge|pavement|skate/i, 'concrete'],
  [/linen|tablecloth|white cloth|banquet|brunch/i, 'linen'],
  [/dark wood|bistro|\bbar\b|candle|cedar|walnut|game night|coffee table/i, 'dark-wood'],
  [/plinth|seamless|studio|pastel|plain saturated/i, 'plaster'],
  [/sand\b|beach/i, 'sand'],
  [/meadow|grass|park\b|festival|(?<!depth of )field/i, 'grass'],
  [/white metal|pale table|bright desk|white table|gallery/i, 'white'],
  [/oak|rustic|farmhouse|barn|log\b|wood|table|peel/i, 'oak'],
];

// The first rule that matches wins, so specific rules come before general ones.
const backdrops: readonly Rule<Backdrop>[] = [
  [/snow falls|winter window|snowy (street|day)/i, 'snow'],
  [/mountain|alpine|peaks|hiker/i, 'mountains'],
  [/campfire|charcoal grill|embers|brick oven|bonfire/i, 'fire'],
  [/neon|jukebox|night market|arcade/i, 'neon'],
  [/gallery|canvases|museum/i, 'gallery'],
  [/open kitchen|\bchef\b|stainless|kitchen/i, 'kitchen'],
  [/blue hour|skyline|rooftop|city lights|night sky|late-night street/i, 'night-city'],
  [/\bpool\b|poolside/i, 'pool'],
  [/sea\b|beach|ocean|coast|sand\b|boat|harbour/i, 'sea'],
  [/bookshop|shelves|library|reader/i, 'shelves'],
  [/\bmarket\b|stall|bazaar|food truck|awning|bunting/i, 'market'],
  [/birthday|party|balloon|confetti|streamers|sparkler|celebrat/i, 'party'],
  [
    /garden|park\b|meadow|jungle|leaves|tropical|forest|orchard|blossom|trees|terrace|picnic|palm/i,
    'foliage',
  ],
  [/festival|stage|(?<!depth of )field|barn|train/i, 'open-sky'],
  [/street|steps|pavement|skate|city\b|campus|sidewalk/i, 'street'],
  [/slate|charcoal background|black background|dark background/i, 'dark'],
  [/pastel|studio|seamless|plain saturated|plinth|pale blue background/i, 'studio'],
  [
    /restaurant|bistro|candle|dining|diner|lamps|trattoria|evening|\bbar\b|dinner|sofa|living|game night/i,
    'dining-room',
  ],
  [/window|daylight|morning|desk|office|caf[eé]|coffee|brunch|gym/i, 'window'],
  [/wall|plain|minimal|paper screen/i, 'wall'],
];

const airs: readonly Rule<Air>[] = [
  [/confetti/i, 'confetti'],
  [/petals/i, 'petals'],
  [/snow falls/i, 'snow'],
  [/sparks|embers|sparkler|campfire/i, 'sparks'],
  [/rain/i, 'rain'],
  [/dappled|leaf shadows|palm shadows|shade/i, 'leaf-shade'],
  [
    /golden hour|golden afternoon|low sun|shafts|late-afternoon|late afternoon|lens flare|backlit/i,
    'sunbeam',
  ],
  [/splash|condensation|droplets/i, 'splash'],
  [/float and tumble|in flight|in mid-air|levitat/i, 'ingredients'],
  [/copper leaves|autumn leaves/i, 'leaves'],
  [/steam/i, 'steam'],
];

const lights: readonly Rule<{ light: Colour; brightness: number }>[] = [
  [/blue hour|moon|cold|snow|winter|screen glow|fridge/i, { light: [0.95, 1, 1.07], brightness: 0.96 }],
  [/neon/i, { light: [1.02, 0.97, 1.05], brightness: 0.98 }],
  [
    /candle|campfire|embers|fire|lamp|evening|dusk|night|charcoal/i,
    { light: [1.07, 0.99, 0.87], brightness: 0.95 },
  ],
  [
    /golden|sunset|amber|low sun|late-afternoon|afternoon|autumn/i,
    { light: [1.07, 1, 0.88], brightness: 1.03 },
  ],
  [/bright|sun\b|sunny|summer|noon|daylight|airy|fresh|flash/i, { light: [1.02, 1, 0.98], brightness: 1.08 }],
];

const studios: readonly Rule<string>[] = [
  [/peach|mint|pastel/i, '#f7c9ae'],
  [/pale blue/i, '#bfe0f2'],
  [/saturated|matching colour/i, '#f0a02c'],
];

const peopleWords =
  /\b(creator|friends?|food lover|someone|person|guest|chef|traveller|foodie|worker|athlete|students?|customer|host|cook|couple|grandparent|festival-goer|hiker|skater|reader|woman|man|people|influencer|skate|dj|parent|waiter|barista|blogger|dancer|musician|artist)\b/i;
const manyPeople = /\b(friends|students|couple|grandparent|group|crowd|family)\b/i;

/** Recognises a place in a description. Surface and backdrop are random if the description names none. */
export function readSetting(text: string, random: Random, person?: string): Setting {
  const surface =
    findEarliest(surfaces, text) ?? random.pick<Surface>(['oak', 'marble', 'slate', 'linen', 'pale-wood']);
  const backdrop =
    find(backdrops, text) ?? random.pick<Backdrop>(['window', 'dining-room', 'wall', 'foliage']);
  const setting: Setting = {
    surface,
    backdrop,
    ...(find(lights, text) ?? { light: [1, 1, 1], brightness: 1 }),
    air: airs.filter(([words]) => words.test(text)).map(([, air]) => air),
    people: peopleWords.test(text) ? (manyPeople.test(text) ? 3 : 1) : 0,
  };
  if (person) setting.person = person;
  const studio = find(studios, text);
  if (studio) setting.studio = studio;
  return setting;
}

function find<T>(rules: readonly Rule<T>[], text: string): T | undefined {
  return rules.find(([words]) => words.test(text))?.[1];
}

function findEarliest<T>(rules: readonly Rule<T>[], text: string): T | undefined {
  let earliest = Number.POSITIVE_INFINITY;
  let found: T | undefined;
  for (const [words, choice] of rules) {
    const index = text.search(words);
    if (index >= 0 && index < earliest) {
      earliest = index;
      found = choice;
    }
  }
  return found;
}

/** The place of each background style. */
export const backgroundSettings: Readonly<Record<BackgroundId, Setting>> = {
  neutral: {
    surface: 'plaster',
    backdrop: 'studio',
    studio: '#b9b2a8',
    light: [1, 1, 1],
    brightness: 1,
    air: [],
    people: 0,
  },
  wooden: {
    surface: 'oak',
    backdrop: 'window',
    light: [1.02, 1, 0.96],
    brightness: 1,
    air: [],
    people: 0,
    isTable: true,
  },
  marble: {
    surface: 'marble',
    backdrop: 'wall',
    light: [1, 1, 1],
    brightness: 1.05,
    air: [],
    people: 0,
    isTable: true,
  },
  dark: {
    surface: 'slate',
    backdrop: 'dark',
    light: [1, 0.99, 0.97],
    brightness: 0.96,
    air: [],
    people: 0,
    isTable: true,
  },
  bright: {
    surface: 'white',
    backdrop: 'studio',
    studio: '#f6f5f2',
    light: [1, 1, 1.01],
    brightness: 1.1,
    air: [],
    people: 0,
  },
  restaurant: {
    surface: 'dark-wood',
    backdrop: 'dining-room',
    light: [1.05, 1, 0.92],
    brightness: 1,
    air: [],
    people: 0,
  },
};
