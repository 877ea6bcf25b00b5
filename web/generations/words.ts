import type { Fidelity, Generation } from '#shared/api/generations.ts';
import type { Size } from '#shared/domain/formats.ts';
import { count, dateOf } from '#web/lib/format.ts';

/** Texts that studio, Menu Pack and gallery share; those of customer-product.md sections 2, 5 and 8 stand as given. */
export const words = {
  steps: [
    { id: 'queued', label: 'In the queue' },
    { id: 'reading', label: 'Reading your photo' },
    { id: 'painting', label: 'Painting two versions' },
    { id: 'finishing', label: 'Finishing touches' },
  ],
  stepDone: 'done',
  elapsed: (seconds: number) =>
    seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`,
  sending: 'Sending your request…',
  keepOpen: 'Please keep this page open until it is sent.',
  looking: 'Looking for your request…',
  lookingText: 'If it never reached us, nothing was charged.',
  lostConnection:
    'We can’t reach PlatePost right now. Your pictures are made all the same, and show here when the connection is back.',
  mayLeave: 'You can leave; your pictures will be in the gallery.',
  tellMe: 'Tell me when it’s ready',
  noThanks: 'No, thanks',
  willTell: 'This device will tell you when it’s ready.',
  mailMe: 'Email me when it’s ready',
  willMail: 'We’ll email you when it’s ready.',
  goesOn: 'The pictures that are being made will be in your gallery.',
  leftWhileSending:
    'Your last request is still being sent. If it arrives, its pictures will be in your gallery.',
  leftUnanswered:
    'Your last request got no answer. If it arrived, it was charged and its pictures will be in your gallery.',
  putAside: 'The picture that you had begun was put aside.',
  undo: 'Undo',
  unanswered: 'We could not hear back. Press again: you will not be charged twice.',
  neverReceived: 'We never received that request. Nothing was charged.',
  deleted: 'A picture of this draft was deleted.',
  earlierArrived: 'Your earlier request was received after all. Nothing more was charged.',

  variation: (n: number) => `Variation ${n}`,
  variations: 'Variations',
  /** The label of a fallback. Its photo may be a picture that was made here. */
  original: ({ source }: Pick<Generation, 'source'>) =>
    source.type === 'generation' ? 'The picture you started from' : 'Your original photo',
  resultsText: 'Drag the divider to compare with your photo. All are in your gallery.',

  saveLarge: (width: number, height: number) => `Download large (${width} × ${height})`,
  saveAccepted: (platform: string, width: number, height: number) =>
    `Download for ${platform} (${width} × ${height})`,

  fidelity: ({ verdict, maskCorrected, foodOnly }: Fidelity) =>
    `${maskCorrected ? 'Kept part' : foodOnly ? 'Food' : 'Dish'} ${verdict === 'unchanged' ? 'unchanged' : 'restyled'}`,
  fidelityText: ({ verdict, maskCorrected, foodOnly }: Fidelity) =>
    [
      `Apart from light, colour tone and sharpness, ${
        maskCorrected ? 'the part that you marked to keep' : 'your food'
      } ${verdict === 'unchanged' ? 'is as in your photo' : 'differs visibly from your photo'}.`,
      ...(maskCorrected ? ['What you left out was not compared.'] : []),
      ...(foodOnly === true ? ['What we took for the old plate was not compared.'] : []),
      ...(foodOnly === false
        ? ['We could not tell a plate from the food, so all that we kept is as in your photo.']
        : []),
    ].join(' '),
  figures: 'The figures',
  fidelityFigures: ({ ssim, deltaE95, worstDeltaE }: Fidelity) =>
    `Likeness ${(ssim * 100).toFixed(1)} % (SSIM), colour difference ${deltaE95.toFixed(1)}, at most ${worstDeltaE.toFixed(1)} in one spot (ΔE 2000).`,
  houseStyles: 'House styles',
  isDefaultStyle: '· default',
  saveLook: 'Save this look',
  saveLookText: 'Under a name, for every next photo.',
  manageStyles: 'Manage',
  manageStylesText: 'The star marks the one that new pictures begin with.',
  noStyles: 'You have no styles any more. Save a look to begin again.',
  styleName: 'Name of the style',
  styleNamePlaceholder: 'House style',
  replacesLook: (name: string) => `This becomes the look of “${name}”.`,
  useAlways: 'Begin new pictures with it',
  save: 'Save',
  lookSaved: (name: string) => `Saved as “${name}”`,
  styleFailed: 'Your styles were not changed',
  styleChanged: (name: string) => `Some of “${name}” no longer exists, and was left out.`,
  nameOfStyle: (name: string) => `Name of ${name}`,
  makeDefault: (name: string) => `Begin new pictures with ${name}`,
  deleteStyle: (name: string) => `Delete ${name}`,
  deleteStyleTitle: 'Delete style',
  deleteStyleText: (name: string) => `“${name}” will be deleted. Pictures made with it stay.`,
  delete: 'Delete',
  platforms: 'Delivery platforms',
  acceptedFile: (hint: string, { width, height }: Size) => `${hint}; your file: ${width}×${height}`,
  platformsText: 'Choose as many as you like. One picture of each dish serves them all.',
  packFor: 'Files for all platforms',
  packing: 'Packing your files…',
  packFailed: 'Your files could not be packed',
  packTitle: (pictures: number) => (pictures === 1 ? 'Download as a ZIP' : `Download ${pictures} pictures`),
  packDescription: 'With the record of each approval.',
  packPrice: (outpaintCredits: number) =>
    outpaintCredits === 0
      ? words.packFree
      : `Where a shape would cut the dish, its picture is continued for ${count(outpaintCredits, 'credit')}, once a dish. All else costs no credits.`,
  packFree: 'It costs no credits.',
  packKinds: {
    platforms: 'Exact files for delivery platforms, without words and logo',
    own: 'The pictures as they are',
  },
  packTexts: 'Alt texts and menu descriptions in the sheet, where you have them',
  packChoose: 'Choose at least one platform.',
  packFiles: (files: number) => `${count(files, 'file')} in one ZIP.`,
  packStart: 'Download ZIP',

  appViews: 'How the apps show it',
  appViewsLoading: 'Looking for the dish in the picture…',
  appViewUnpublished: 'the platform does not publish how it crops',
  appViewCut: 'It cuts off some of the dish here.',
  appViewContinued: 'Where it is empty, the picture is continued when its file is made.',
  yourRestaurant: 'Your restaurant',

  approval: 'File check and approval record',
  approvalLoading: 'Loading the record…',
  tryAgain: 'Try again',
  checkedLines: (lines: number) => `All that was checked: ${count(lines, 'line')}`,
  notApproved:
    'A picture is approved when you first download, pack or share it. A record is kept from then on.',
  approved: (at: string, by: string, files: number) =>
    `Approved on ${dateOf(at)} by ${by}. ${count(files, 'file')} taken out since.`,
  saveRecord: 'Download the approval record',
  recordName: (dish: string) => `${dish} approval record.txt`,
  notKept: 'not kept',
  dishOnly: 'Compare the dish alone',

  promoPlaceholder: 'Two for one on Tuesdays',
  position: 'Position',
  positions: { top: 'Top', center: 'Center', bottom: 'Bottom' },
  counter: (length: number, limit: number) => `${length} / ${limit}`,
  settingWords: 'Setting your words…',
  wordsFailed: "Your words couldn't be set. The picture is as it was, and nothing was charged.",
  promoPreview: (text: string) => `Your text: ${text}`,
  logoPreview: 'Your logo',
  promoLook: 'Font, colour and logo',
  promoFont: 'Font',
  promoColor: 'Colour of the text',
  promoLogo: 'My logo on the picture',
  promoNoLogo: 'You have no logo yet.',
  promoAddLogo: 'Add one in your account',
  promoAsUsual: 'As in my brand kit',

  notMyDish: 'Not my dish?',
  redoIsFree: 'One free redo',
  redoTitle: 'Not your dish?',
  redoText:
    'Tell us what is wrong, and we make both pictures again with the same choices. This is free once.',
  redoReason: 'What is wrong?',
  redoCut: 'Mark what belongs to your dish first: otherwise it is cut out as before.',
  redoNote: 'Anything else? (optional)',
  redoConfirm: 'Make them again',
  redoStarted: 'Both pictures are being made again, free of charge.',
  redoNotStarted: 'Your pictures are not being made again',
  redoUnanswered: 'We could not hear back. Press again: your pictures will not be made twice.',
  redoSee: 'See the new pictures',
  redoUsed: 'The free redo of these pictures was used.',
  redoFailed: 'The free redo could not be made. You can ask for it again.',
  redoFellShort: 'Only one picture of the free redo could be made. You can ask for it again.',

  insufficient: 'Insufficient credits',
  insufficientText: {
    studio: 'You need at least 1 credit to generate 2 variations. Purchase more credits to continue.',
    menu: 'You need at least 1 credit to enhance menu images. Purchase more credits to continue.',
  },
  insufficientTitle: 'Insufficient Credits',
  insufficientBox:
    'You need at least 1 credit to generate 2 variations. Purchase more credits to continue creating amazing content.',
  buyCredits: 'Buy Credits',
  upgradePlan: 'Upgrade Plan',

  menuFailed: 'Failed to enhance menu image. Please try again.',
  formatRefused: 'Upgrade to Pro for more formats',
  formatRefusedText: 'This format is not available in your plan.',
  filtersLocked: 'Upgrade to Pro for more filters',
  filterLockedText: 'This filter is locked in your current plan.',
  scenesLocked: 'Upgrade to Pro for more scenes',
  sceneLockedText: 'This scene is locked in your current plan.',
  randomOnly: 'Free plan: Use Random button only',

  pickExpired: 'Your random look has expired',
  pickExpiredText: 'Generate again to get another one. Nothing was charged.',

  saved: 'Image saved to photos!',
  openedInTab: 'Opened image in a new tab. Use "Save As…" if download was blocked.',
  saveFailed: 'Failed to save image',
  imageDeleted: 'This image was deleted.',

  shareHint: 'Anyone with the link sees this picture on its own page.',
  shareFailed: 'The share link could not be made. Please try again.',
  shareText: (name: string, brand: string) => `${name}, made with ${brand}`,
  copy: 'Copy',
  copyLink: 'Copy link',
  copied: 'Link copied',
  linkBelow: 'The link is ready. Copy it from below.',
  send: 'Send the picture',
  sendFailed: "The picture couldn't be shared. Please download it instead.",
  pressAgain: 'Everything is loaded. Press again to share.',
  isPublic: 'This picture has a public page',
  stopSharing: 'Stop sharing',
  stoppedSharing: 'Sharing stopped. The page is gone.',
  stopFailed: "Sharing couldn't be stopped. Please try again.",
} as const;
