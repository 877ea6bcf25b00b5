import { count } from '#web/lib/format.ts';

/** The first names of a list: `a.jpg, b.jpg and 3 more`. */
function some(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length <= 3 ? shown : `${shown} and ${names.length - 3} more`;
}

const photos = (n: number) => count(n, 'photo');
const dishes = (n: number) => count(n, 'dish', 'dishes');
const credits = (n: number) => count(n, 'credit');
const waitText = (others: number) =>
  others === 1 ? 'The other one waits for you.' : 'The others wait for you.';

/** Texts of the whole menu. */
export const words = {
  collectTitle: 'Do the whole menu',
  collectText: 'Up to 50 photos at once, in one look, for every platform you sell on.',
  back: 'Menu Pack',
  pro: 'PRO',

  drop: 'Add your photos',
  dropHint: 'Drop, paste or pick up to 50 photos, a folder or a ZIP',
  dropAnywhere: 'Drop your photos here',
  pickFolder: 'Pick a folder',
  pickPhotos: 'Pick photos',
  reading: 'Reading your photos…',
  noPhotosYet: 'Your dishes appear here',
  noPhotosYetText: 'Each photo becomes a dish with a name that you can change.',
  dishes: (n: number) => `${dishes(n)} of 50`,
  removeAll: 'Remove all',
  removeAllTitle: 'Remove all photos?',
  removeAllText: 'Your list is emptied. Nothing was charged.',

  tooMany: (names: readonly string[]) =>
    `A menu has at most 50 dishes. Left out: ${some(names)}. Start another menu with ${names.length === 1 ? 'it' : 'them'}.`,
  samePhotos: (names: readonly string[]) => `The same photo twice is taken once: ${some(names)}.`,
  notPhotos: (names: readonly string[]) => `Not a photo, so left out: ${some(names)}.`,
  unreadable: (names: readonly string[]) =>
    `Your browser could not read ${some(names)}. Please choose again.`,
  zipUnreadable: 'This ZIP could not be read. Please pack it again, or pick the photos themselves.',
  zipEmpty: 'There are no photos in this ZIP.',
  zipLocked: 'This ZIP is locked with a password. Please unpack it first.',
  zipTooMany: 'There are too many files in this ZIP. Please pick the photos themselves.',
  zipTooLarge: (names: readonly string[]) => `Too large to unpack, so left out: ${some(names)}.`,
  zipBroken: (names: readonly string[]) => `Damaged in the ZIP, so left out: ${some(names)}.`,
  noPhotos: 'There are no photos in it.',
  notRead: 'These files could not be read. Please choose them again.',
  lostPhotos: (names: readonly string[]) =>
    `Not uploaded, so left out: ${some(names)}. Please add ${names.length === 1 ? 'it' : 'them'} again.`,
  lostFixes: (names: readonly string[]) =>
    `The corrected photo was not uploaded, so it is as it was before: ${some(names)}.`,
  refusedPhotos: (names: readonly string[], reason: string) => `Left out: ${some(names)}. ${reason}`,
  notUploaded: (reason: string) => `Not uploaded. ${reason}`,
  uploadsCancelled: 'The uploads that were not finished were cancelled because you left the page.',

  nameOf: (fileName: string) => `Name of ${fileName}`,
  nameMissing: 'Please give this dish a name.',
  waiting: 'Waiting',
  sent: (share: number) => `${Math.round(share * 100)}% sent`,
  uploaded: 'Uploaded',
  dishFound: 'Dish found',
  tips: 'Tips',
  takeFormer: 'Use the photo as it was',
  tipsFor: (name: string) => `Tips for the photo of ${name}`,
  check: (n: number) => `Check ${dishes(n)}`,
  remove: (name: string) => `Remove ${name}`,
  tryAgain: 'Try again',
  tryAllAgain: 'Try all again',
  tryAgainOf: (name: string) => `Upload ${name} again`,
  lookOf: (name: string) => `Look of ${name}`,
  ownLook: 'Own look',
  marked: 'You marked what is kept',
  useLook: 'Use this look',
  asMenu: 'Same as the menu',

  nameAll: 'Name from a list',
  namesTitle: 'Name all dishes',
  namesText: 'One name a line in the order of your photos, or a table with a column of file names.',
  namesLabel: 'List of names',
  namesPlaceholder: 'Tomato soup\nGreen salad',
  namesFile: 'Read a CSV file',
  discardListTitle: 'Discard this list?',
  discardListText: 'No dish has got its name from it yet.',
  namesUse: 'Use these names',
  namesMatched: (matched: number, all: number, unused: number) =>
    matched === 0
      ? 'No name fits a photo.'
      : `Names for ${matched} of ${dishes(all)}.${unused === 0 ? '' : ` ${count(unused, 'name')} left over.`}`,

  look: 'One look for all',
  background: 'Background style',
  plate: 'Plate style',
  image: 'Image style',
  foodLocked: 'Your dishes and their plates stay exactly as you photographed them.',
  newPlate:
    'Your food goes onto a new plate, which is drawn. Where we cannot tell the old one from the food, it stays. If food is lost, remove the old plate yourself under “What we keep”.',
  menuName: 'Name of this menu',
  menuNamePlaceholder: 'Winter menu',
  firstDishFirst: 'Make the first dish first',
  firstDishFirstHelp: 'You look at it, and the others begin when you like it.',

  cost: 'What it takes',
  costCredits: (n: number, available: number) => `${credits(n)} of your ${credits(available)}, one a dish.`,
  costShort: (n: number, available: number) =>
    `${credits(n)}, and you have ${available}. We make ${available === 0 ? 'none' : dishes(available)} and wait until you have more.`,
  costMinutes: (minutes: number) => `About ${count(minutes, 'minute')} until all are made.`,
  costReview: (platform: string, days: number) =>
    `${platform} takes longest to put them online: it reviews new photos within ${count(days, 'business day')}.`,
  costFailed: 'A dish that fails is not charged.',

  addPhotos: 'Add your photos',
  offline: (done: number, all: number) => `No connection: ${done} of ${all} uploaded`,
  uploading: (done: number, all: number) => `Uploading ${done} of ${all}…`,
  solveProblems: (n: number) => `Look at ${photos(n)} that failed`,
  choosePlatform: 'Choose a delivery platform',
  shortenNames: 'Shorten the names of dishes',
  shortenMenuName: 'Shorten the menu’s name',
  nameDishes: 'Name every dish',
  start: (n: number) => `Make ${dishes(n)} (${credits(n)})`,
  startFirst: (n: number) => `Make the first of ${dishes(n)} (1 credit)`,
  withoutDishTitle: 'No dish in some photos?',
  withoutDish: (n: number) =>
    n === 1
      ? 'One photo shows no dish, or several photos in one. Its pictures cost 1 credit.'
      : `${n} photos show no dish, or several photos in one. The pictures of each cost 1 credit.`,
  lookAgain: 'Choose other photos',
  startAnyway: 'Make them anyway',
  starting: 'Starting…',
  notStarted: 'Your menu could not be started',
  unanswered: 'Please press again: the menu is not started twice.',
  isStarted: (title: string) => `${title} is being made`,
  startedEarlier: 'This menu was started before. Here it is.',
  addedSince: 'Photos that you added since are kept for your next menu.',

  earlier: 'Earlier menus',
  earlierFailed: 'Your earlier menus could not be loaded',
  untitled: (date: string) => `Menu of ${date}`,
  states: {
    running: 'Being made',
    paused: 'Paused',
    cancelled: 'Cancelled',
    done: 'Done',
  },
  noneMade: 'Not made',
  dishStates: {
    waiting: 'Waiting',
    running: 'Being made',
    done: 'Done',
    failed: 'Failed',
    cancelled: 'Not made',
  },
  photoGone:
    'Its photo is no longer there. To make this dish, start a new menu with its photo, or use Menu Pack.',
  madeAgain: 'Being made again',
  doneOf: (done: number, all: number) => `${done} of ${dishes(all)} done`,
  loadFailed: 'This menu could not be opened',
  missing: 'This menu does not exist',
  missingText: 'It may have been removed. Its pictures are in your gallery.',
  newMenu: 'Start a menu',

  runningText: (minutes: number) =>
    `About ${count(minutes, 'minute')} more. You can leave; it goes on without you.`,
  pausedText: (running: number) =>
    running === 0 ? 'Paused. Nothing new begins.' : `Paused. ${dishes(running)} will still be finished.`,
  approvalText: (others: number) => `Your first dish is made. ${waitText(others)}`,
  firstFailedText: (others: number) => `Your first dish could not be made. ${waitText(others)}`,
  cancelledText: (notMade: number, running: number) =>
    `Cancelled. ${dishes(notMade)} ${notMade === 1 ? 'was' : 'were'} not begun and not charged.${
      running === 0 ? '' : ` ${dishes(running)} will still be finished.`
    }`,
  doneText: 'Your menu is ready. Look at each dish and choose the better picture.',
  doneExcept: (failed: number) =>
    `Your menu is ready, except ${dishes(failed)}. Nothing was charged for ${failed === 1 ? 'it' : 'them'}.`,
  noneMadeText: (all: number) =>
    `${all === 1 ? 'This dish could not' : `None of ${dishes(all)} could`} be made. Nothing was charged.`,
  pause: 'Pause',
  goOn: 'Go on',
  retry: (n: number) => `Make ${dishes(n)} again (${credits(n)})`,
  cancelMenu: 'Cancel the rest',
  cancelTitle: 'Cancel the rest of this menu?',
  cancelText: (waiting: number) =>
    `${dishes(waiting)} ${waiting === 1 ? 'has' : 'have'} not begun and will not be charged. What is being made is finished and kept.`,
  removeMenu: 'Remove this menu',
  removeTitle: 'Remove this menu?',
  removeText: (waiting: number) =>
    `The list of its dishes is removed. Pictures that were made stay in your gallery.${
      waiting === 0 ? '' : ` ${dishes(waiting)} will not be made, and not be charged.`
    }`,
  removeAction: 'Remove',
  removed: (title: string) => `${title} was removed`,
  actionFailed: 'That did not work',
  actionUnanswered:
    'We could not hear back. It may have been done: please look at your dishes before you press again.',

  pack: 'Download all files',
  packText: (n: number, targets: number) =>
    `A ZIP with ${n === 1 ? 'the chosen picture' : `the chosen pictures of ${dishes(n)}`}, in the exact ${
      targets === 1 ? 'size of the platform' : `sizes of ${targets} image types`
    }, checked and named by dish. It may take a few minutes.`,

  approvalTitle: (name: string) => `Do you like ${name}?`,
  approvalHint: 'The others will look like this. Nothing more is charged until you go on.',
  others: (n: number) => `Make the other ${n === 1 ? 'dish' : dishes(n)} (${credits(n)})`,
  othersInLook: (n: number) => `${n === 1 ? 'The other' : 'Others'} in this look (${credits(n)})`,
  firstAgain: 'First dish again (1 credit)',
  changeLook: 'Change the look',

  viewOf: (name: string) => `View ${name}`,
  choose: 'Drag the divider to compare, and choose the better picture.',
  previous: 'Previous dish',
  next: 'Next dish',
  download: 'Download',
  downloadOf: (name: string) => `Download ${name}`,
  close: 'Close',
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  dishName: 'Name of the dish',
  notRenamed: (name: string) => `“${name}” was not saved`,
  discardTitle: 'Discard the new name?',
  discardText: 'It is not saved.',
  remakeOf: (name: string) => `Make ${name} again`,
  remakeAction: 'Make again (1 credit)',

  isDone: (title: string) => `${title} is ready`,
  couldNotBeMade: (name: string) => `${name} could not be made`,
  notCharged: 'Nothing was charged.',
  needsYou: (title: string) => `${title} waits for you`,
  openMenu: 'Open it',
} as const;
