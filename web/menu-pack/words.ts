import type { CheckName, CheckResult, FileFix, Verdict } from '#shared/domain/platform-rules.ts';
import type { RuleSource, UploadRoute } from '#shared/domain/platforms.ts';
import { count, dateOf } from '#web/lib/format.ts';

/** Texts of the Menu Enhancer Pack; those of customer-product.md sections 2, 5 and 8 stand as given. */
export const words = {
  title: 'Menu Enhancer Pack',
  pro: 'PRO',
  proOnly: 'Menu Enhancer Pack is Pro only',
  proOnlyText: 'Upgrade to Pro to unlock bulk menu transformations',
  text: 'Turns a menu photo into the exact picture that a delivery platform requires.',
  wholeMenu: 'Do the whole menu',
  wholeMenuText: 'Up to 50 photos at once, in one look',
  sample: 'A sample menu photo',
  noPhoto: 'Your menu photo goes here',
  noPhotoHint: 'Tap, drop or paste a photo',
  dropAnywhere: 'Drop your menu photo here',
  replace: 'Replace photo',
  replaceHint: (name: string, hint: string) => (name === '' ? hint : `${name} · ${hint}`),
  addPhoto: 'Add a menu photo',
  chooseType: 'Choose an image type',
  uploadAgain: 'Upload it again',
  noCredits: 'You have no credits left. Look around freely; an enhancement takes 1 credit.',
  ready: 'Two new pictures ready',
  upload: 'Upload a menu photo',
  uploadHint: 'JPG, PNG or WebP, max 10MB',
  tryAgain: 'Try again',
  platform: 'Delivery platform',
  imageType: 'Image type',
  background: 'Background style',
  plate: 'Plate style',
  foodLocked: 'Your dish and its plate stay exactly as you photographed them.',
  newPlate: 'Your food goes onto a new plate, which is drawn.',
  image: 'Image style',
  requirements: (platform: string) => `${platform} requirements`,
  unverified: 'We found no official page of this platform. Please check before you upload.',
  source: (name: string, date: string | null) => (date ? `${name}, read on ${date}` : `${name}, undated`),
  sourceIn: (source: string, collection: string) => `${source} · ${collection}`,
  uploadThis: (width: number, height: number) => `Upload this file: ${width} × ${height}`,
  jpeg: 'As JPEG, ready to upload.',
  secondReason: (platform: string, width: number, height: number) =>
    `${platform} would refuse our standard size, ${width} × ${height}. You get both files for the one credit; that one suits your own pages.`,
  firstChooseType: 'Choose an image type to see which file to upload.',
  sources: 'Where this comes from',
  guidance: (platform: string, guidance: string) => `${platform} in general: ${guidance}`,
  check: 'Would this photo be accepted?',
  checkText: (platform: string) =>
    `We measure it as it is against what ${platform} has published. Free of charge.`,
  checkNow: 'Check this photo',
  checking: 'Measuring your photo…',
  looking: 'Still looking at your dish…',
  checkFailed: 'We could not measure this photo. Please try another file.',
  outcome: (platform: string, results: readonly Pick<CheckResult, 'verdict' | 'source'>[]) => {
    const of = (verdict: Verdict) => results.filter((result) => result.verdict === verdict).length;
    const [fails, advice] = [of('fail'), of('advice')];
    if (fails > 0) return `${platform} would refuse it: ${count(fails, 'reason')}.`;
    if (results.every(({ verdict, source }) => verdict !== 'pass' || source === null))
      return 'We cannot tell whether it would be accepted.';
    if (advice > 0) return `It fits, with ${count(advice, 'tip')}.`;
    return 'It fits the published requirements.';
  },
  others: (results: readonly Pick<CheckResult, 'verdict'>[]) => {
    const passed = results.filter(({ verdict }) => verdict === 'pass').length;
    const parts = [
      passed > 0 && `${passed} passed`,
      passed < results.length && `${results.length - passed} not verified`,
    ].filter((part) => part !== false);
    return parts.join(', ');
  },
  routes: {
    portal: 'Uploaded by hand',
    api: 'Uploaded by a program (API)',
  } satisfies Record<UploadRoute, string>,
  verdicts: {
    pass: 'Passes',
    advice: 'Advice',
    fail: 'Fails',
    unverified: 'Not verified',
  } satisfies Record<Verdict, string>,
  checks: {
    pixels: 'Pixels',
    ratio: 'Shape',
    format: 'Format',
    bytes: 'File size',
    whole: 'Whole dish',
    centred: 'In the middle',
    squareCrop: 'Square crop',
    sharpness: 'Sharpness',
    light: 'Light',
    writing: 'Writing and logos',
    people: 'People',
    oneDish: 'One dish',
    severalDishes: 'Several dishes',
    colour: 'Colour',
  } satisfies Record<CheckName, string>,
  measured: (measured: string) => `Yours: ${measured}`,
  required: (required: string) => `asked for: ${required}`,
  outpaint: 'No cut keeps the whole dish and enough pixels. Enhance it to get more room around it.',
  repair: (fixes: readonly FileFix[]) => `Repair: ${fixes.map((fix) => fixNames[fix]).join(', ')}`,
  repairing: 'Repairing…',
  repairFailed: 'We could not repair this photo. Please try again.',
  repaired: (width: number, height: number, size: string) => `Repaired: ${width} × ${height}, ${size}`,
  leftOver: (names: readonly string[]) =>
    names.length === 0 ? 'Nothing is left to repair.' : `Still open: ${names.join(', ')}.`,
  saveRepaired: 'Save repaired photo',
  enhance: (platform: string) => `Enhance for ${platform} (1 Credit)`,
  choosePlatform: 'Choose a delivery platform',
  enhancing: 'Enhancing...',
  back: 'Back to Studio',
  done: 'Menu Images Enhanced!',
  another: 'Enhance Another',
  save: 'Save & Download',
  notSaved: 'Failed to save image. Please try again.',
} as const;

const fixNames: Readonly<Record<FileFix, string>> = {
  crop: 'cut',
  resize: 'size',
  format: 'format',
  bytes: 'file size',
  light: 'light',
  outpaint: 'more room',
};

/** Where a requirement was published, and when it was read. */
export function sourceOf({ name, readOn, collection }: RuleSource): string {
  const source = words.source(name, readOn && dateOf(readOn));
  return collection ? words.sourceIn(source, collection) : source;
}
