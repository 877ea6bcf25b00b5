/** A sample dish (specification, customer product, section 3). */
export interface MenuItem {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Path on the site, or a data URL. */
  readonly imageUrl: string;
  /** Pence sterling. */
  readonly priceMinor: number;
  readonly category: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface SampleMenuItem extends MenuItem {
  readonly id: 'burger' | 'fries' | 'pizza' | 'smoothie' | 'salad' | 'wings';
  readonly category: 'Burgers' | 'Sides' | 'Pizza' | 'Beverages' | 'Salads' | 'Appetizers';
}

/** Date of the collection. */
const sampleTimes = { createdAt: '2026-11-21T00:00:00.000Z', updatedAt: '2026-11-21T00:00:00.000Z' };

/** The dishes that users without a photo can choose (specification, customer product, section 3). */
export const sampleMenuItems: readonly SampleMenuItem[] = [
  {
    id: 'burger',
    name: 'Classic Burger',
    description: 'Chargrilled beef, melted cheddar, crisp lettuce and tomato in a toasted sesame bun.',
    imageUrl: '/samples/burger.jpg',
    priceMinor: 1250,
    category: 'Burgers',
    ...sampleTimes,
  },
  {
    id: 'fries',
    name: 'Golden Fries',
    description: 'Hand-cut potatoes, crunchy outside, fluffy inside, with tomato ketchup.',
    imageUrl: '/samples/fries.jpg',
    priceMinor: 450,
    category: 'Sides',
    ...sampleTimes,
  },
  {
    id: 'pizza',
    name: 'Pepperoni Pizza',
    description: 'Blistered crust, melted mozzarella, spicy pepperoni and fresh basil.',
    imageUrl: '/samples/pizza.jpg',
    priceMinor: 1195,
    category: 'Pizza',
    ...sampleTimes,
  },
  {
    id: 'smoothie',
    name: 'Berry Smoothie',
    description: 'Raspberries, strawberries and blueberries, blended thick and served ice cold.',
    imageUrl: '/samples/smoothie.jpg',
    priceMinor: 550,
    category: 'Beverages',
    ...sampleTimes,
  },
  {
    id: 'salad',
    name: 'Garden Salad',
    description: 'Crunchy leaves, ripe tomatoes, cucumber and croutons in a bright lemon dressing.',
    imageUrl: '/samples/salad.jpg',
    priceMinor: 895,
    category: 'Salads',
    ...sampleTimes,
  },
  {
    id: 'wings',
    name: 'Chicken Wings',
    description: 'Sticky glazed wings with spring onion and a cool dip on the side.',
    imageUrl: '/samples/wings.jpg',
    priceMinor: 795,
    category: 'Appetizers',
    ...sampleTimes,
  },
];

/** The sample with this id; undefined if there is none. */
export function sampleById(id: string): SampleMenuItem | undefined {
  return sampleMenuItems.find((sample) => sample.id === id);
}
