import { acceptedSize } from './accepted-size.ts';
import {
  type ContentChecks,
  imageTypeById,
  type MenuImageType,
  menuTargetSize,
  type PhotoRequirement,
  type Platform,
  type PlatformId,
  platformById,
  platforms,
  type RuleSource,
  satisfies,
} from './platforms.ts';
import { capitalised, rangeName, sizeRange } from './size-texts.ts';

/** One requirement of a platform, together with what it asks of the picture's content, in the form that is checked. */
export interface PlatformRule extends Omit<PhotoRequirement, 'source'> {
  readonly platform: PlatformId;
  /** Null if no official page was found: the rule then describes what we make, and its results are unverified. */
  readonly source: RuleSource | null;
  readonly content: ContentChecks;
}

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
