import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CognitoError, userDisabled } from './cognito-error.ts';
import { consentPage, errorPage } from './consent-page.ts';
import { providerGroup } from './identity-provider-operations.ts';
import type { Engine } from './operation.ts';
import { newUser } from './sign-up-operations.ts';
import { apiScope, type TokenSet } from './tokens.ts';
import { postConfirmation, preSignUp } from './triggers.ts';
import type { Client, IdentityProvider, Pool, User } from './user-pool-store.ts';

/**
 * The pool's domain: OAuth 2.0 with authorization codes and PKCE. AWS would redirect the browser to Google or Apple;
 * here a page of this machine lets the visitor choose a person, and says that it replaces the provider.
 */

const codeLifetime = 5 * 60_000;

/** The site's request to /oauth2/authorize. */
interface AuthorizationRequest {
  pool: Pool;
  client: Client;
  redirectUri: string;
  scope: string;
  state: string | undefined;
  nonce: string | undefined;
  codeChallenge: string | undefined;
  providerName: string | undefined;
}

interface AuthorizationCode {
  request: AuthorizationRequest;
  sub: string;
  expiresAt: number;
}

/** The person that the visitor chose. */
interface Person {
  email: string;
  emailVerified: boolean;
  name: string;
}

/** An error that is shown on a page, because the redirect address cannot be trusted. */
class PageError extends Error {}

