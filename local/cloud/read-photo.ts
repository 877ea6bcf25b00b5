import type { FillForm } from 'bedrock-stand-in/converse';
import type { DishReading } from '#shared/domain/dish-reading.ts';

/** Least share of a photo that writing covers: half of what the smallest caption covers; none is found on food (`findWriting`). */
const leastWriting = 0.0005;

/** From this on somebody is in the photo: halfway between dishes, at most 0.26, and people, 0.37 and more (`findPeople`). */
const leastPeople = 0.3;

/**
 * Least shares of a photo that have the colours of food: 0.013 around a dessert on a white plate, none on menu cards; in a
 * photo in which nothing stands out, whose colours alone tell a close-up, 0.51 and more, from a room, 0.46 and less.
 */
const leastAppetising = 0.01;
const leastInCloseUp = 0.5;
/** What stands out covers less than this in rooms, at most 0.03, and more around a dish, at least 0.06 (`findThings`). */
const leastThings = 0.04;
/** A dish that lies whole in the frame covers at most 0.02 of the border (measured on 96 photographs); one that leaves it more. */
const leastAtEdges = 0.03;
/** Somebody who covers more of the border than this is what the photo is of: a portrait from the waist up covers 0.3. */
const leastOfPortrait = 0.25;

/**
 * The reply of the vision model's stand-in about a photo: from image statistics whether its colours are those of food, and
 * how restless the edges are; from small networks whether something stands out and leaves the frame, and whether there are several
 * things, people and writing; from its seams whether it is a collage. It sees no hands and knows no names.
 */
export const readPhoto: FillForm = async (tool, facts): Promise<DishReading | undefined> => {
  if (tool !== 'describe_photo') return undefined;
  const { things, panels, people, writing } = await facts.see();
  const isRoom = things !== undefined && things.share < leastThings;
  const hasPeople = people !== undefined && people >= leastPeople;
  // Skin and clothes have the colours of food.
  const isPortrait = hasPeople && things !== undefined && things.atEdges >= leastOfPortrait;
  const hasColours =
    facts.appetising > (isRoom ? leastInCloseUp : leastAppetising) && facts.brightness > 0.05;
  const isFood = hasColours && !isPortrait;
  const described = isFood ? 'A dish in warm colours' : 'A picture without colours of food';
  return {
    isFood,
    cutOff: isFood && things !== undefined && things.atEdges > leastAtEdges,
    severalDishes: isFood && things !== undefined && things.count > 1,
    collage: panels !== undefined && panels > 1,
    cluttered: facts.unrestAtEdges > 0.09,
    people: hasPeople,
    writing: writing !== undefined && writing > leastWriting,
    viewpoint: 'unclear',
    name: '',
    altText: `${described}.`,
    description: `${described}, ${facts.brightness < 0.3 ? 'in dim light' : 'in good light'}.`,
  };
};
