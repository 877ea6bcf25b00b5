import type { Access } from '#shared/api/route.ts';
import { AppError } from './app-error.ts';
import type { HttpEvent } from './http-event.ts';
import { agreedRole, parseGroups, type Role } from './role.ts';

/** A signed-in person, from a verified access token. */
export interface UserCaller {
  /** The token's `sub`: the user's id everywhere in the product. */
  readonly userId: string;
  /** Cognito's user name, which its admin operations require. */
  readonly username: string;
  /** Groups of the token. They are only a claim, which the role in the table must confirm. */
  readonly groups: readonly string[];
  /** Scopes of the token; those of a sign-in by password are `passwordScope` of shared/domain/sign-in.ts. */
  readonly scopes: readonly string[];
  /** Time of the sign-in in milliseconds since 1970; refreshed tokens keep it. */
  readonly signedInAt?: number;
}

/** A member of staff: token and table agree on the role. */
export interface AdminCaller extends UserCaller {
  readonly role: Role;
}

export type CallerFor<A extends Access> = A extends 'public'
  ? undefined
  : A extends 'user'
    ? UserCaller
    : AdminCaller;

/**
 * Reads the role of a caller consistently.
 * @throws AppError `second_factor_required`
 */
export type ReadRole = (caller: UserCaller) => Promise<Role | undefined>;

/**
 * Returns the caller of a request; undefined for a public route.
 * @throws AppError `unauthenticated` without an access token, `forbidden` without the role that the route requires,
 * `second_factor_required` for staff without a second factor if the deployment requires one
 */
export async function authorize(
  event: HttpEvent,
  access: Access,
  readRole: ReadRole | undefined,
): Promise<UserCaller | AdminCaller | undefined> {
  if (access === 'public') return undefined;
  const claims = event.requestContext.authorizer?.jwt.claims ?? {};
  const { sub, username, auth_time: signedInAt } = claims;
  // The authorizer has verified the signature; it also accepts id tokens, which are not meant for APIs.
  if (claims.token_use !== 'access' || typeof sub !== 'string' || typeof username !== 'string')
    throw new AppError('unauthenticated');
  const scopes = typeof claims.scope === 'string' ? claims.scope.split(' ') : [];
  const caller = {
    userId: sub,
    username,
    groups: parseGroups(claims['cognito:groups']),
    scopes,
    // API Gateway passes numbers as text.
    ...(signedInAt !== undefined && { signedInAt: Number(signedInAt) * 1000 }),
  };
  if (access === 'user') return caller;
  const role = agreedRole(caller.groups, await readRole?.(caller));
  if (!role || (access === 'superAdmin' && role !== 'super_admin')) throw new AppError('forbidden');
  return { ...caller, role };
}
