import type { roles } from '#shared/domain/roles.ts';

/** Roles of staff. Users without a role are customers. */
export type Role = (typeof roles)[number];

const rank: Record<Role, number> = { admin: 1, super_admin: 2 };

/** Parses the claim `cognito:groups`, which API Gateway passes as text: `[admin super_admin]`. */
export function parseGroups(claim: unknown): readonly string[] {
  if (Array.isArray(claim)) return claim.map(String);
  if (typeof claim !== 'string') return [];
  return claim
    .replace(/^\[|\]$/g, '')
    .split(/[\s,]+/)
    .filter((group) => group !== '');
}

/**
 * Returns the lower of the roles that the token's groups and the table's role item grant, because either of them may
 * be outdated (readings 32).
 */
export function agreedRole(groups: readonly string[], stored: Role | undefined): Role | undefined {
  const claimed: Role | undefined = groups.includes('super_admin')
    ? 'super_admin'
    : groups.includes('admin')
      ? 'admin'
      : undefined;
  if (!claimed || !stored) return undefined;
  return rank[claimed] < rank[stored] ? claimed : stored;
}
