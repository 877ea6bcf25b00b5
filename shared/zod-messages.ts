import { config, locales } from 'zod/mini';

// zod/mini has no default messages; these tell the sender of invalid input what was expected.
config(locales.en());

/**
 * The reason after our prefix `Invalid input: `. Zod's own messages for a wrong type begin with the same words and name
 * no field.
 */
export function reasonOf(issue: { message: string; path: PropertyKey[] }): string {
  const own = 'Invalid input: ';
  if (!issue.message.startsWith(own)) return issue.message;
  const reason = issue.message.slice(own.length);
  return issue.path.length > 0 ? `${issue.path.map(String).join('.')}: ${reason}` : reason;
}
