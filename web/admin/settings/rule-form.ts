import * as z from 'zod/mini';
import {
  type EditedRule,
  maxBytesSchema,
  maxSourceName,
  ratioSchema,
  ruleValuesSchema,
  sideSchema,
} from '#shared/api/rules.ts';
import {
  type ContentCheck,
  contentChecks,
  type PhotoFormat,
  platformById,
} from '#shared/domain/platforms.ts';
import type { CallRequest } from '#web/lib/api-client.ts';
import { decimalOf, optionalNumberText } from './number-text.ts';
import { words } from './words.ts';

/** Platform, use and way in. */
export function nameOf({ rule }: EditedRule): string {
  const platform = platformById(rule.platform)?.name ?? rule.platform;
  return words.ruleName(platform, rule.use, rule.route);
}

/** Bytes in a megabyte, as platforms count them. */
const megabyte = 1_000_000;

/** The current calendar day on this device, e.g. `2026-11-21`. */
export function today(): string {
  return new Date().toLocaleDateString('en-CA');
}

/** Reads megabytes as bytes. `1,000` may be one or a thousand, so it is neither. */
function bytesOf(text: string): number {
  return /^[1-9]\d{0,2},\d{3}$/.test(text) ? Number.NaN : Math.round(decimalOf(text) * megabyte);
}

const side = optionalNumberText(sideSchema, words.side);
const ratio = optionalNumberText(ratioSchema, words.ratio, decimalOf);

const content = z.record(z.enum(contentChecks), z.nullable(z.enum(['fail', 'advice'])));

/** The contract's values of a rule, with numbers as text. */
export const ruleFormSchema = z.object({
  minWidth: side,
  minHeight: side,
  maxWidth: side,
  maxHeight: side,
  ratioFrom: ratio,
  ratioTo: ratio,
  /** In megabytes. */
  maxBytes: optionalNumberText(maxBytesSchema, words.fileSize, bytesOf),
  formats: ruleValuesSchema.shape.formats,
  advised: ruleValuesSchema.shape.advised,
  content,
  source: z.string().check(z.trim(), z.minLength(1, words.sourceMissing), z.maxLength(maxSourceName)),
  readOn: z.iso.date(words.readOnMissing).check(z.refine((day) => day <= today(), words.readOnFuture)),
});

export type RuleFormValues = z.input<typeof ruleFormSchema>;

const text = (value: number | undefined) => (value === undefined ? '' : String(value));

/** The form's values for a rule, with today as the day on which it was read. */
export function toForm({ rule }: EditedRule): RuleFormValues {
  const { minimum, maximum, ratio: range, maxBytes, formats, advised, source } = rule;
  return {
    minWidth: text(minimum?.width),
    minHeight: text(minimum?.height),
    maxWidth: text(maximum?.width),
    maxHeight: text(maximum?.height),
    ratioFrom: text(range?.from),
    ratioTo: text(range?.to),
    maxBytes: text(maxBytes === null ? undefined : maxBytes / megabyte),
    formats: [...formats] as PhotoFormat[],
    advised: [...advised],
    content: Object.fromEntries(
      contentChecks.map((check) => [check, rule.content[check] ?? null]),
    ) as RuleFormValues['content'],
    source: source?.name ?? '',
    readOn: today(),
  };
}

/** The request for a filled form. If one half of a size or ratio is empty, the other is used for both. */
export function fromForm(values: z.output<typeof ruleFormSchema>): CallRequest<'changeRule'>['body'] {
  const { minWidth, minHeight, maxWidth, maxHeight, ratioFrom, ratioTo, maxBytes, source, readOn } = values;
  const pair = (first: number | null, second: number | null) => {
    const [one, other] = [first ?? second, second ?? first];
    return one === null || other === null ? null : ([one, other] as const);
  };
  const [minimum, maximum, range] = [
    pair(minWidth, minHeight),
    pair(maxWidth, maxHeight),
    pair(ratioFrom, ratioTo),
  ];
  const asked = Object.entries(values.content).filter(([, weight]) => weight !== null);
  return {
    minimum: minimum && { width: minimum[0], height: minimum[1] },
    maximum: maximum && { width: maximum[0], height: maximum[1] },
    ratio: range && { from: range[0], to: range[1] },
    formats: values.formats,
    maxBytes,
    advised: values.advised,
    content: Object.fromEntries(asked) as Partial<Record<ContentCheck, 'fail' | 'advice'>>,
    source: { name: source, collection: null, readOn },
  };
}
