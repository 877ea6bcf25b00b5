import * as z from 'zod/mini';
import type { EditedRule } from '#shared/api/rules.ts';
import {
  type ContentCheck,
  contentChecks,
  type PhotoFormat,
  platformById,
} from '#shared/domain/platforms.ts';
import type { CallRequest } from '#web/lib/api-client.ts';
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

/** A field for a number; empty means null. `read` returns NaN for text that is no number. */
const optional = (read: (text: string) => number, isFit: (value: number) => boolean, message: string) =>
  z.pipe(
    z.string().check(
      z.trim(),
      z.refine((text) => text === '' || isFit(read(text)), message),
    ),
    z.transform((text) => (text === '' ? null : read(text))),
  );

/** Reads pixels, as in `1000` or `1,000`: platforms write a comma between thousands. */
function wholeOf(text: string): number {
  return /^(\d+|[1-9]\d{0,2}(,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
}

/** Reads a decimal, as in `1.5` or `1,5`: many phones offer only a comma. `Number` would also accept `1e3` and `0x10`. */
function decimalOf(text: string): number {
  return /^(\d+[.,]?\d*|[.,]\d+)$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}

/** Reads megabytes. `1,000` may be one or a thousand, so it is neither. */
function megabytesOf(text: string): number {
  return /^[1-9]\d{0,2},\d{3}$/.test(text) ? Number.NaN : decimalOf(text);
}

const side = optional(
  wholeOf,
  (value) => Number.isInteger(value) && value >= 1 && value <= 20_000,
  words.side,
);
const ratio = optional(decimalOf, (value) => value >= 0.1 && value <= 10, words.ratio);
const content = z.record(z.enum(contentChecks), z.nullable(z.enum(['fail', 'advice'])));

/** The contract's values of a rule, with numbers as text. */
export const ruleFormSchema = z.object({
  minWidth: side,
  minHeight: side,
  maxWidth: side,
  maxHeight: side,
  ratioFrom: ratio,
  ratioTo: ratio,
  megabytes: optional(megabytesOf, (value) => value > 0 && value <= 1000, words.fileSize),
  formats: z.array(z.enum(['jpeg', 'png', 'webp', 'gif'])),
  advised: z.array(z.enum(['pixels', 'ratio', 'bytes'])),
  content,
  source: z.string().check(z.trim(), z.minLength(1, words.sourceMissing), z.maxLength(120)),
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
    megabytes: text(maxBytes === null ? undefined : maxBytes / megabyte),
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
  const { minWidth, minHeight, maxWidth, maxHeight, ratioFrom, ratioTo, megabytes, source, readOn } = values;
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
    maxBytes: megabytes === null ? null : Math.round(megabytes * megabyte),
    advised: values.advised,
    content: Object.fromEntries(asked) as Partial<Record<ContentCheck, 'fail' | 'advice'>>,
    source: { name: source, collection: null, readOn },
  };
}
