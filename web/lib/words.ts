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
  exportStopped: 'The export was stopped because you left the page.',
} as const;
