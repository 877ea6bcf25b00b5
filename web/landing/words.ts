import { brand } from '#shared/brand.ts';

/** Texts of the landing page; those of back-office-and-public-pages.md section 2 stand as given. */
export const words = {
  logIn: 'Log In',
  getStarted: 'Get Started',
  studio: 'Studio',
  headline: brand.tagline,
  lead: 'Take a photo of the dish. Get two finished pictures for your feed, your ads and your delivery menu.',
  start: 'Start Free (2 images)',
  seeExamples: 'See examples',
  noCard: '2 free credits, no card needed.',
  compare: 'Drag to compare the photo with the picture',
  looks: 'Pick a look, keep your dish',
  looksText: 'Sixteen filters and sixty-two scenes. The food stays the food that you serve.',
  how: 'Four steps, less than a minute',
  steps: [
    { title: 'Snap', text: 'Any phone, any light. Or start with one of our sample dishes.' },
    { title: 'Pick a vibe', text: 'A filter, a scene, with people or without.' },
    { title: 'Add text', text: 'Your offer, set in clean type where you want it.' },
    { title: 'Export', text: 'The exact size of each channel, ready to post.' },
  ],
  examples: 'From the pass to the feed',
  pricing: 'Prices',
  pricingText: '1 credit makes 2 variations. Unused plan credits roll over.',
  perMonth: 'per month',
  free: 'Free',
  footer: `© ${new Date().getFullYear()} ${brand.name}`,
} as const;
