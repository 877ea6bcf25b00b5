import type { PublicPath } from '#shared/public-pages.ts';

interface PageFacts {
  /** Without the brand's name, which is appended. */
  readonly title: string;
  /** Description for search engines and link previews, about 150 characters. */
  readonly description: string;
}

/** Title and description of each public page. */
export const pages: Readonly<Record<PublicPath, PageFacts>> = {
  '/landing': {
    title: 'From plate to post in under 60 seconds',
    description:
      'Turn a phone photo of your dish into two finished marketing images for social posts, ads and delivery menus, in about a minute.',
  },
  '/menu-pack': {
    title: 'Menu photos for delivery platforms',
    description:
      'Menu photos that Uber Eats, Deliveroo, Just Eat, DoorDash and Grubhub accept: sizes, common rejects, fixes, and a pack that makes them from phone photos.',
  },
  '/resources': {
    title: 'Guides to food photos that sell',
    description:
      'Cheat sheets for five delivery platforms, the top 5 reasons photos are rejected, phone tips for the kitchen pass, and what a bad photo costs.',
  },
  '/terms': {
    title: 'Terms of service',
    description:
      'The terms on which PlatePost is offered: plans, credits, your photos, our liability and the law.',
  },
  '/privacy': {
    title: 'Privacy',
    description:
      'What PlatePost keeps about you and your photos, where, for how long, and how to have it removed.',
  },
  '/cookies': {
    title: 'Cookies',
    description:
      'Everything PlatePost keeps in your browser, why, for how long, and how to change your choice.',
  },
  '/labels': {
    title: 'How we label pictures',
    description:
      'What every PlatePost picture says about how it was made, how anybody checks it, and what Google and the European Union expect of AI pictures.',
  },
};
