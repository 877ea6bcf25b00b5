/**
 * The platform check: measured facts of a file against a platform's published requirements. It is pure and never
 * blocks anything: its results are shown, and kept with an approval.
 */
import type { Size } from './formats.ts';
import { blurredBelow, darkBelow } from './measure-photo.ts';
import {
  type ContentCheck,
  type ContentChecks,
  contentChecks,
  hasRatio,
  imageTypeById,
  type MenuImageType,
  menuTargetSize,
  type PhotoFormat,
  type PhotoRequirement,
  type Platform,
  type PlatformId,
  platformById,
  platforms,
  type RuleSource,
  satisfies,
} from './platforms.ts';

/** A part of a picture, in shares of its sides. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const edges = ['left', 'right', 'top', 'bottom'] as const;
export type Edge = (typeof edges)[number];

/** Measured facts of a file. Sides are those of the upright picture. */
export interface FileFacts extends Size {
  readonly format: PhotoFormat;
  readonly bytes: number;
  /** The dish's bounding box and touched edges, from its mask; null if no mask is known. */
  readonly dish: { readonly box: Box; readonly touches: readonly Edge[] } | null;
  /** See `PhotoMeasures`. */
  readonly sharpness: number;
  /** See `PhotoMeasures`. */
  readonly highlights: number;
  readonly blackAndWhite: boolean;
  /** What a vision model saw in it; null if none was asked. */
  readonly seen: {
    readonly people: boolean;
    /** Writing, logos or a watermark. */
    readonly writing: boolean;
    readonly severalDishes: boolean;
    /** Several photos were put together into one. */
    readonly collage: boolean;
    /** Food leaves the frame. */
    readonly cutOff: boolean;
  } | null;
}

/** One requirement of a platform, together with what it asks of the picture's content, in the form that is checked. */
export interface PlatformRule extends Omit<PhotoRequirement, 'source'> {
  readonly platform: PlatformId;
  /** Null if no official page was found: the rule then describes what we make, and its results are unverified. */
  readonly source: RuleSource | null;
  readonly content: ContentChecks;
}

export const checkNames = [
  'pixels',
  'ratio',
  'format',
  'bytes',
  'whole',
  'centred',
  'squareCrop',
  'sharpness',
  'light',
  'writing',
  'people',
  'oneDish',
  'severalDishes',
  'collage',
  'colour',
] as const;

export type CheckName = (typeof checkNames)[number];

export const verdicts = ['pass', 'advice', 'fail', 'unverified'] as const;

/** `unverified`: no official page says so, or it could not be measured; `measured` tells which. */
export type Verdict = (typeof verdicts)[number];

export const fileFixes = ['crop', 'resize', 'format', 'bytes', 'light', 'outpaint'] as const;

/** Ways of repairing a file. Only `outpaint` needs an image model. */
export type FileFix = (typeof fileFixes)[number];

/** One line of a platform check. */
export interface CheckResult {
  readonly check: CheckName;
  readonly verdict: Verdict;
  readonly measured: string;
  readonly required: string;
  /** Null if no platform asks for it: our own advice, or what we make if nothing is published. */
  readonly source: RuleSource | null;
  readonly fix: FileFix | null;
  /** What to photograph instead, if nothing can be repaired. */
  readonly instead: string | null;
}

/** Greatest enlargement of a file's sides; beyond it, a photo looks soft. */
export const maxEnlargement = 2;
/** Greatest distance between the dish's middle and the picture's, as a share of the picture's side. */
const offCentre = 0.12;
/** Highlights (0 to 255) below which brightening (`brighteningCurve`) does not reach `darkBelow`. */
export const lostBelow = 40;

/** Values that an operator entered in place of a rule's published values, because the platform changed them. */
export interface RuleChange
  extends Pick<
    PlatformRule,
    'minimum' | 'maximum' | 'ratio' | 'formats' | 'maxBytes' | 'advised' | 'content'
  > {
  readonly ruleId: string;
  readonly source: RuleSource;
}

