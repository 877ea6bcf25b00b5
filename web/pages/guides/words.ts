import type { PlatformId } from '#shared/domain/platforms.ts';
import { maxDishes } from '#shared/domain/whole-menu.ts';
import { dateOfDay } from '#web/lib/format.ts';
import type { Question } from '#web/pages/frame/faq.tsx';

/** Texts of the menu-pack page; those of back-office-and-public-pages.md sections 2, 8 and 9 stand as given. */
export const words = {
  heroTitle: 'Menu photos that platforms accept',
  heroLead:
    'Every delivery platform wants its own shape, size and style. The Menu Enhancer Pack makes the right file from the photo on your phone.',
  open: 'Open the Menu Pack',
  guides: 'Read the guides',
  proNote: 'Part of the Pro plan. One credit makes two variations.',
  statsTitle: 'Why photos matter',
  statsLead: 'Guests often skip a dish without a photo, and a platform rejects a photo in the wrong shape.',
  stats: [
    { figure: '5', label: 'platforms, five different ideas of a menu photo' },
    {
      figure: '3',
      label:
        'business days that Uber Eats may take to review a photo. After a rejection the wait starts again.',
    },
    {
      figure: '1:1',
      label:
        'is the part of your 16:9 photo that DoorDash shows in its list. Everything outside the middle is cut off.',
    },
    { figure: '0', label: 'single files that satisfy the rules of all five at once' },
  ],
  statsSource:
    'From the platforms’ own pages, as read between 27 and 30 August 2026; see the guide below for each source.',
  tipsTitle: 'Five tips for the phone',
  tipsLead: 'A better photo gives a better picture. None of these tips takes longer than plating.',
  tips: [
    {
      title: 'Go to the window',
      text: 'Daylight from the side, ceiling light off. Mixed light turns cream yellow and salad grey.',
    },
    {
      title: 'Clean the lens',
      text: 'A kitchen phone has a film of oil on it. One wipe is the cheapest upgrade there is.',
    },
    {
      title: 'Leave room around the plate',
      text: 'Stand a step back and do not zoom. Every platform crops your photo, and you cannot choose where.',
    },
    {
      title: 'Choose one angle',
      text: 'From above for pizza and bowls, at 45 degrees for most plates, from the side for anything stacked.',
    },
    {
      title: 'Shoot it fresh',
      text: 'Sauce forms a skin within minutes. Prepare the spot before the dish is ready.',
    },
  ],
  differenceTitle: 'See the difference',
  differenceLead: 'Drag the handle. Left: the phone photo. Right: the file for the menu.',
  loadFailed: 'Failed to load images',
  guideTitle: 'What each platform asks for',
  guideLead: 'In short, then in full, with each source and the day we read it.',
  platforms: 'Delivery platforms',
  inShort: 'In short',
  published: 'Published requirements',
  unverified:
    'We found no official page of this platform. Please check with your partner contact before you upload.',
  source: (name: string, date: string | null) =>
    date === null ? `${name}, undated` : `${name}, read on ${dateOfDay(date)}`,
  use: { item: 'Menu photo', cover: 'Cover', logo: 'Logo', search: 'Search result' },
  formats: 'Formats',
  rules: 'What may be in it',
  rejects: 'Common rejects',
  ourFile: 'What the pack delivers',
  fixesTitle: 'How to fix a rejected photo',
  fixesLead: 'The reason in the email, and what to do about it.',
  fixes: [
    {
      problem: 'Wrong shape',
      fix: 'Take it again from a step further back, or let the pack set it into the platform’s frame.',
    },
    {
      problem: 'Too small or blurred',
      fix: 'Send the original from the phone, never the copy from a chat: messengers shrink photos.',
    },
    {
      problem: 'Text, price or logo in the picture',
      fix: 'Crop it out, or use the photo from before the text was added. The pack never writes on menu photos.',
    },
    {
      problem: 'Several dishes',
      fix: 'One photo for each item. A table full of plates belongs in the cover.',
    },
    {
      problem: 'Hands, faces, guests',
      fix: 'Leave them out. Grubhub takes no body parts at all, Uber Eats no people except hands.',
    },
    {
      problem: 'Too dark, yellow light',
      fix: 'Take it again in daylight at a window. Or choose a bright background and a clean plate in the pack.',
    },
    {
      problem: 'Does not look like the dish',
      fix: 'Show the portion that the guest gets. Stock photos are refused, and they disappoint.',
    },
  ],
  faqTitle: 'Questions about the pack',
  resourcesTitle: 'Further reading',
  resources: [
    { title: 'Cheat sheets', text: 'All five platforms on one page.', anchor: 'cheat-sheets' },
    { title: 'Top 5 rejection reasons', text: 'And how to avoid them.', anchor: 'rejection-reasons' },
    { title: 'The hidden cost', text: 'How much a rejected photo costs you.', anchor: 'hidden-cost' },
  ],
  ctaTitle: 'Your next menu photo is on your phone already',
  ctaText: 'Upload it, choose the platform, and have the right file before the order is out.',
} as const;

/** Common reasons for a rejection by each platform, from its published rules. */
export const rejects: Readonly<Record<PlatformId, readonly string[]>> = {
  uber: [
    'Text, a logo or a watermark anywhere in the photo',
    'More than one item, or the item out of the centre',
    'People; hands alone are allowed',
    'Smaller than 550×440 px, or upright',
  ],
  deliveroo: [
    'A photo that promises more than the box holds',
    'Upright or square photos where landscape is asked for',
    'Smaller than 1920×1080 px',
  ],
  justeat: [
    'No rules are published that we could verify',
    'Play it safe: one dish, whole, centred, no text and no people',
  ],
  doordash: [
    'Anything but landscape 16:9',
    'The dish reaching out of the centre square, so that the list cuts it',
    'Files over 2 MB: its page also says 16 MB, the smaller one is safe',
    'Faces, and hands that take over',
  ],
  grubhub: [
    'Hands or any other part of a body',
    'Stock photos',
    'Smaller than 1600×1200 px by its developer portal',
    'Dishes that the square cards of the app cut off',
  ],
};

export const questions: readonly Question[] = [
  {
    question: 'Which platforms does the pack know?',
    answer:
      'Uber Eats, Deliveroo, Just Eat, DoorDash and Grubhub, each with its menu photo and its cover or header.',
  },
  {
    question: 'Will the platform accept the picture?',
    answer:
      'The file has the shape, size and format that the platform publishes. Where its page asks for a different size, you get a second file in that size at no cost. The platform has the last word.',
  },
  {
    question: 'Is a picture made with AI allowed on a menu?',
    answer:
      'Platforms require that photos do not mislead. The pack keeps your dish and changes light, background and plate. Use a picture only if it shows what your guests will get. The metadata of every file says how it was made.',
  },
  {
    question: 'What does it cost?',
    answer:
      'The pack is part of the Pro plan. Each picture takes one credit and comes in two variations. If it fails, the credit is refunded.',
  },
  {
    question: 'Can I do my whole menu?',
    answer: `Yes, with the Pro plan: choose up to ${maxDishes} photos at once. They all get the platforms, background and plate that you choose, so that the pictures of the menu match.`,
  },
];
