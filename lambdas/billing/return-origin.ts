/**
 * The origin of the site that the person came from, so that they come back to where they are signed in.
 * CloudFront names it in a header, but the HTTP API can be called without CloudFront and then the caller writes
 * it: only an origin of the settings is ever returned, the first of them when the header names none.
 */
export function returnOrigin(siteOrigins: readonly string[], viewerOrigin: string | undefined): string {
  const [first] = siteOrigins;
  if (first === undefined) throw new Error('The Stripe settings name no site');
  return siteOrigins.find((origin) => origin === viewerOrigin) ?? first;
}
