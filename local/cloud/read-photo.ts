import type { FillForm } from 'bedrock-stand-in/converse';
import type { DishReading } from '#shared/domain/dish-reading.ts';

/**
 * Least share of a photo that writing covers: half of what the smallest caption covers. `findWriting` finds none on
 * food.
 */
const leastWriting = 0.0005;

/**
 * Least shares of a photo in the colours of food. The first for any photo: 0.013 around a dessert on a white plate, 0
 * on menu cards. The second for a photo without salient objects, whose colours alone distinguish a close-up (0.51 and
 * more) from a room (0.46 and less).
 */
const leastAppetising = 0.01;
const leastInCloseUp = 0.5;
/** Least mean chroma of a photo in colour: the dishes have 0.15 and more, black and white 0. */
const leastChroma = 0.02;
/**
 * Least share of a photo that salient objects cover around a dish: 0.06 and more; rooms have at most 0.03
 * (`findThings`).
 */
const leastThings = 0.04;
/** Greatest share of the border that a dish lying whole in the frame covers: at most 0.02 on 96 photographs. */
const leastAtEdges = 0.03;
/**
 * A person who covers more of the border than this is the subject: a portrait from the waist up covers 0.3. Its lower
 * end is farther down than `leastDown`, as a share of the photo's height; guests behind a large dish end above it.
 */
const leastOfPortrait = 0.25;
const leastDown = 0.85;

/**
 * The answer of the vision model's stand-in about a photo. Image statistics tell whether its colours are those of food,
 * and how restless its edges are. Small networks tell whether there is a salient object, whether it leaves the frame,
 * and whether there are several objects, people and writing. Seams tell whether it is a collage. Hands and names are
 * not recognised.
 */
export const readPhoto: FillForm = async (tool, facts): Promise<DishReading | undefined> => {
  if (tool !== 'describe_photo') return undefined;
  const { things, panels, people, writing } = await facts.see();
  const isRoom = things !== undefined && things.share < leastThings;
  const hasPeople = people !== undefined && people.lowest > 0;
  // Skin and clothes have the colours of food, so colours cannot tell.
  const isPortrait =
    people !== undefined &&
    people.lowest > leastDown &&
    things !== undefined &&
    things.atEdges >= leastOfPortrait;
  const hasWriting = writing !== undefined && writing > leastWriting;
  // In black and white, any object may be a dish.
  const isGrey = facts.chroma < leastChroma;
  const looksLikeFood = isGrey
    ? things !== undefined && !isRoom && !hasWriting
    : facts.appetising > (isRoom ? leastInCloseUp : leastAppetising);
  const isFood = looksLikeFood && facts.brightness > 0.05 && !isPortrait;
  const described = isFood
    ? `A dish in ${isGrey ? 'black and white' : 'warm colours'}`
    : 'A picture without colours of food';
  return {
    isFood,
    cutOff: isFood && things !== undefined && things.atEdges > leastAtEdges,
    severalDishes: isFood && things !== undefined && things.count > 1,
    collage: panels !== undefined && panels > 1,
    cluttered: facts.unrestAtEdges > 0.09,
    people: hasPeople,
    writing: hasWriting,
    viewpoint: 'unclear',
    name: '',
    altText: `${described}.`,
    description: `${described}, ${facts.brightness < 0.3 ? 'in dim light' : 'in good light'}.`,
  };
};
