/**
 * Returns the origin of the site that the person came from, so that they return to where they are signed in.
 * CloudFront sends it in a header, but a caller who bypasses CloudFront can forge it: the result is always one of the
 * configured origins, by default the first.
 */
export function returnOrigin(siteOrigins: readonly string[], viewerOrigin: string | undefined): string {
  const [first] = siteOrigins;
  if (first === undefined) throw new Error('The Stripe settings name no site');
  return siteOrigins.find((origin) => origin === viewerOrigin) ?? first;
}
