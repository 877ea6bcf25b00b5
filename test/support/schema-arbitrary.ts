import fc from 'fast-check';
import * as z from 'zod/mini';

/** Values for properties by their names, such as ids of things that exist. */
export type Known = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** The part of JSON Schema that the contract's schemas use. */
interface Schema {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The JSON Schema of what a client sends for a schema of the contract. */
export function jsonSchemaOf(schema: z.ZodMiniType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
}

/**
 * Instances that fit a schema, except for rules between fields. Most known properties hold a known value; a `whole` one
 * has every property, and all known values.
 */
export function validFor(schema: Schema, known: Known = {}, isWhole = false): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => validFor(option, known, isWhole)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true });
    case 'string':
      return textFor(schema);
    case 'array':
      return fc.array(validFor(schema.items ?? {}, known, isWhole), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case 'object':
      return objectFor(schema, known, isWhole);
    default:
      return schema.allOf?.[0] ? validFor({ ...schema, ...schema.allOf[0] }, known, isWhole) : fc.jsonValue();
  }
}

function textFor({ format, pattern, allOf, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  const expression = pattern ?? allOf?.find((part) => part.pattern !== undefined)?.pattern;
  if (format === 'uuid') return fc.uuid();
  if (expression !== undefined) return fc.stringMatching(new RegExp(expression));
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)), unit: 'grapheme' });
}

function objectFor(
  { properties = {}, required = [] }: Schema,
  known: Known,
  isWhole: boolean,
): fc.Arbitrary<unknown> {
  const values = Object.entries(properties).map(([name, property]) => {
    const valid = validFor(property, known, isWhole);
    const given = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!given) return [name, valid] as const;
    if (isWhole) return [name, given] as const;
    return [name, fc.oneof({ weight: 3, arbitrary: given }, { weight: 1, arbitrary: valid })] as const;
  });
  return fc.record(Object.fromEntries(values), isWhole ? {} : { requiredKeys: [...required] });
}

/** Names of all properties at any depth. */
export function propertyNames(schema: Schema): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (schema.items) parts.push(schema.items);
  const properties = Object.entries(schema.properties ?? {});
  return [
    ...properties.flatMap(([name, property]) => [name, ...propertyNames(property)]),
    ...parts.flatMap(propertyNames),
  ];
}

/** Texts that often break programs. */
const hostileTexts: readonly string[] = [
  '',
  ' ',
  'x'.repeat(256),
  'x'.repeat(20_000),
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\ufeff\u202e\u2066',
  'e\u0301'.repeat(300),
  '👩‍🍳'.repeat(120),
  'line\r\nSet-Cookie: a=b\n{"level":"ERROR"}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' OR '1'='1",
  '=HYPERLINK("http://x")',
  '{{7*7}}#{7*7}',
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%E0%A4%A',
  'USER#other',
  'GENERATION#',
  'NaN',
  'Infinity',
  '1e999',
  '0x10',
  '-1',
  'null',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '{"$ne":""}',
];

const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  1.5,
  5e-324,
  1e-200,
  1e126,
  Number.MAX_VALUE,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  Number.MIN_SAFE_INTEGER,
  2 ** 31,
  [],
  [[]],
  [null],
  Array.from({ length: 500 }, () => 'x'),
  {},
  { $ne: '' },
  { length: 1 },
  { toString: 1, valueOf: null },
  JSON.parse('{"__proto__":{"role":"admin"}}'),
  JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`),
  JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`),
];

const strangeNames = [
  'extra',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '',
  'a.b',
  '0',
  'é\u0000',
];

type Path = readonly (string | number)[];

/** Every place in a value, the value itself included. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([name, part]) =>
      placesIn(part, [...path, Array.isArray(value) ? Number(name) : name]),
    ),
  ];
}

type Change = { readonly how: 'replace' | 'remove' | 'add'; readonly name: string; readonly value: unknown };

/** A copy of `value` that is changed at one place. */
function changedAt(value: unknown, path: Path, change: Change): unknown {
  const [step, ...rest] = path;
  const copy: unknown = Array.isArray(value)
    ? [...value]
    : value && typeof value === 'object'
      ? { ...value }
      : value;
  if (step === undefined) {
    if (change.how === 'add' && typeof copy === 'object' && copy !== null) {
      set(copy, change.name, change.value);
      return copy;
    }
    return change.value;
  }
  const holder = copy as object;
  if (rest.length === 0 && change.how === 'remove') Reflect.deleteProperty(holder, step);
  else set(holder, step, changedAt(Reflect.get(holder, step), rest, change));
  return copy;
}

/** Treats `__proto__` as any other name, as JSON.parse does. */
function set(holder: object, name: string | number, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Valid numbers that a store or a formula may not accept. */
const oddNumbers = [0, -0, 1, -1, 0.1, 1 / 3, 5e-324, 1e-200, 1e126, Number.MAX_VALUE, 2 ** 53, 2 ** 31];

/** Whole instances with one unusual number each, which random values would rarely contain. */
export function oddNumbersFor(schema: Schema, known: Known = {}): unknown[] {
  const wholes = fc.sample(validFor(schema, known, true), 4);
  return wholes.flatMap((whole) =>
    placesIn(whole)
      .filter((path) => typeof valueAt(whole, path) === 'number')
      .flatMap((path) =>
        oddNumbers.map((value) => changedAt(whole, path, { how: 'replace', name: '', value })),
      ),
  );
}

function valueAt(value: unknown, [step, ...rest]: Path): unknown {
  return step === undefined ? value : valueAt(Reflect.get(value as object, step), rest);
}

/** Values with one place that is missing, hostile or added; some are still valid. */
export function nearlyValidFor(schema: Schema, known: Known = {}): fc.Arbitrary<unknown> {
  const change = fc.record({
    how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add'),
    name: fc.constantFrom(...strangeNames),
    value: fc.oneof(fc.constantFrom(...hostileValues), fc.jsonValue()),
  }) as fc.Arbitrary<Change>;
  return fc.tuple(validFor(schema, known), fc.nat(), change).map(([valid, nth, how]) => {
    const places = placesIn(valid);
    return changedAt(valid, places[nth % places.length] ?? [], how);
  });
}

/** Path or query parameters: texts, one of which may be hostile or missing. */
export function parametersFor(schema: Schema, known: Known = {}): fc.Arbitrary<Record<string, string>> {
  const names = Object.keys(schema.properties ?? {});
  const texts = (value: unknown) =>
    Object.fromEntries(
      Object.entries(value as object).map(([name, part]) => [
        name,
        typeof part === 'string' ? part : JSON.stringify(part),
      ]),
    );
  const hostile = fc
    .tuple(validFor(schema, known), fc.constantFrom(...names, 'extra'), fc.constantFrom(...hostileTexts))
    .map(([value, name, text]) => ({ ...texts(value), [name]: text }));
  return fc.oneof(validFor(schema, known).map(texts), hostile);
}
