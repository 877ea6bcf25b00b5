/**
 * Replaces the SDK's chain of credential providers in the bundles (lib/bundle.ts), under the name that the SDK imports.
 * Lambda puts the credentials of a function's role into the environment, so the other providers are never needed; with
 * them every function starts 3 to 5 ms (4 to 6 %) slower and is 120 KB larger.
 */
export function defaultProvider() {
  return async () => {
    const {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_SESSION_TOKEN: sessionToken,
    } = process.env;
    if (!accessKeyId || !secretAccessKey) throw new Error('The environment has no credentials');
    return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  };
}
