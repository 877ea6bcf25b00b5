import type { Doubt, PhotoFix, PhotoProblem, UnsolvableProblem } from './photo-advice.ts';

/** Texts about a photo and its dish; those of customer-product.md sections 2, 5 and 8 stand as given. */
export const words = {
  menuBegun: (photos: number) => `${photos} photos make a menu`,
  menuBegunText: 'What you had begun here is kept.',
  firstTaken: 'We took the first photo',
  firstTakenText: (photos: number) =>
    `A picture is made of one photo. Pro makes a whole menu of all ${photos}, in one look.`,
  title: 'What we keep',
  keptOf: (name: string) => `What we keep of ${name}`,
  text: 'The bright part stays; the rest can be replaced. Tap a plate or another area to change all of it, or paint.',
  making: 'Finding your dish…',
  saving: 'Saving what we keep…',
  kept: (share: number) => `We found your dish: ${percent(share)} of the photo.`,
  corrected: 'You corrected what we keep.',
  doubtful: 'Please check what we keep.',
  checked: 'You checked what we keep.',
  maskLost: 'We couldn’t take over what you had corrected. Please correct it again.',
  failed: 'We could not find your dish in this photo.',
  tryAgain: 'Try again',
  open: 'What we keep',
  doubts: {
    parts: 'We found several separate parts.',
    holes: 'The background shows through your dish.',
    edge: 'Your dish reaches the edge of the photo.',
    small: 'Your dish takes up very little of the photo.',
    large: 'Nearly the whole photo was taken for your dish.',
    people: 'There are people in the photo. Tap a hand or a face with “Remove” if it is kept.',
  } satisfies Record<Doubt, string>,

  tools: 'Brush',
  add: 'Keep',
  remove: 'Remove',
  size: 'Brush size',
  undo: 'Undo',
  redo: 'Redo',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  automatic: 'Start over',
  canvas:
    'Your photo. Tap an area or paint over it. With the arrow keys the brush moves, Enter takes the area there, and the space bar paints. Z undoes.',
  keyboard: 'Keyboard: arrow keys move, Enter takes an area, space paints, K keeps, R removes, Z undoes.',
  keeps: (share: number) => `Keeps ${percent(share)} of the photo.`,
  empty: 'Nothing would be kept. Tap your dish with “Keep”, or paint over it.',
  full: 'The whole photo would be kept. Tap the background with “Remove”, or paint over it.',
  cancel: 'Cancel',
  save: 'Use this',
  notSaved: 'What you corrected was not saved',
  correctedElsewhere: 'Another tab had corrected this photo meanwhile. Please check it under “What we keep”.',
  saved: 'Saved. Your next pictures use this.',
  pictureFailed: 'Couldn’t load this photo.',

  nameLabel: 'Product name',
  namePlaceholder: 'Enter product name',
  nameRequired: 'Product name is required',
  shortenName: 'Shorten the product name',
  nameQuestion: 'What is this dish called?',

  wholeDish: 'Show the whole dish',
  wholeDishHelp:
    'Your dish is larger than this shape. It stays exactly as it is, and surroundings are drawn around it, so that nothing is cut off.',

  coach: 'Tips for this photo',
  advice: {
    noFood: 'We can’t see a dish here. Choose a photo with the food in front.',
    person: 'This looks like a picture of a person. Choose a photo of the dish itself.',
    card: 'This looks like a menu card or a screenshot. Choose a photo of the dish itself.',
    empty: 'There is hardly anything to see in this photo. Please choose another one.',
    collage: 'Several photos are put together here. Choose the one that shows your dish best.',
    dark: 'This photo is dark. Daylight near a window works best.',
    blurred: 'This photo is blurred. Hold the phone still and tap the dish to focus.',
    small:
      'This photo has few pixels, so the pictures will look soft. Use the original instead of a screenshot.',
    cutOff:
      'The dish is cut off at the edge, and it will be cut off in the new picture. Step back a little to show it whole.',
    leaning: 'The photo was held at an angle: the plate leans. Straighten it.',
    severalDishes: 'There are several dishes. A photo of one dish gives the best picture.',
    cluttered: 'Other things draw the eye. Move them away, or crop to the dish.',
    tinyDish: 'The dish is small in this photo. Go closer, or crop to the dish.',
    people: 'There are people in the photo. Delivery platforms refuse pictures with people.',
    writing: 'There is writing or a logo in the photo. Delivery platforms refuse it.',
  } satisfies Record<PhotoProblem, string>,
  ask: {
    noFood: {
      title: 'No dish in this photo?',
      text: 'We can’t see a dish here, and the pictures cost 1 credit.',
    },
    person: {
      title: 'No dish in this photo?',
      text: 'This looks like a picture of a person, and the pictures cost 1 credit.',
    },
    card: {
      title: 'No dish in this photo?',
      text: 'This looks like a menu card or a screenshot, and the pictures cost 1 credit.',
    },
    empty: {
      title: 'No dish in this photo?',
      text: 'There is hardly anything to see in this photo, and the pictures cost 1 credit.',
    },
    collage: {
      title: 'Several photos in one?',
      text: 'Several photos are put together here, and the pictures cost 1 credit.',
    },
  } satisfies Record<UnsolvableProblem, { title: string; text: string }>,
  askToCheck: {
    title: 'Check what we keep?',
    text: 'We may keep too much or too little of your photo, and the pictures cost 1 credit.',
  },
  chooseAnother: 'Choose another photo',
  generateAnyway: 'Generate anyway',
  fix: { brighten: 'Brighten', crop: 'Crop to dish', straighten: 'Straighten' } satisfies Record<
    PhotoFix,
    string
  >,
  chooseAgain: {
    brighten: 'Choose the photo again to brighten it here.',
    crop: 'Choose the photo again to crop it here.',
    straighten: 'Choose the photo again to straighten it here.',
  } satisfies Record<PhotoFix, string>,
  fixed: {
    brighten: 'We brightened this photo.',
    crop: 'We cropped this photo to the dish.',
    straighten: 'You straightened this photo.',
  } satisfies Record<PhotoFix, string>,
  straightenOrTurn: 'Straighten or turn',
  straightenText: 'Turn your photo until plate and table stand level. What goes beyond the frame is cut off.',
  angle: 'Angle',
  degrees: (degrees: number) => `${degrees > 0 ? '+' : degrees < 0 ? '−' : ''}${Math.abs(degrees)}°`,
  turnLeft: 'Turn left',
  turnRight: 'Turn right',
  straightenOk: 'Use this',
  photo: 'Your photo',
  fixFailed: 'We could not correct this photo. You can use it as it is.',
  nothingToCrop: 'The dish already fills this photo.',
  looksLike: (name: string) => `This looks like “${name}”.`,
  useName: 'Use this name',
};

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