/** An error that is reported to the site by redirect, as AWS does. */
class RedirectError extends Error {
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** A stable id for an address, in place of the provider's. */
const providerUserId = (provider: IdentityProvider, email: string): string => {
  const hash = sha256(`${provider.name}\n${email.toLowerCase()}`).toString('hex');
  return provider.type === 'Google'
    ? `1${BigInt(`0x${hash}`).toString().slice(0, 20)}`
    : `000${hash.slice(0, 3)}.${hash.slice(3, 35)}.0${hash.slice(35, 38)}`;
};

/** The provider's claims about the person as attributes of the pool. */
const mappedAttributes = (provider: IdentityProvider, userId: string, person: Person) => {
  const claims: Record<string, string> = {
    sub: userId,
    email: person.email,
    email_verified: String(person.emailVerified),
    name: person.name,
    given_name: person.name.split(' ')[0] ?? '',
    family_name: person.name.split(' ').slice(1).join(' '),
  };
  // As on AWS, an address counts as unverified unless the mapping says that it is verified.
  const attributes: Record<string, string> = { email_verified: 'false' };
  for (const [attribute, claim] of Object.entries(provider.attributeMapping)) {
    const value = claims[claim];
    if (value && attribute !== 'username') attributes[attribute] = value;
  }
  return attributes;
};

export interface HostedSignIn {
  /** Answers the request when its path belongs to the domain; false when it does not. */
  handle: (req: IncomingMessage, res: ServerResponse, url: URL, body: Buffer) => Promise<boolean>;
}

export const createHostedSignIn = (engine: Engine, basePath: string): HostedSignIn => {
  const codes = new Map<string, AuthorizationCode>();

  const readRequest = (params: URLSearchParams): AuthorizationRequest => {
    const clientId = params.get('client_id') ?? '';
    let found: { pool: Pool; client: Client };
    try {
      found = engine.store.client(clientId);
    } catch {
      throw new PageError(`There is no client ${clientId}.`);
    }
    const { pool, client } = found;
    if (!pool.domain) throw new PageError('This user pool has no domain.');
    if (
      !client.settings.AllowedOAuthFlowsUserPoolClient ||
      !client.settings.AllowedOAuthFlows?.includes('code')
    ) {
      throw new PageError('This client may not use the authorization code flow.');
    }
    const redirectUri = params.get('redirect_uri') ?? '';
    if (!client.settings.CallbackURLs?.includes(redirectUri)) {
      throw new PageError(`redirect_mismatch: ${redirectUri} is not a callback URL of this client.`);
    }
    return {
      pool,
      client,
      redirectUri,
      scope: params.get('scope') ?? (client.settings.AllowedOAuthScopes ?? []).join(' '),
      state: params.get('state') ?? undefined,
      nonce: params.get('nonce') ?? undefined,
      codeChallenge: params.get('code_challenge') ?? undefined,
      providerName: params.get('identity_provider') ?? undefined,
    };
  };

  const checkRequest = (request: AuthorizationRequest, params: URLSearchParams): void => {
    if (params.get('response_type') !== 'code') {
      throw new RedirectError('unauthorized_client', 'Only response_type=code is supported.');
    }
    const allowed = request.client.settings.AllowedOAuthScopes ?? [];
    if (!request.scope.split(' ').every((scope) => allowed.includes(scope))) {
      throw new RedirectError('invalid_scope', `The client allows only the scopes ${allowed.join(' ')}.`);
    }
    if (request.codeChallenge && params.get('code_challenge_method') !== 'S256') {
      throw new RedirectError('invalid_request', 'code_challenge_method must be S256.');
    }
  };

  const providersOf = ({ pool, client, providerName }: AuthorizationRequest): IdentityProvider[] => {
    const supported = client.settings.SupportedIdentityProviders ?? [];
    const usable = pool.identityProviders.filter(({ name }) => supported.includes(name));
    const chosen = providerName === undefined || providerName === 'COGNITO';
    const providers = chosen ? usable : usable.filter(({ name }) => name === providerName);
    if (providers.length === 0) {
      throw new PageError(`This client offers no identity provider ${providerName ?? ''}`.trim());
    }
    return providers;
  };

  const redirect = (res: ServerResponse, target: string, params: Record<string, string | undefined>) => {
    const url = new URL(target);
    for (const [name, value] of Object.entries(params)) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    res.writeHead(302, { location: url.href, 'cache-control': 'no-store' });
    res.end();
  };

  /** Returns the account of a person whom the provider has authenticated, and creates it at the first sign-in. */
  const signInPerson = async (
    { pool, client }: AuthorizationRequest,
    provider: IdentityProvider,
    person: Person,
  ): Promise<User> => {
    const userId = providerUserId(provider, person.email);
    const attributes = mappedAttributes(provider, userId, person);
    const owner = () =>
      engine.store
        .users(pool)
        .find(({ identities }) =>
          identities.some(
            (identity) => identity.providerName === provider.name && identity.userId === userId,
          ),
        );
    const known = owner();
    if (known) {
      if (!known.enabled) throw userDisabled();
      Object.assign(known.attributes, attributes);
      await engine.store.saveUser(pool, known);
      return known;
    }
    // In pools that ignore case, the name of a provider's user comes in lower case.
    const username = `${provider.name}_${userId}`.toLowerCase();
    await preSignUp(engine, {
      pool,
      clientId: client.id,
      userName: username,
      source: 'ExternalProvider',
      attributes: { ...attributes, 'cognito:email_alias': '', 'cognito:phone_number_alias': '' },
    });
    if (owner()) {
      // As on AWS, the sign-in during which the trigger links the accounts fails, and the next one succeeds.
      throw new CognitoError('AliasExistsException', `Already found an entry for username ${username}`);
    }
    const user = newUser({
      sub: randomUUID(),
      username,
      attributes,
      status: 'EXTERNAL_PROVIDER',
      now: engine.now(),
    });
    user.identities = [{ providerName: provider.name, userId, createdAt: engine.now() }];
    user.groups = [providerGroup(pool, provider.name)];
    await engine.store.saveUser(pool, user);
    await postConfirmation(engine, { pool, clientId: client.id, user, source: 'ConfirmSignUp' });
    return user;
  };

  const sendPage = (res: ServerResponse, status: number, html: string) => {
    res.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    });
    res.end(html);
  };

  const authorize = (res: ServerResponse, url: URL) => {
    const request = readRequest(url.searchParams);
    try {
      checkRequest(request, url.searchParams);
    } catch (error) {
      if (!(error instanceof RedirectError)) throw error;
      return redirect(res, request.redirectUri, {
        error: error.error,
        error_description: error.message,
        state: request.state,
      });
    }
    const choices = providersOf(request).map((provider) => ({
      provider: provider.name,
      label: provider.type === 'Google' ? 'Google' : 'Apple',
      known: engine.store
        .users(request.pool)
        .filter(({ identities }) => identities.some(({ providerName }) => providerName === provider.name))
        .map(({ attributes }) => ({
          email: attributes.email ?? '',
          name: attributes.name ?? '',
          emailVerified: attributes.email_verified === 'true',
        })),
    }));
    sendPage(
      res,
      200,
      consentPage({ action: `${basePath}/login`, query: url.searchParams.toString(), choices }),
    );
  };

  const login = async (res: ServerResponse, form: URLSearchParams) => {
    const params = new URLSearchParams(form.get('query') ?? '');
    const request = readRequest(params);
    try {
      checkRequest(request, params);
      if (form.get('cancel') === 'true') {
        const [asked] = providersOf(request);
        throw new RedirectError('access_denied', `${asked?.name} Error - 400 access_denied`);
      }
      const provider = providersOf(request).find(({ name }) => name === form.get('provider'));
      const email = form.get('email')?.trim() ?? '';
      if (!provider || !/^[^\s@]+@[^\s@]+$/.test(email)) {
        throw new PageError('Choose a provider and give an e-mail address.');
      }
      const user = await signInPerson(request, provider, {
        email,
        emailVerified: form.get('email_verified') === 'true',
        name: form.get('name')?.trim() ?? '',
      });
      const code = randomUUID();
      codes.set(code, { request, sub: user.sub, expiresAt: engine.now() + codeLifetime });
      redirect(res, request.redirectUri, { code, state: request.state });
    } catch (error) {
      if (!(error instanceof RedirectError || error instanceof CognitoError)) throw error;
      redirect(res, request.redirectUri, {
        error: error instanceof RedirectError ? error.error : 'invalid_request',
        error_description: error.message,
        state: request.state,
      });
    }
  };

  const exchangeCode = async (
    form: URLSearchParams,
  ): Promise<{ tokens: TokenSet; scope: string } | undefined> => {
    const key = form.get('code') ?? '';
    const code = codes.get(key);
    codes.delete(key);
    if (!code || code.expiresAt <= engine.now()) return undefined;
    const { request } = code;
    const verifier = form.get('code_verifier') ?? '';
    const proof =
      request.codeChallenge === undefined || sha256(verifier).toString('base64url') === request.codeChallenge;
    const sameSite =
      form.get('client_id') === request.client.id && form.get('redirect_uri') === request.redirectUri;
    const user = engine.store.users(request.pool).find(({ sub }) => sub === code.sub);
    if (!proof || !sameSite || !user?.enabled) return undefined;
    const { scope, nonce } = request;
    return {
      tokens: await engine.tokens.issue(request.pool, request.client, user, { scope, nonce }),
      scope,
    };
  };

  const token = async (res: ServerResponse, form: URLSearchParams) => {
    const sendJson = (status: number, value: object) => {
      res.writeHead(status, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      });
      res.end(JSON.stringify(value));
    };
    let found: { pool: Pool; client: Client };
    try {
      found = engine.store.client(form.get('client_id') ?? '');
    } catch {
      return sendJson(400, { error: 'invalid_client' });
    }
    let tokens: TokenSet | undefined;
    let scope = apiScope;
    if (form.get('grant_type') === 'authorization_code') {
      const exchanged = await exchangeCode(form);
      tokens = exchanged?.tokens;
      scope = exchanged?.scope ?? scope;
    } else if (form.get('grant_type') === 'refresh_token') {
      tokens = await engine.tokens
        .refresh(found.pool, found.client, form.get('refresh_token') ?? '')
        .catch((error: unknown) => {
          if (error instanceof CognitoError) return undefined;
          throw error;
        });
      scope = 'openid';
    } else {
      return sendJson(400, { error: 'unsupported_grant_type' });
    }
    if (!tokens) return sendJson(400, { error: 'invalid_grant' });
    sendJson(200, {
      ...(scope.split(' ').includes('openid') && { id_token: tokens.IdToken }),
      access_token: tokens.AccessToken,
      ...(tokens.RefreshToken && { refresh_token: tokens.RefreshToken }),
      expires_in: tokens.ExpiresIn,
      token_type: tokens.TokenType,
    });
  };

  const logout = (res: ServerResponse, params: URLSearchParams) => {
    let client: Client;
    try {
      ({ client } = engine.store.client(params.get('client_id') ?? ''));
    } catch {
      throw new PageError('There is no such client.');
    }
    const target = params.get('logout_uri') ?? '';
    if (!client.settings.LogoutURLs?.includes(target)) {
      throw new PageError(`${target} is not a sign-out URL of this client.`);
    }
    redirect(res, target, {});
  };

  const forgetOldCodes = () => {
    for (const [key, { expiresAt }] of codes) if (expiresAt <= engine.now()) codes.delete(key);
  };

  return {
    async handle(req, res, url, body) {
      const form = () => new URLSearchParams(body.toString('utf8'));
      forgetOldCodes();
      try {
        switch (`${req.method} ${url.pathname}`) {
          case 'GET /oauth2/authorize':
          case 'GET /login':
            authorize(res, url);
            return true;
          case 'POST /login':
            await login(res, form());
            return true;
          case 'POST /oauth2/token':
            await token(res, form());
            return true;
          case 'GET /logout':
            logout(res, url.searchParams);
            return true;
          default:
            return false;
        }
      } catch (error) {
        if (!(error instanceof PageError)) throw error;
        sendPage(res, 400, errorPage(error.message));
        return true;
      }
    },
  };
};