/**
 * The rules for an image type, one for each published route; the first counts. If nothing is published, one rule
 * without a source that describes what we make.
 * @param changes Of operators; by default the published rules are unchanged.
 */
export function rulesFor(
  platformId: PlatformId,
  imageTypeId: string,
  changes: readonly RuleChange[] = [],
): PlatformRule[] {
  const platform = platformById(platformId);
  const imageType = platform && imageTypeById(platform, imageTypeId);
  if (!platform || !imageType) return [];
  return publishedRules(platform, imageType).map((rule) => {
    const change = changes.find(({ ruleId }) => ruleId === rule.id);
    return change ? changedRule(rule, change) : rule;
  });
}

/** Every rule of an image type, once, with the changes of operators. */
export function allRules(changes: readonly RuleChange[] = []): PlatformRule[] {
  const rules = platforms.flatMap(({ id, imageTypes }) =>
    imageTypes.flatMap((imageType) => rulesFor(id, imageType.id, changes)),
  );
  return [...new Map(rules.map((rule) => [rule.id, rule])).values()];
}

function changedRule(rule: PlatformRule, { ruleId: _ruleId, ...change }: RuleChange): PlatformRule {
  const changed = { ...rule, ...change };
  const accepted = satisfies(rule.accepted, changed) ? rule.accepted : acceptedSize(changed);
  return { ...changed, size: sizeText(changed), accepted: accepted ?? rule.accepted };
}

/** Size and shape that a rule asks for, as text. */
function sizeText({ minimum, maximum, ratio }: Pick<PlatformRule, 'minimum' | 'maximum' | 'ratio'>): string {
  const parts = [sizeRange(minimum, maximum), ratio && rangeName(ratio)].filter((part) => part);
  return parts.length === 0 ? 'Any size' : capitalised(parts.join(', '));
}

function sizeRange(minimum: Size | null, maximum: Size | null): string {
  return [minimum && `at least ${pixels(minimum)}`, maximum && `at most ${pixels(maximum)}`]
    .filter((part) => part !== null)
    .join(', ');
}

function publishedRules(platform: Platform, { id: imageTypeId, use }: MenuImageType): PlatformRule[] {
  const platformId = platform.id;
  const content: ContentChecks = Object.assign(
    {},
    ...platform.contentRules.filter(({ uses }) => uses.includes(use)).map(({ checks }) => checks),
  );
  const published = platform.requirements.filter((requirement) => requirement.use === use);
  if (published.length > 0)
    return published.map((requirement) => ({ ...requirement, platform: platformId, content }));
  const ours = menuTargetSize(platformId, imageTypeId);
  return [
    {
      id: `${platformId}-${use}-ours`,
      platform: platformId,
      use,
      route: 'portal',
      source: null,
      size: `${ours.width}×${ours.height} px`,
      minimum: ours,
      maximum: null,
      ratio: { from: ours.width / ours.height, to: ours.width / ours.height },
      formats: platform.allowedFormats,
      maxBytes: platform.maxBytes,
      advised: [],
      accepted: ours,
      content,
    },
  ];
}

/**
 * Checks a file against a rule. Returns one line for each requirement of the rule, and for each advice that we give for
 * any photo.
 */
export function checkFile(facts: FileFacts, rule: PlatformRule): CheckResult[] {
  const lines = [
    checkPixels(facts, rule),
    checkRatio(facts, rule),
    checkFormat(facts, rule),
    checkBytes(facts, rule),
    checkWhole(facts),
    ...(['centred', 'squareCrop'] as const).map((check) => checkPlace(facts, rule, check)),
    checkSharpness(facts),
    checkLight(facts),
    ...(['writing', 'people', 'oneDish', 'severalDishes', 'collage', 'colour'] as const).map((check) =>
      checkSeen(facts, rule, check),
    ),
  ];
  return lines.filter((line) => line !== undefined);
}

