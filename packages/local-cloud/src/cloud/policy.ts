import * as z from 'zod';

const oneOrMore = z.union([z.string().transform((value) => [value]), z.array(z.string())]);

const statementSchema = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Principal: z.union([z.literal('*'), z.record(z.string(), oneOrMore)]).optional(),
  Action: oneOrMore,
  Resource: oneOrMore.optional(),
  Condition: z.record(z.string(), z.record(z.string(), oneOrMore)).optional(),
});

/** A policy document as roles, buckets and queues carry it. */
export const policyDocumentSchema = z.strictObject({
  Version: z.string().optional(),
  Id: z.string().optional(),
  Statement: z.union([statementSchema.transform((statement) => [statement]), z.array(statementSchema)]),
});

export type Statement = z.output<typeof statementSchema>;

export interface AccessRequest {
  action: string;
  resource: string;
  /** `cloudfront.amazonaws.com`; undefined in a role's own policy. */
  service: string | undefined;
  /** Values of condition keys, by lower-case name. Every request on this machine counts as encrypted. */
  context: Readonly<Record<string, string>>;
}

/** IAM's decision over statements: an explicit Deny wins, else one Allow is needed. */
export function isAllowed(statements: readonly Statement[], request: AccessRequest): boolean {
  const applying = statements.filter((statement) => applies(statement, request));
  return (
    applying.every(({ Effect }) => Effect === 'Allow') && applying.some(({ Effect }) => Effect === 'Allow')
  );
}

/** Whether text matches a pattern with `*` and `?`. */
export function matchesWildcard(pattern: string, text: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${expression}$`, 's').test(text);
}

/** Whether a statement, Allow or Deny, applies to the request. */
export function applies(statement: Statement, request: AccessRequest): boolean {
  const { Principal, Action, Resource = [], Condition = {} } = statement;
  if (Principal !== undefined && !namesPrincipal(Principal, request.service)) return false;
  if (!Action.some((pattern) => matchesWildcard(pattern.toLowerCase(), request.action.toLowerCase())))
    return false;
  if (!Resource.some((pattern) => matchesWildcard(pattern, request.resource))) return false;
  return Object.entries(Condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, wanted]) => holds(operator, wanted, contextValue(request, key))),
  );
}

function namesPrincipal(
  principal: NonNullable<Statement['Principal']>,
  service: string | undefined,
): boolean {
  if (principal === '*' || principal.AWS?.includes('*')) return true;
  return service !== undefined && (principal.Service?.includes(service) ?? false);
}

function contextValue({ context }: AccessRequest, key: string): string | undefined {
  const name = key.toLowerCase();
  return name === 'aws:securetransport' ? 'true' : context[name];
}

function holds(operator: string, wanted: readonly string[], value: string | undefined): boolean {
  switch (operator) {
    case 'Bool':
    case 'StringEquals':
    case 'ArnEquals':
      return value !== undefined && wanted.includes(value);
    case 'StringLike':
    case 'ArnLike':
      return value !== undefined && wanted.some((pattern) => matchesWildcard(pattern, value));
    case 'NumericLessThan':
      return value !== undefined && wanted.some((limit) => Number(value) < Number(limit));
    default:
      throw new Error(`The local cloud does not support the condition operator ${operator}`);
  }
}
