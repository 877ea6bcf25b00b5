/**
 * Pictures of `web/pages/pictures` that the public pages show until staff choose others. `npm start` uses them as
 * initial images.
 */
export interface SiteSample {
  /** Name of the picture; for a pair, the part before `-before` and `-after`. */
  readonly name: string;
  readonly title: string;
}

const burger = { name: 'burger', title: 'Classic Burger' };
const pizza = { name: 'pizza', title: 'Pepperoni Pizza' };
const salad = { name: 'salad', title: 'Garden Salad' };
const fries = { name: 'fries', title: 'Golden Fries' };
const wings = { name: 'wings', title: 'Chicken Wings' };
const smoothie = { name: 'smoothie', title: 'Berry Smoothie' };

export const heroSamples: readonly SiteSample[] = [
  { name: 'hero-burger', title: 'Burger in soft, warm light' },
  { name: 'hero-pizza', title: 'Pizza on a trattoria table' },
  { name: 'hero-smoothie', title: 'Berry smoothie between tropical leaves' },
  { name: 'hero-salad', title: 'Garden salad on a sunny terrace' },
  { name: 'hero-wings', title: 'Chicken wings at a neon diner' },
  { name: 'hero-fries', title: 'Fries on a picnic blanket' },
];

export const carouselSamples: readonly SiteSample[] = [
  { name: 'look-synthwave', title: 'Synthwave burger' },
  { name: 'look-beach-shack', title: 'Pizza at the beach shack' },
  { name: 'look-party-confetti', title: 'Party wings' },
  { name: 'look-hyperbloom', title: 'Smoothie in Hyperbloom' },
  { name: 'look-mediterranean', title: 'Salad by the sea' },
  { name: 'look-prismpulse', title: 'Fries in PrismPulse' },
  { name: 'look-liquidgold', title: 'Liquid Gold burger' },
  { name: 'look-night-market', title: 'Wings at the night market' },
];

/** Pairs of the landing page. */
export const menuSamples: readonly SiteSample[] = [burger, salad, wings];

/** Pairs of the menu-pack page. */
export const comparisonSamples: readonly SiteSample[] = [fries, pizza, smoothie, burger];

/** The pair of each platform's guide, in the order of `menuPackPlatforms`. */
export const platformGuideSamples: readonly SiteSample[] = [burger, pizza, salad, fries, wings];
