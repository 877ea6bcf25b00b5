import { count } from './format.ts';

/** Texts that several screens share, in the app and on public pages. */
export const words = {
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  more: 'Show more',
  skip: 'Skip to the content',
  lightMode: 'Light mode',
  darkMode: 'Dark mode',
  optional: 'optional',
  tooLong: (over: number) => `${count(over, 'character')} too long`,
  notificationsFailed: 'Notifications couldn’t be changed. Please try again.',
  /** About a change of the plan; the first is the text of customer-product.md section 4. */
  replacesPlan: 'Your current plan will be canceled and replaced with the new plan.',
  keepsCredits: 'You keep all your credits.',
  smallerPlan: 'The change takes effect when the month you paid for ends.',
  exportStopped: 'The export was stopped because you left the page.',
} as const;
