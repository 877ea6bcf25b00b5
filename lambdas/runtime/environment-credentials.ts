/**
 * Stands in the bundles for the SDK's own chain of credential providers (lib/bundle.ts), which would bring the
 * clients of four further services along: 140 KB that a function never runs, because Lambda puts the credentials of
 * its role into the environment. Under the name that the SDK asks for; links are signed with it too
 * (presigned-links.ts).
 */
export function defaultProvider() {
  return async () => {
    const {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_SESSION_TOKEN: sessionToken,
    } = process.env;
    if (!accessKeyId || !secretAccessKey) throw new Error('The environment holds no credentials');
    return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  };
}
