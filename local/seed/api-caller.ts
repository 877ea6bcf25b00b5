/**
 * Calls the API of a running site with an access token. Rejects if the API answers with an error; resolves with
 * undefined for an empty reply.
 */
export type ApiCaller = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => Promise<unknown>;

/** `headers` are sent with every call. */
export function apiCaller(
  siteUrl: string,
  accessToken: string,
  headers?: Readonly<Record<string, string>>,
): ApiCaller {
  return async (method, path, body) => {
    const response = await fetch(`${siteUrl}${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  };
}
