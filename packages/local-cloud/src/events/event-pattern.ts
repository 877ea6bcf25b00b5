/**
 * Filter patterns of event source mappings (Lambda developer guide, "Filter rule syntax"): an object mirrors
 * the event; each leaf is a list of alternatives, of which one must match.
 */
export type EventPattern = Record<string, unknown>;

/** Whether `event` matches `pattern`. Throws for an unsupported comparison. */
export function matchesPattern(pattern: EventPattern, event: unknown): boolean {
  return Object.entries(pattern).every(([name, wanted]) => {
    if (name === '$or')
      return (wanted as EventPattern[]).some((alternative) => matchesPattern(alternative, event));
    const value = isRecord(event) && Object.hasOwn(event, name) ? event[name] : undefined;
    if (Array.isArray(wanted)) return wanted.some((alternative) => matchesLeaf(alternative, value));
    return matchesPattern(wanted as EventPattern, value);
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list in the event matches when one of its members does. */
function matchesLeaf(wanted: unknown, value: unknown): boolean {
  if (isRecord(wanted)) {
    const [[comparison, argument] = ['', undefined], ...others] = Object.entries(wanted);
    if (others.length > 0)
      throw new Error(`Filter pattern: more than one comparison in ${JSON.stringify(wanted)}`);
    if (comparison === 'exists') return (value !== undefined && !isRecord(value)) === argument;
    // The only comparison that holds for every member or not at all.
    if (comparison === 'anything-but')
      return value !== undefined && members(value).every((v) => isOtherThan(argument, v));
    return members(value).some((member) => compare(comparison, argument, member));
  }
  return members(value).some((member) => member === wanted);
}

function members(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** EventBridge also takes a comparison here; the guide of Lambda names only values. */
function isOtherThan(argument: unknown, value: unknown): boolean {
  if (isRecord(argument)) throw new Error('Filter pattern: Lambda documents only values after anything-but');
  return !members(argument).includes(value);
}

function compare(comparison: string, argument: unknown, value: unknown): boolean {
  switch (comparison) {
    case 'prefix':
      return typeof value === 'string' && value.startsWith(String(argument));
    case 'suffix':
      return typeof value === 'string' && value.endsWith(String(argument));
    case 'equals-ignore-case':
      return typeof value === 'string' && value.toLowerCase() === String(argument).toLowerCase();
    case 'numeric':
      return typeof value === 'number' && inRange(argument as (string | number)[], value);
    default:
      throw new Error(`Filter pattern: the local cloud does not support the comparison ${comparison}`);
  }
}

/** `[">", 0, "<=", 5]` */
function inRange(terms: (string | number)[], value: number): boolean {
  for (let i = 0; i < terms.length; i += 2) {
    const bound = Number(terms[i + 1]);
    const holds = {
      '=': value === bound,
      '<': value < bound,
      '<=': value <= bound,
      '>': value > bound,
      '>=': value >= bound,
    }[String(terms[i])];
    if (holds === undefined) throw new Error(`Filter pattern: unknown numeric operator ${terms[i]}`);
    if (!holds) return false;
  }
  return true;
}
