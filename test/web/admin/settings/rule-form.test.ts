import { describe, expect, it } from 'vitest';
import { contentChecks } from '#shared/domain/platforms.ts';
import { type RuleFormValues, ruleFormSchema } from '#web/admin/settings/rule-form.ts';

const form: RuleFormValues = {
  minWidth: '',
  minHeight: '',
  maxWidth: '',
  maxHeight: '',
  ratioFrom: '',
  ratioTo: '',
  maxBytes: '',
  formats: [],
  advised: [],
  content: Object.fromEntries(contentChecks.map((check) => [check, null])) as RuleFormValues['content'],
  source: 'Just Eat',
  readOn: '2026-11-21',
};

/** The number that a field makes of a text, or its message. */
function read(field: 'minWidth' | 'ratioFrom' | 'maxBytes', text: string): unknown {
  const { data, error } = ruleFormSchema.safeParse({ ...form, [field]: text });
  return error ? error.issues.map(({ message }) => message).join() : data?.[field];
}

describe('a side in pixels', () => {
  it.each([
    ['', null],
    ['1', 1],
    [' 1200 ', 1200],
    ['1,000', 1000],
    ['12,000', 12_000],
    ['20000', 20_000],
  ])('takes "%s"', (text, side) => {
    expect(read('minWidth', text)).toBe(side);
  });

  it.each([
    '0',
    '20,001',
    '1.000',
    '1,5',
    '1,00',
    '1000,000',
    '0,100',
    '1 000',
    '1e3',
    '0x10',
    '-1',
  ])('refuses "%s"', (text) => {
    expect(read('minWidth', text)).toBe('Please enter a whole number from 1 to 20,000');
  });
});

describe('a file size in megabytes', () => {
  it.each([
    ['1,5', 1_500_000],
    ['0.125', 125_000],
    ['0,125', 125_000],
    [',5', 500_000],
    ['5.243', 5_243_000],
    ['1000', 1_000_000_000],
  ])('takes "%s"', (text, bytes) => {
    expect(read('maxBytes', text)).toBe(bytes);
  });

  it.each(['0', '0.0000001', '1000.1'])('refuses "%s", as the contract does', (text) => {
    expect(read('maxBytes', text)).toBe('Please enter megabytes, up to 1000, with a point for decimals');
  });

  it.each(['1,000', '10,000'])('refuses "%s", which may be read in two ways', (text) => {
    expect(read('maxBytes', text)).toBe('Please enter megabytes, up to 1000, with a point for decimals');
  });
});

it('takes a ratio with a decimal comma: a thousand is none', () => {
  expect(read('ratioFrom', '1,333')).toBe(1.333);
});