/** The worst verdict of a check. Order: failure, advice, unverified. */
export function worstVerdict(results: readonly Pick<CheckResult, 'verdict'>[]): Verdict {
  const order = ['fail', 'advice', 'unverified'] as const;
  return order.find((verdict) => results.some((result) => result.verdict === verdict)) ?? 'pass';
}

/** Requirements whose violation a platform refuses automatically, without looking at the picture. */
const fileChecks: readonly CheckName[] = ['pixels', 'ratio', 'format', 'bytes'];

/**
 * Fixes that need no image model, for the lines that are not met. None if the platform would refuse the repaired file
 * all the same, because of its pixels or its aspect ratio.
 */
export function repairsOf(results: readonly Pick<CheckResult, 'check' | 'verdict' | 'fix'>[]): FileFix[] {
  const isHopeless = results.some(
    ({ check, verdict, fix }) =>
      verdict === 'fail' && fileChecks.includes(check) && (fix === null || fix === 'outpaint'),
  );
  if (isHopeless) return [];
  return fileFixes.filter((fix) => fix !== 'outpaint' && results.some((result) => result.fix === fix));
}

interface Line {
  readonly check: CheckName;
  readonly isMet: boolean;
  readonly measured: string;
  readonly required: string;
  readonly fix?: FileFix | null;
  readonly instead?: string | null;
}

/** A line about the file itself. It is unverified if the platform publishes nothing. */
function fileLine(rule: PlatformRule, { isMet, fix = null, instead = null, ...line }: Line): CheckResult {
  const isAdvised = rule.advised.some((advised) => advised === line.check);
  const unmet = isAdvised ? 'advice' : 'fail';
  return {
    ...line,
    verdict: rule.source === null ? 'unverified' : isMet ? 'pass' : unmet,
    source: rule.source,
    fix: isMet ? null : fix,
    instead: isMet ? null : instead,
  };
}

function checkPixels(facts: FileFacts, rule: PlatformRule): CheckResult | undefined {
  const { minimum, maximum } = rule;
  if (!minimum && !maximum) return undefined;
  const isSmall = minimum !== null && (facts.width < minimum.width || facts.height < minimum.height);
  const isLarge = maximum !== null && (facts.width > maximum.width || facts.height > maximum.height);
  const canResize = satisfies(repairedSize(facts, rule), { minimum, maximum, ratio: null });
  return fileLine(rule, {
    check: 'pixels',
    isMet: !isSmall && !isLarge,
    measured: pixels(facts),
    required: sizeRange(minimum, maximum),
    fix: canResize ? 'resize' : null,
    instead: canResize
      ? null
      : "Photograph the dish again at your camera's full size. Sent through a messenger, photos get small.",
  });
}

function enlargementTo(size: Size, minimum: Size): number {
  return Math.max(minimum.width / size.width, minimum.height / size.height);
}

function checkRatio(facts: FileFacts, rule: PlatformRule): CheckResult | undefined {
  const { ratio } = rule;
  if (!ratio) return undefined;
  return fileLine(rule, {
    check: 'ratio',
    isMet: hasRatio(facts, ratio),
    measured: ratioName(facts.width / facts.height),
    required: rangeName(ratio),
    ...reframing(
      facts,
      rule,
      'ratio',
      facts.width / facts.height < ratio.from ? ['left', 'right'] : ['top', 'bottom'],
    ),
  });
}

function checkFormat(facts: FileFacts, rule: PlatformRule): CheckResult {
  return fileLine(rule, {
    check: 'format',
    isMet: rule.formats.includes(facts.format),
    measured: formatNames[facts.format],
    required: orList(rule.formats.map((format) => formatNames[format])),
    fix: 'format',
  });
}

