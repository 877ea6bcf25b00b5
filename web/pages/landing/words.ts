import { uploadStorageDays } from '#shared/domain/limits.ts';
import { count } from '#web/lib/format.ts';
import { words as shared } from '#web/lib/words.ts';
import type { Question } from '#web/pages/frame/faq.tsx';

/** Texts of the landing page; those of back-office-and-public-pages.md section 2 stand as given. */
export const words = {
  heroTitle: 'From plate to post in under 60 seconds',
  heroLead:
    'Take a photo of the dish with your phone. Get two finished pictures for your feed, your ads and your delivery menu.',
  /**
   * The specification's text, where the free credits are not more than it assumes. A credit makes two images; without
   * free credits nothing is free.
   */
  start: (freeCredits: number) =>
    freeCredits === 0 ? 'Get Started' : freeCredits <= 2 ? 'Start Free (2 images)' : 'Start Free',
  watch: 'Watch 45-sec Demo',
  /** `freeCredits` is 0 for signed-in users. */
  heroNote: (freeCredits: number) =>
    freeCredits > 0
      ? `${count(freeCredits, 'free credit')}, no card needed. One credit makes two variations.`
      : 'One credit makes two variations.',
  heroImages: 'Made with PlatePost',
  comparisonsTitle: 'Same dish, better light',
  comparisonsLead:
    'Drag the handle. The food stays the food that you serve; everything around it gets a makeover.',
  whyTitle: 'Why it works',
  whyLead: 'People choose food by its picture, and most of them scroll fast. A good picture makes them stop.',
  why: [
    {
      title: 'Your dish, not a stock photo',
      text: 'We start from the dish you cooked. Portion, garnish and plate stay yours, so nobody is surprised at the table.',
    },
    {
      title: '78 looks, ready to serve',
      text: '16 filters and 62 scenes, from a quiet marble counter to a neon night market. Pick one, or have one drawn at random.',
    },
    {
      title: 'The right size, every time',
      text: 'Story, square, landscape and the sizes that delivery platforms ask for. No cropping, no guessing.',
    },
    {
      title: 'Ready between lunch and dinner',
      text: 'No studio, no shoot, no agency brief. One photo from the pass and a minute of your time.',
    },
  ],
  examplesTitle: 'See it happen',
  examplesLead: 'Forty-five seconds in the studio, from the phone photo to the finished post.',
  carousel: 'Sample dishes in our looks',
  previous: 'Previous example',
  next: 'Next example',
  pause: 'Pause the examples',
  play: 'Play the examples',
  createTitle: 'What you create',
  createLead: 'One photo feeds the whole week.',
  create: [
    { name: 'made-story', ratio: 9 / 16, title: 'Stories', text: '1080×1920, with room for your offer.' },
    { name: 'made-square', ratio: 1, title: 'Square posts', text: '1080×1080 for the feed.' },
    { name: 'made-reel', ratio: 9 / 16, title: 'Reels', text: 'Covers and stills in full height.' },
    {
      name: 'made-menu',
      ratio: 3 / 2,
      title: 'Menu visuals',
      text: 'In the sizes that delivery apps accept.',
    },
  ],
  howTitle: 'How it works',
  howLead: 'Four steps, done before the dish is cold.',
  steps: [
    { title: 'Snap', text: 'Any phone, any light. No photo at hand? Start with one of our sample dishes.' },
    {
      title: 'Pick a vibe',
      text: 'A filter, a scene, with people or without. You see each look before you choose it.',
    },
    {
      title: 'Add text',
      text: 'Your offer or your slogan, set in clean type, exactly as you typed it.',
    },
    {
      title: 'Export',
      text: 'Two variations in the exact size for each channel. Download or share them.',
    },
  ],
  impactTitle: 'What better pictures can do',
  impact: [
    { figure: '+22%', label: 'story saves' },
    { figure: '+31%', label: 'followers' },
    { figure: '+18%', label: 'add-to-basket' },
  ],
  impactNote: 'Figures are illustrative. Your results depend on your food, your guests and your offer.',
  teaserTitle: 'Your delivery menu deserves daylight',
  teaserText:
    'The Menu Enhancer Pack turns phone photos into menu pictures that Uber Eats, Deliveroo, Just Eat, DoorDash and Grubhub accept, each in the size it requires.',
  teaserLink: 'See the Menu Pack',
  pricingTitle: 'Pricing',
  pricingLead: 'One credit makes two variations. Unused plan credits roll over. Cancel whenever you like.',
  perMonth: 'per month',
  free: 'Free',
  freeSummary: 'For the first taste.',
  freePrice: '£0',
  freeStart: 'Start Free',
  choose: (plan: string) => `Choose ${plan}`,
  upgrade: {
    to: (plan: string) => `Upgrade to ${plan}`,
    text: `${shared.replacesPlan} ${shared.keepsCredits}`,
  },
  downgrade: {
    to: (plan: string) => `Downgrade to ${plan}`,
    text: shared.smallerPlan,
  },
  currentPlan: 'Current plan',
  studio: 'Open the studio',
  opening: 'Opening the checkout…',
  popular: 'Every look',
  packsTitle: 'Need more in a busy month?',
  packsText: 'Subscribers can top up at any time. Top-up credits do not expire with the month.',
  packColumns: { credits: 'Credits', price: 'Price', each: 'Per credit', note: 'Note' },
  faqTitle: 'Questions people ask',
  signUpTitle: 'Your table is ready',
  signUpLead: (freeCredits: number) =>
    freeCredits > 0
      ? `${count(freeCredits, 'free credit')}, ${count(freeCredits * 2, 'picture')}, no card.`
      : 'Create an account, then choose your plan.',
  welcomeTitle: 'Your studio is ready',
  welcomeLead: (credits: number) => `You have ${count(credits, 'credit')} to use.`,
  seeCredits: 'Credits & Billing',
  signUpPoints: [
    'Your first pictures in about a minute',
    'No card, no contract, nothing to install',
    'Your photos stay yours; delete them whenever you like',
  ],
} as const;

