import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as z from 'zod';

/** Claims as API Gateway hands them to the function: every value a string. */
export type Claims = Record<string, string>;

const discoverySchema = z.object({ jwks_uri: z.url() });

/**
 * API Gateway's JWT authorizer: the token's signature, issuer and times must hold, and its audience (or, as in
 * Cognito's access tokens, its client_id) must be one of the authorizer's.
 */
export class JwtAuthorizer {
  readonly #issuer: string;
  readonly #audience: readonly string[];
  #keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(issuer: string, audience: readonly string[]) {
    this.#issuer = issuer;
    this.#audience = audience;
  }

  /** The claims of the bearer token in an Authorization header; undefined when the token is missing or invalid. */
  async authorize(header: string | undefined): Promise<Claims | undefined> {
    const token = header?.replace(/^bearer /i, '');
    if (!token) return undefined;
    try {
      this.#keys ??= this.#discover();
      const { payload } = await jwtVerify(token, await this.#keys, { issuer: this.#issuer });
      return this.#accepts(payload) ? claimsOf(payload) : undefined;
    } catch {
      return undefined;
    }
  }

  #accepts(payload: JWTPayload): boolean {
    const audience = payload.aud ?? payload.client_id;
    const stated = Array.isArray(audience) ? audience : [audience];
    return stated.some((entry) => typeof entry === 'string' && this.#audience.includes(entry));
  }

  async #discover(): Promise<JWTVerifyGetKey> {
    try {
      const reply = await fetch(`${this.#issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
      return createRemoteJWKSet(new URL(discoverySchema.parse(await reply.json()).jwks_uri));
    } catch (error) {
      // A failure is not cached, so the next request tries again.
      this.#keys = undefined;
      throw error;
    }
  }
}

/** API Gateway renders lists as `[a b]` and numbers in decimal. */
function claimsOf(payload: JWTPayload): Claims {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [
      name,
      Array.isArray(value) ? `[${value.join(' ')}]` : String(value),
    ]),
  );
}
