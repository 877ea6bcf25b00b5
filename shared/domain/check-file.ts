/**
 * The platform check: measured facts of a file against a platform's published requirements. It is pure and never
 * blocks anything: its results are shown, and kept with an approval.
 */
import { placeWords, type SeenCheck, seenWords } from './content-requirements.ts';
import { type Box, type Edge, edges } from './dish-place.ts';
import type { FileFacts } from './file-facts.ts';
import type { Size } from './formats.ts';
import { blurredBelow, darkBelow } from './measure-photo.ts';
import type { PlatformRule } from './platform-rules.ts';
import { type ContentCheck, hasRatio, type PhotoFormat, type RuleSource, satisfies } from './platforms.ts';
import { cropFor, cropped, isInPlace, offCentre, repairedSize } from './repair-file.ts';
import { fileSize, pixels, rangeName, ratioName, sizeRange } from './size-texts.ts';

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

/** Highlights (0 to 255) below which brightening (`brighteningCurve`) does not reach `darkBelow`. */
export const lostBelow = 40;

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

function placeName(size: Size, box: Box, check: 'centred' | 'squareCrop'): string {
  if (check === 'squareCrop') return isInPlace(size, box, check) ? 'inside' : 'partly outside';
  const [x, y] = [box.left + box.width / 2 - 0.5, box.top + box.height / 2 - 0.5];
  const parts = [
    Math.abs(x) > offCentre && `${Math.round(100 * Math.abs(x))} % too far ${x < 0 ? 'left' : 'right'}`,
    Math.abs(y) > offCentre && `${Math.round(100 * Math.abs(y))} % too ${y < 0 ? 'high' : 'low'}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'in the middle' : parts.join(', ');
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

function orList(parts: readonly string[], word = 'or'): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${word} ${last}`;
}