/** Left out if staff have set the free credits to 0, and where that is not known. */
export const aboutFreeCredits: Question = {
  question: 'What can I do with the free credits?',
  answer:
    'Each makes 2 square pictures with a random look and a small watermark. With Starter you choose the look yourself and the watermark is gone.',
};

export const questions: readonly Question[] = [
  {
    question: 'Do I need a good camera?',
    answer:
      'No. A phone photo in whatever light you have is enough, as long as the dish is in focus and not cut off. JPG, PNG and WebP up to 10 MB are fine; photos from an iPhone are converted for you where the browser can.',
  },
  {
    question: 'Does the food still look like mine?',
    answer:
      'Yes. With “Keep my dish exactly as it is”, its own pixels stay and only light and surroundings change; the picture says that the dish is unchanged. If it is not your dish any more, one redo is free.',
  },
  {
    question: 'What if the plate is missed, or a hand is kept?',
    answer:
      'You can see what we keep of a photo before you spend a credit on it. Tap the plate to keep it or the hand to remove it, and paint the details with your finger.',
  },
  {
    question: 'What does one credit buy?',
    answer:
      'One generation: two variations of the same picture, so that you can choose. A menu picture in the Menu Enhancer Pack costs the same.',
  },
  aboutFreeCredits,
  {
    question: 'Do unused credits expire?',
    answer:
      'No. Unused credits of a paid month roll over, and top-up credits stay until you use them, even after your plan has ended.',
  },
  {
    question: 'What if a picture fails?',
    answer:
      'If we cannot make a picture, or the image model refuses your photo, we tell you why and refund the credit automatically. If no model can make the picture, you may get your own photo back, labelled as such, which may count as a credit used.',
  },
  {
    question: 'Who sees my photos?',
    answer: `You, and our staff when they look after the service or answer a complaint. Nobody else, unless you share them. Uploads are deleted after ${uploadStorageDays} days; finished pictures stay in your gallery until you delete them. Photos are processed in the United States.`,
  },
  {
    question: 'Can I cancel?',
    answer:
      'At any time, in two clicks, from the credits page. The plan then runs to the end of the month you have paid for.',
  },
];
