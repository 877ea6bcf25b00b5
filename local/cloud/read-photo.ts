import type { FillForm } from 'bedrock-stand-in/converse';
import type { DishReading } from '#shared/domain/dish-reading.ts';

/** Least share of a photo that writing covers: half of what the smallest caption covers; none is found on food (`findWriting`). */
const leastWriting = 0.0005;

/** From this on somebody is in the photo: halfway between dishes, at most 0.26, and people, 0.37 and more (`findPeople`). */
const leastPeople = 0.3;

/**
 * The reply of the vision model's stand-in about a photo: from image statistics whether its colours are those of food,
 * reach the edges, and how restless the edges are; from small networks whether there are people and writing; from its seams
 * whether it is a collage. It tells no dishes apart, sees no hands, and knows no names.
 */
export const readPhoto: FillForm = (tool, facts): DishReading | undefined => {
  if (tool !== 'describe_photo') return undefined;
  const isFood = facts.appetising > 0.04 && facts.brightness > 0.05;
  const described = isFood ? 'A dish in warm colours' : 'A picture without colours of food';
  return {
    isFood,
    cutOff: isFood && facts.appetisingAtEdges > 0.35,
    severalDishes: false,
    collage: facts.panels !== undefined && facts.panels > 1,
    cluttered: facts.unrestAtEdges > 0.09,
    people: facts.people !== undefined && facts.people >= leastPeople,
    writing: facts.writing !== undefined && facts.writing > leastWriting,
    viewpoint: 'unclear',
    name: '',
    altText: `${described}.`,
    description: `${described}, ${facts.brightness < 0.3 ? 'in dim light' : 'in good light'}.`,
  };
};
