import { dateOfDay } from '#web/lib/format.ts';

/** Texts of the guides page. The specification leaves its words open; these are written for kitchen staff. */
export const words = {
  title: 'Guides to food photos that sell',
  lead: 'Short, practical and free. Written for people who have an order waiting.',
  contents: 'Guides on this page',
  sheetsTitle: 'Cheat sheets',
  sheetsLead:
    'Five platforms, one table: the rules for the photo of a dish, and the day we read them on the platform’s own page.',
  sheetColumns: {
    platform: 'Platform',
    short: 'In short',
    photo: 'Menu photo',
    rules: 'Watch out for',
    source: 'Source',
  },
  sheetNote: 'Platforms change their rules without notice. If a figure matters to you, check its source.',
  unverified: 'No official page found: please verify',
  readOn: (name: string, date: string | null) => `${name}, ${date === null ? 'undated' : dateOfDay(date)}`,
  rejectionTitle: 'Top 5 rejection reasons',
  rejectionLead: 'Check for these before you upload.',
  reasons: [
    {
      title: 'The wrong shape',
      text: 'Phones take upright photos in 4:3; most platforms want landscape, DoorDash strictly 16:9, Grubhub’s app shows squares. Photograph from a step further back and keep the dish in the middle third: then every crop works.',
    },
    {
      title: 'Too few pixels',
      text: 'Chat apps shrink photos: they send copies of about 1,200 pixels, while Grubhub’s portal asks for 1600×1200 and Deliveroo for 1920×1080. Send the original by email, a shared folder or straight from the phone.',
    },
    {
      title: 'Words on the picture',
      text: 'Price, logo, “new”, the watermark of an app: Uber Eats says no to all of them. Keep offers for social posts, where they belong, and leave the menu photo clean.',
    },
    {
      title: 'More than the dish',
      text: 'A hand that reaches in, a guest in the back, the second plate at the edge. The photo of an item shows that item. For Grubhub that means no body parts at all.',
    },
    {
      title: 'Not what arrives',
      text: 'Stock photos, last year’s portion, a garnish that you do not serve. Reviewers recognise popular stock photos, and guests write reviews. Show the dish as you serve it.',
    },
  ],
  costTitle: 'The hidden cost',
  cost: [
    {
      title: 'A rejected photo costs days, not minutes',
      text: 'Uber Eats says that a review takes up to three business days. A photo that is rejected on Thursday and sent again on Friday is missing all weekend, when most people order. Set a reminder to check the review.',
    },
    {
      title: 'Calculate your own loss',
      text: 'Take one dish. If a photo brings one more order a day at £6 margin, two weeks without the photo cost £84. That is one dish.',
    },
    {
      title: 'The shoot you never book',
      text: 'A photographer for half a day is money well spent for a new menu. But the special of the day does not wait for a date, and dishes change more often than shoots. Let the professional photograph the ten dishes that stay; photograph the others yourself, at the window, on the day they go on the menu.',
    },
  ],
  phoneTitle: 'Phone tips',
  phoneLead: 'A good photo needs a window and five minutes.',
  phone: [
    {
      title: 'Make a corner',
      text: 'A small table at a window that faces north or has a thin curtain. Mark where the plate stands with tape. The next photo takes thirty seconds because nothing has to be found.',
    },
    {
      title: 'Switch the ceiling light off',
      text: 'Warm bulbs and daylight together give a photo two colours of white, and no filter puts that right.',
    },
    {
      title: 'Use a white card',
      text: 'A sheet of white card opposite the window brightens the shadow side. Fold it and it stands by itself.',
    },
    {
      title: 'Touch the dish on the screen',
      text: 'The phone focuses and exposes where you touch. Then slide the brightness up a little: food looks fresher when it is a shade too bright.',
    },
    {
      title: 'Step back, then crop',
      text: 'Wide lenses stretch round plates at the edge of the picture. Step back and keep the plate in the middle, and it stays round.',
    },
    {
      title: 'Take three',
      text: 'From above, at 45 degrees, from the side. Choose later, when you have time.',
    },
  ],
  nextTitle: 'What’s next',
  nextText:
    'Take the photo of one dish today. Bring it into the studio, make two variations, and put the better one on your busiest platform. Look at it again in a week.',
  studio: 'Open the studio',
  menuPack: 'See the Menu Pack',
} as const;
