import * as z from 'zod';
import type { FormHash } from './form-body.ts';
import { invalidRequest, type StripeError } from './stripe-error.ts';

/** Parameters are text. These schemas parse them and fail with Stripe's errors. */

export const text = z.string().min(1).max(5000);
export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, { error: 'integer' })
  .transform(Number);
export const nonNegative = integer.refine((value) => value >= 0, { error: 'negative' });
export const positive = integer.refine((value) => value >= 1, { error: 'not positive' });
export const boolean = z.enum(['true', 'false'], { error: 'boolean' }).transform((value) => value === 'true');
export const url = text.refine((value) => URL.canParse(value) && /^https?:/.test(value), { error: 'url' });

/** A field that an empty value clears; it is parsed as null. */
export const unsettable = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => null), schema]);

/** Up to 50 keys of 40 characters with values of 500; an empty value removes its key, an empty hash all keys. */
export const metadata = unsettable(
  z
    .record(z.string().max(40, { error: 'key' }), z.string().max(500))
    .refine((hash) => Object.keys(hash).length <= 50, { error: 'too many keys' }),
);

/** The metadata of an object after a request has changed it. An empty value removes a key. */
export const mergeMetadata = (
  before: Record<string, string>,
  change: Record<string, string> | null | undefined,
): Record<string, string> => {
  if (change === undefined) return before;
  if (change === null) return {};
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''));
};

const range = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
});
export const timeRange = z.union([range, integer]);

/** Whether a time lies in a `created` filter: a moment or `{ gt, gte, lt, lte }`. */
export const inRange = (time: number, filter: z.output<typeof timeRange> | undefined): boolean => {
  if (filter === undefined) return true;
  if (typeof filter === 'number') return time === filter;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = filter;
  return time > gt && time >= gte && time < lt && time <= lte;
};

/** Parameters of every list. */
export const pagination = {
  limit: integer.optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
};

const paramName = (path: readonly PropertyKey[]): string =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');

const valueAt = (params: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    params,
  );

/** The most specific issue of a union: that of the alternative which matched furthest. */
const mostSpecific = (issue: z.core.$ZodIssue): z.core.$ZodIssue => {
  if (issue.code !== 'invalid_union') return issue;
  const deepest = issue.errors
    .flat()
    .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
    .sort((a, b) => b.path.length - a.path.length);
  const specific = deepest.find(({ code }) => code !== 'invalid_value') ?? deepest[0];
  return specific === undefined ? issue : mostSpecific(specific);
};

const listed = (values: readonly unknown[]): string => {
  const names = values.map(String);
  return names.length < 3 ? names.join(' or ') : `${names.slice(0, -1).join(', ')}, or ${names.at(-1)}`;
};

const errorOf = (reported: z.core.$ZodIssue, params: FormHash): StripeError => {
  const issue = mostSpecific(reported);
  const param = paramName(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => paramName([...issue.path, key]));
    return invalidRequest(
      `Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')}. (The stand-in may not implement it.)`,
      { code: 'parameter_unknown', param: names[0] ?? '' },
    );
  }
  const value = valueAt(params, issue.path);
  if (value === undefined) {
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (value === '') {
    return invalidRequest(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param },
    );
  }
  if (issue.message === 'integer') {
    return invalidRequest(`Invalid integer: ${String(value)}`, { code: 'parameter_invalid_integer', param });
  }
  if (issue.message === 'boolean') return invalidRequest(`Invalid boolean: ${String(value)}`, { param });
  if (issue.message === 'url') return invalidRequest('Not a valid URL', { code: 'url_invalid', param });
  if (issue.message === 'negative' || issue.message === 'not positive') {
    const least = issue.message === 'negative' ? 'greater than or equal to 0' : 'greater than or equal to 1';
    return invalidRequest(`This value must be ${least}.`, { code: 'parameter_invalid_integer', param });
  }
  if (issue.code === 'invalid_value') {
    return invalidRequest(
      `Invalid ${param}: must be ${issue.values.length > 1 ? 'one of ' : ''}${listed(issue.values)}`,
      { param },
    );
  }
  if (issue.code === 'too_big') {
    return invalidRequest(`Invalid ${param}: must be at most ${issue.maximum} characters`, { param });
  }
  if (issue.code === 'invalid_type') {
    const expected = issue.expected === 'record' || issue.expected === 'object' ? 'hash' : issue.expected;
    return invalidRequest(`Invalid ${expected}`, { param });
  }
  return invalidRequest(`Invalid ${param}: ${issue.message}`, { param });
};

/** Parses `params`. Throws Stripe's error for the first issue; unknown parameters come first. */
export const readParameters = <T extends z.ZodType>(schema: T, params: FormHash): z.output<T> => {
  const result = schema.safeParse(params);
  if (result.success) return result.data;
  const { issues } = result.error;
  const first = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  if (first === undefined) throw result.error;
  throw errorOf(first, params);
};

/** The parameters that a request contains. */
export const given = <T extends object>(params: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
