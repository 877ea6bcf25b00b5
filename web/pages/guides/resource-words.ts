/** Texts of the guides page. The specification leaves its words open; these are written for kitchen staff. */
export const words = {
  title: 'Guides to food photos that sell',
  lead: 'Short, practical and free. Written for people who have an order waiting.',
  contents: 'Guides on this page',
  sheetsTitle: 'Cheat sheets',
  sheetsLead:
    'Five platforms, one table. What counts for the photo of a dish, with the day we read it on the platform’s own page.',
  sheetColumns: {
    platform: 'Platform',
    short: 'In short',
    photo: 'Menu photo',
    rules: 'Watch out for',
    source: 'Source',
  },
  sheetNote:
    'Platforms change their rules without telling anyone. When a figure matters, look at the source again.',
  unverified: 'No official page found: please verify',
  undated: 'undated',
  readOn: (name: string, date: string | null) => `${name}, ${date === null ? 'undated' : date}`,
  rejectionTitle: 'Top 5 rejection reasons',
  rejectionLead: 'In the order in which they cost most people a second afternoon.',
  reasons: [
    {
      title: 'The wrong shape',
      text: 'Phones shoot upright in 4:3; most platforms want landscape, DoorDash strictly 16:9, Grubhub’s app shows squares. Photograph from a step further back and keep the dish in the middle third: then every crop works.',
    },
    {
      title: 'Too few pixels',
      text: 'The photo was fine until it travelled through a chat. Messengers send copies of about 1,200 pixels, Grubhub’s portal asks for 1600×1200 and Deliveroo for 1920×1080. Send the original by email, a shared folder or straight from the phone.',
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
      text: 'Stock photos, last year’s portion, the garnish that only the photographer saw. Reviewers know the popular stock photos by sight, and guests write reviews. Show what you serve.',
    },
  ],
  costTitle: 'The hidden cost',
  cost: [
    {
      title: 'A rejected photo costs days, not minutes',
      text: 'Uber Eats says that a review takes up to three business days. Rejected on Thursday and sent again on Friday is a weekend without a picture, and weekends are when people order. Put a reminder in the calendar the day you upload, and look.',
    },
    {
      title: 'Do your own sum',
      text: 'Take one dish. Orders in a week, times the margin of one order: that is what every week is worth in which the dish is easier to find and easier to want. If a photo brings one more order a day at £6 margin, two weeks of waiting for it cost £84. It is a modest sum, and it is one dish.',
    },
    {
      title: 'The shoot you never book',
      text: 'A photographer for half a day is money well spent for a new menu. But the special of the day does not wait for a date, and dishes change more often than shoots. Have the professional do the ten dishes that stay; do the rest yourself, at the window, the day they go on.',
    },
  ],
  phoneTitle: 'Phone tips',
  phoneLead: 'A corner, a habit and five minutes.',
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
      text: 'A sheet of baking paper opposite the window fills the shadow side. Fold it and it stands by itself.',
    },
    {
      title: 'Touch the dish on the screen',
      text: 'The phone focuses and exposes where you touch. Then slide the brightness up a little: food looks fresher when it is a shade too bright.',
    },
    {
      title: 'Step back, then crop',
      text: 'Wide lenses make round plates egg-shaped at the edge. A step back and the middle of the picture keep them round.',
    },
    {
      title: 'Take three',
      text: 'From above, at 45 degrees, from the side. Choose later, when the plate is gone and the head is clear.',
    },
  ],
  nextTitle: 'What’s next',
  nextText:
    'Take the photo of one dish today. Bring it into the studio, make two variations, and put the better one on your busiest platform. Look at it again in a week.',
  studio: 'Open the studio',
  menuPack: 'See the Menu Pack',
} as const;
