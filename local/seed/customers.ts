import type { CreateGeneration } from '#shared/api/generations.ts';
import type { PlanId } from '#shared/domain/plans.ts';
import type { SampleMenuItem } from '#shared/domain/samples.ts';

type Studio = Partial<Extract<CreateGeneration, { kind: 'studio' }>['studio']>;
type Menu = Extract<CreateGeneration, { kind: 'menu' }>['menu'];

/** A picture that a seeded customer makes of a sample dish. */
export interface SeededPicture {
  readonly dish: SampleMenuItem['id'];
  readonly name: string;
  readonly studio?: Studio;
  readonly menu?: Menu;
}

export interface SeededCustomer {
  readonly email: string;
  readonly fullName: string;
  readonly companyName: string;
  readonly plan?: PlanId;
  readonly pictures: readonly SeededPicture[];
  /**
   * Name of a picture in history.ts. Its second variation is the cover, is shared, and is a favourite in the collection
   * of best sellers.
   */
  readonly bestSeller?: string;
}

/**
 * Customers that fill the back office. Only the Pro account, whose gallery is filled first, is meant for signing in.
 */
export const seededCustomers: readonly SeededCustomer[] = [
  {
    email: 'pro@platepost.example',
    fullName: 'Pat Pro',
    // This account already exists without a company name.
    companyName: '',
    plan: 'pro',
    bestSeller: 'Synthwave Burger',
    pictures: [
      {
        dish: 'burger',
        name: 'House Burger',
        studio: { creationPath: 'ugc', scene: { id: 'cafe-window-bite' } },
      },
      { dish: 'fries', name: 'Prism Fries', studio: { filter: { id: 'prismpulse' } } },
      { dish: 'wings', name: 'Hot Wings', studio: { promoText: 'Wings Wednesday' } },
      {
        dish: 'smoothie',
        name: 'Berry Smoothie',
        studio: { formatId: 'story_vertical', filter: { id: 'popcrush' } },
      },
    ],
  },
  {
    email: 'mara@osteria-lume.example',
    fullName: 'Mara Lume',
    companyName: 'Osteria Lume',
    plan: 'pro',
    pictures: [
      {
        dish: 'pizza',
        name: 'Pizza Diavola',
        studio: { formatId: 'story_vertical', filter: { id: 'flamerush' } },
      },
      {
        dish: 'salad',
        name: 'Insalata verde',
        studio: { creationPath: 'ugc', scene: { id: 'cafe-window-bite' } },
      },
      {
        dish: 'pizza',
        name: 'Margherita',
        menu: {
          platform: 'uber',
          imageType: 'menu',
          backgroundStyle: 'marble',
          plateStyle: 'current',
          imageStyle: 'natural',
        },
      },
    ],
  },
  {
    email: 'ben@corner-grill.example',
    fullName: 'Ben Hart',
    companyName: 'The Corner Grill',
    plan: 'starter',
    pictures: [
      { dish: 'burger', name: 'Smoked Cheddar Burger', studio: {} },
      { dish: 'wings', name: 'Honey Wings', studio: {} },
    ],
  },
  {
    email: 'aiko@dori.example',
    fullName: 'Aiko Mori',
    companyName: 'Dori Bowls',
    pictures: [{ dish: 'salad', name: 'Garden Bowl', studio: {} }],
  },
  {
    email: 'luis@prado.example',
    fullName: 'Luis Prado',
    companyName: 'Taquería Prado',
    plan: 'pro',
    pictures: [
      {
        dish: 'fries',
        name: 'Chilli Fries',
        studio: { formatId: 'tiktok_vertical', filter: { id: 'streetsplash' } },
      },
      { dish: 'wings', name: 'Alitas', studio: { promoText: '2 for 1 on Tuesdays' } },
    ],
  },
  {
    email: 'nina@cafe-vogel.example',
    fullName: 'Nina Vogel',
    companyName: 'Café Vogel',
    pictures: [
      { dish: 'smoothie', name: 'Berry Smoothie', studio: {} },
      { dish: 'salad', name: 'Lunch Salad', studio: {} },
    ],
  },
  { email: 'omar@said-kitchen.example', fullName: 'Omar Said', companyName: "Said's Kitchen", pictures: [] },
];