function checkBytes(facts: FileFacts, rule: PlatformRule): CheckResult | undefined {
  if (rule.maxBytes === null) return undefined;
  return fileLine(rule, {
    check: 'bytes',
    isMet: facts.bytes <= rule.maxBytes,
    measured: fileSize(facts.bytes),
    required: `at most ${fileSize(rule.maxBytes)}`,
    fix: 'bytes',
  });
}

/** Only another photo can bring back food that was cut off; a model would invent it. */
function checkWhole({ dish, seen }: FileFacts): CheckResult {
  const edges = dish?.touches ?? [];
  const isCutOff = edges.length > 0 || seen?.cutOff === true;
  const where =
    edges.length > 0
      ? `cut off ${orList(
          edges.map((edge) => edgeNames[edge]),
          'and',
        )}`
      : 'cut off';
  const isKnown = dish !== null || seen !== null;
  return ownLine(isKnown, {
    check: 'whole',
    isMet: !isCutOff,
    measured: isCutOff ? where : 'whole',
    required: 'the whole dish, with room around it',
    instead: 'Step back, and photograph the whole dish with a hand of room on each side.',
  });
}

function checkSharpness({ sharpness }: FileFacts): CheckResult {
  const isMet = sharpness >= blurredBelow;
  const figure = `${isMet ? 'sharp' : 'blurred'} (${sharpness.toFixed(1)})`;
  return ownLine(true, {
    check: 'sharpness',
    isMet,
    measured: sharpness === 0 ? 'hardly an edge to see' : figure,
    required: `sharp (${blurredBelow.toFixed(1)} or more)`,
    instead: 'Wipe the lens, tap on the dish to focus, and hold the phone still with both hands.',
  });
}

function checkLight({ highlights }: FileFacts): CheckResult {
  const isMet = highlights >= darkBelow;
  return ownLine(true, {
    check: 'light',
    isMet,
    measured: `${isMet ? 'bright' : 'dark'} (${highlights} of 255)`,
    required: `bright (${darkBelow} or more)`,
    fix: highlights >= lostBelow ? 'light' : null,
    instead:
      highlights >= lostBelow
        ? null
        : 'Photograph the dish beside a window by day, with the lamps switched off.',
  });
}

/** A line with our own advice, for which no platform publishes figures. */
function ownLine(isKnown: boolean, { isMet, fix = null, instead = null, ...line }: Line): CheckResult {
  if (!isKnown) return { ...line, ...unknown, source: null };
  return {
    ...line,
    verdict: isMet ? 'pass' : 'advice',
    source: null,
    fix: isMet ? null : fix,
    instead: isMet ? null : instead,
  };
}

const unknown = { verdict: 'unverified', measured: 'not looked at', fix: null, instead: null } as const;

function checkPlace(
  facts: FileFacts,
  rule: PlatformRule,
  check: 'centred' | 'squareCrop',
): CheckResult | undefined {
  const required = placeWords[check];
  return contentLine(rule, check, facts.dish !== null, {
    required,
    isMet: facts.dish !== null && isInPlace(facts, facts.dish.box, check),
    measured: facts.dish === null ? unknown.measured : placeName(facts, facts.dish.box, check),
    ...reframing(facts, rule, check, edges),
  });
}

const placeWords = {
  centred: 'the dish in the middle',
  squareCrop: 'the dish inside the centre square, as the app crops it',
} as const;

/** What a rule asks of the content, in words: the platform's sentences in its own order, then what operators added. */
export function contentTexts({
  platform,
  use,
  content,
}: Pick<PlatformRule, 'platform' | 'use' | 'content'>): string[] {
  const own = platformById(platform)?.contentRules.filter(({ uses }) => uses.includes(use)) ?? [];
  const kept = own.filter(({ checks }) => contentChecks.every((check) => !checks[check] || content[check]));
  const told = contentChecks.filter((check) => kept.some(({ checks }) => checks[check]));
  const added = contentChecks.filter((check) => content[check] && !told.includes(check));
  return [
    ...kept.map(({ text }) => text),
    ...added.map((check) =>
      capitalised(
        check === 'centred' || check === 'squareCrop' ? placeWords[check] : seenWords[check].required,
      ),
    ),
  ];
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function placeName(size: Size, box: Box, check: 'centred' | 'squareCrop'): string {
  if (check === 'squareCrop') return isInPlace(size, box, check) ? 'inside' : 'partly outside';
  const [x, y] = [box.left + box.width / 2 - 0.5, box.top + box.height / 2 - 0.5];
  const parts = [
    Math.abs(x) > offCentre && `${Math.round(100 * Math.abs(x))} % too far ${x < 0 ? 'left' : 'right'}`,
    Math.abs(y) > offCentre && `${Math.round(100 * Math.abs(y))} % too ${y < 0 ? 'high' : 'low'}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'in the middle' : parts.join(', ');
}

/** Whether a dish in this place of a picture is centred, or inside its centre square. */
function isInPlace({ width, height }: Size, box: Box, check: 'centred' | 'squareCrop'): boolean {
  if (check === 'centred')
    return (
      Math.abs(box.left + box.width / 2 - 0.5) <= offCentre &&
      Math.abs(box.top + box.height / 2 - 0.5) <= offCentre
    );
  const side = Math.min(width, height);
  // Tolerance of a thousandth, because boxes come from masks that are smaller than the picture.
  const [spareX, spareY] = [(1 - side / width) / 2 - 0.001, (1 - side / height) / 2 - 0.001];
  return (
    box.left >= spareX &&
    box.left + box.width <= 1 - spareX &&
    box.top >= spareY &&
    box.top + box.height <= 1 - spareY
  );
}

/** The fix for a wrong shape or place: a crop if the dish stays whole in it, otherwise more surroundings. */
function reframing(
  facts: FileFacts,
  rule: PlatformRule,
  check: 'ratio' | 'centred' | 'squareCrop',
  extended: readonly Edge[],
): Pick<Line, 'fix' | 'instead'> {
  const crop = cropFor(facts, rule);
  if (crop && (check === 'ratio' || isInPlace(...cropped(facts, crop), check))) return { fix: 'crop' };
  // Beyond an edge that cuts the dish, a model would have to invent food.
  const touches = facts.dish?.touches ?? [];
  if (!extended.some((edge) => touches.includes(edge))) return { fix: 'outpaint' };
  return { instead: 'Step back, and photograph the dish again in the middle of a wider picture.' };
}

/** The size of a part of a picture, and the dish's place in it. */
function cropped(
  { width, height, dish }: Pick<FileFacts, 'width' | 'height' | 'dish'>,
  part: Box,
): [Size, Box] {
  const box = dish?.box ?? noDish;
  return [
    { width: part.width * width, height: part.height * height },
    {
      left: (box.left - part.left) / part.width,
      top: (box.top - part.top) / part.height,
      width: box.width / part.width,
      height: box.height / part.height,
    },
  ];
}

/** Placeholder for a dish whose place is unknown: a point in the middle. */
const noDish: Box = { left: 0.5, top: 0.5, width: 0, height: 0 };

/** Least room around the dish in a crop, as a share of the dish. */
const dishMargin = 0.04;

/**
 * The largest part of a picture that has the rule's ratio, contains the whole dish and needs no more than twofold
 * enlargement; undefined if there is none. If possible, the dish lies where the rule advises it, or at least where the
 * rule requires it. A picture with too few pixels is cropped all the same. Without a dish, the part lies in the middle.
 */
export function cropFor(
  facts: Pick<FileFacts, 'width' | 'height' | 'dish'>,
  { ratio, minimum, content }: Pick<PlatformRule, 'ratio' | 'minimum' | 'content'>,
): Box | undefined {
  const isEnough = minimum !== null && enlargementTo(facts, minimum) <= maxEnlargement;
  const least = isEnough ? minimum : null;
  const wanted = (['centred', 'squareCrop'] as const).filter((check) => content[check]);
  const needed = wanted.filter((check) => content[check] === 'fail');
  return (
    largestPart(facts, ratio, least, wanted) ??
    largestPart(facts, ratio, least, needed) ??
    largestPart(facts, ratio, least, [])
  );
}

function largestPart(
  facts: Pick<FileFacts, 'width' | 'height' | 'dish'>,
  range: PlatformRule['ratio'],
  minimum: Size | null,
  places: readonly ('centred' | 'squareCrop')[],
): Box | undefined {
  const shape = facts.width / facts.height;
  const ratio = range ? Math.min(range.to, Math.max(range.from, shape)) : shape;
  const widest = Math.min(1, ratio / shape);
  const tallest = Math.min(1, shape / ratio);
  for (let scale = 1; scale > 0.2; scale -= 0.01) {
    const { contains, ...part } = placed(facts.dish?.box ?? noDish, widest * scale, tallest * scale);
    const [size, dish] = cropped(facts, part);
    // Smaller parts have even fewer pixels, and contain even less of the dish.
    if (!contains || (minimum && enlargementTo(size, minimum) > maxEnlargement)) return undefined;
    if (places.every((place) => isInPlace(size, dish, place))) return part;
  }
  return undefined;
}

/** Longer side of a repaired file in pixels, unless the platform asks for more. */
const longestRepaired = 3000;

/** Invisible difference between two aspect ratios: 1400×788 instead of 16:9. */
const roundingOfShape = 0.003;

/**
 * Size in pixels of the file that repairs a picture, or the part of it that is kept: within the rule's limits if
 * twofold enlargement reaches them, in the picture's own aspect ratio, or in exactly the rule's ratio if it is nearly
 * that.
 */
export function repairedSize(kept: Size, rule: Pick<PlatformRule, 'minimum' | 'maximum' | 'ratio'>): Size {
  const { minimum, maximum, ratio } = rule;
  let scale = Math.min(1, longestRepaired / Math.max(kept.width, kept.height));
  const most = maximum ? Math.min(maximum.width / kept.width, maximum.height / kept.height) : maxEnlargement;
  scale = Math.min(scale, most);
  const needed = minimum ? enlargementTo(kept, minimum) : 0;
  if (needed <= Math.min(most, maxEnlargement)) scale = Math.max(scale, needed);
  const shape = kept.width / kept.height;
  const nearest = ratio ? Math.min(ratio.to, Math.max(ratio.from, shape)) : shape;
  // A part that was cut in whole pixels is off by up to one pixel.
  const isNear = Math.abs(nearest / shape - 1) <= 1 / Math.min(kept.width, kept.height);
  const target = isNear ? nearest : shape;
  const first = Math.max(1, Math.round(kept.height * scale));
  const sizes = [0, 1, -1, 2, -2].map((more) => {
    const height = Math.max(1, first + more);
    return { width: Math.max(1, Math.round(height * target)), height };
  });
  const [usual] = sizes;
  const exact =
    minimum && Math.abs(minimum.width / minimum.height / shape - 1) < roundingOfShape ? minimum : undefined;
  if (exact && usual && Math.abs(usual.height - exact.height) <= 2 && satisfies(exact, rule)) return exact;
  return sizes.find((size) => satisfies(size, rule)) ?? usual ?? kept;
}

/** A part of this size around the dish, moved into the picture, and whether it contains the dish with a margin. */
function placed(dish: Box, width: number, height: number): Box & { readonly contains: boolean } {
  const left = Math.min(1 - width, Math.max(0, dish.left + dish.width / 2 - width / 2));
  const top = Math.min(1 - height, Math.max(0, dish.top + dish.height / 2 - height / 2));
  const [spareX, spareY] = [dish.width * dishMargin, dish.height * dishMargin];
  // No margin is needed at the picture's own edge.
  const contains =
    left <= Math.max(0, dish.left - spareX) + 1e-9 &&
    top <= Math.max(0, dish.top - spareY) + 1e-9 &&
    left + width >= Math.min(1, dish.left + dish.width + spareX) - 1e-9 &&
    top + height >= Math.min(1, dish.top + dish.height + spareY) - 1e-9;
  return { left, top, width, height, contains };
}

type SeenCheck = Exclude<ContentCheck, 'centred' | 'squareCrop'>;

/**
 * Texts of each content check: finding if the rule is met and if not, the requirement, and what to photograph instead.
 */
const seenWords: Readonly<
  Record<
    SeenCheck,
    { readonly met: string; readonly unmet: string; readonly required: string; readonly instead: string }
  >
> = {
  writing: {
    met: 'none seen',
    unmet: 'writing or a logo',
    required: 'no writing, logo or watermark',
    instead: 'Photograph the dish without menus, labels or branded packaging, and without a watermark.',
  },
  people: {
    met: 'nobody seen',
    unmet: 'people or hands',
    required: 'no people',
    instead: 'Photograph the dish alone, without guests, staff or hands in the picture.',
  },
  oneDish: {
    met: 'one',
    unmet: 'several dishes',
    required: 'one dish only',
    instead: 'Photograph this dish alone, without drinks, sides or other plates.',
  },
  severalDishes: {
    met: 'several dishes',
    unmet: 'one dish alone',
    required: 'several dishes',
    instead: 'Photograph several dishes of your menu on one table for the cover.',
  },
  collage: {
    met: 'one photo',
    unmet: 'a collage',
    required: 'no collage',
    instead: 'Use a single photo, as the camera took it.',
  },
  colour: {
    met: 'in colour',
    unmet: 'black and white',
    required: 'in colour',
    instead: 'Use the photo in colour, as the camera took it.',
  },
};

function checkSeen(facts: FileFacts, rule: PlatformRule, check: SeenCheck): CheckResult | undefined {
  const isMet = meets(facts, check);
  const { met, unmet, required, instead } = seenWords[check];
  const isKnown = isMet !== undefined;
  const allowed = check === 'people' && rule.content.people === 'advice' ? '; hands may be allowed' : '';
  return contentLine(rule, check, isKnown, {
    isMet: isMet === true,
    measured: isMet === true ? met : unmet,
    required: required + allowed,
    instead,
  });
}

function meets({ seen, blackAndWhite }: FileFacts, check: SeenCheck): boolean | undefined {
  if (check === 'colour') return !blackAndWhite;
  if (seen === null) return undefined;
  return {
    writing: !seen.writing,
    people: !seen.people,
    oneDish: !seen.severalDishes,
    severalDishes: seen.severalDishes,
    collage: !seen.collage,
  }[check];
}

/** A line about the content; undefined if the rule does not ask for it. */
function contentLine(
  { content, source }: PlatformRule,
  check: ContentCheck,
  isKnown: boolean,
  { isMet, fix = null, instead = null, ...line }: Omit<Line, 'check'>,
): CheckResult | undefined {
  const unmet = content[check];
  if (unmet === undefined) return undefined;
  if (!isKnown) return { check, ...line, ...unknown, source };
  return {
    check,
    ...line,
    verdict: source === null ? 'unverified' : isMet ? 'pass' : unmet,
    source,
    fix: isMet ? null : fix,
    instead: isMet ? null : instead,
  };
}

/** Shorter side in pixels of a file if a rule states no smallest size. */
const usualSide = 1200;

/**
 * A size that a file of this rule may have, preferably the smallest one that it states; undefined if no file can meet
 * it.
 */
export function acceptedSize(rule: Pick<PlatformRule, 'minimum' | 'maximum' | 'ratio'>): Size | undefined {
  const { minimum, maximum, ratio } = rule;
  const least = minimum ?? { width: 1, height: 1 };
  const most = maximum ?? { width: largestSide, height: largestSide };
  const start = Math.min(most.height, minimum ? minimum.height : usualSide);
  const heights = [
    ...Array.from({ length: Math.max(0, most.height - start + 1) }, (_, step) => start + step),
    ...Array.from({ length: Math.max(0, start - least.height) }, (_, step) => start - 1 - step),
  ];
  for (const height of heights) {
    const shape = ratio ? Math.min(ratio.to, Math.max(ratio.from, 4 / 3)) : 4 / 3;
    const width = Math.min(most.width, Math.max(least.width, Math.round(height * shape)));
    if (satisfies({ width, height }, rule)) return { width, height };
  }
  return undefined;
}

/** Larger files are not photos for a page, and cannot be made here. */
const largestSide = 10_000;

/** Sentences about contradictions in a rule that no file could meet; empty for a consistent rule. */
export function contradictionsIn(
  rule: Pick<PlatformRule, 'minimum' | 'maximum' | 'ratio' | 'formats' | 'maxBytes' | 'content'>,
): string[] {
  const { minimum, maximum, ratio, formats, maxBytes, content } = rule;
  const found: string[] = [];
  if (minimum && maximum && (minimum.width > maximum.width || minimum.height > maximum.height))
    found.push(`The smallest size, ${pixels(minimum)}, is larger than the largest, ${pixels(maximum)}.`);
  if (ratio && ratio.from > ratio.to)
    found.push(`The ratio begins at ${ratioName(ratio.from)} and ends below it, at ${ratioName(ratio.to)}.`);
  if (formats.length === 0) found.push('No format is allowed. Please choose at least one.');
  if (maxBytes !== null && maxBytes < leastBytes)
    found.push(`No photo fits in ${fileSize(maxBytes)}. Please allow at least ${fileSize(leastBytes)}.`);
  if (content.oneDish && content.severalDishes)
    found.push('It asks for one dish and for several at the same time.');
  if (found.length === 0 && !acceptedSize(rule))
    found.push(
      `No file between ${minimum ? pixels(minimum) : 'any size'} and ${maximum ? pixels(maximum) : 'any size'} ${ratio ? `has the ratio ${rangeName(ratio)}` : 'can be made here'}.`,
    );
  return found;
}

/** A file with fewer bytes is not a photo that a platform could show. */
const leastBytes = 50_000;

const formatNames: Readonly<Record<PhotoFormat, string>> = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  gif: 'GIF',
};

const edgeNames: Readonly<Record<Edge, string>> = {
  left: 'on the left',
  right: 'on the right',
  top: 'at the top',
  bottom: 'at the bottom',
};

function pixels({ width, height }: Size): string {
  return `${width}×${height} px`;
}

/** Bytes in the usual units: `830 kB`, `2.4 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1).replace(/\.0$/, '')} MB`;
}

const namedRatios = [
  ['1:1', 1],
  ['5:4', 5 / 4],
  ['4:3', 4 / 3],
  ['3:2', 3 / 2],
  ['16:9', 16 / 9],
  ['2:1', 2],
  ['3:4', 3 / 4],
  ['2:3', 2 / 3],
  ['9:16', 9 / 16],
] as const;

function ratioName(ratio: number): string {
  const named = namedRatios.find(([, value]) => Math.abs(value / ratio - 1) < 0.004);
  return named ? named[0] : `${ratio.toFixed(2)}:1`;
}

function rangeName({ from, to }: NonNullable<PhotoRequirement['ratio']>): string {
  if (ratioName(from) === ratioName(to)) return ratioName(from);
  // Platforms publish 16:9 together with 1400×800, which is slightly narrower.
  const named = namedRatios.find(([, value]) => value >= from - 1e-9 && value <= to + 1e-9);
  return named && to / from < 1.03 ? named[0] : `${ratioName(from)} to ${ratioName(to)}`;
}

function orList(parts: readonly string[], word = 'or'): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${word} ${last}`;
}
