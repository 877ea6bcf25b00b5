/**
 * Returns the origin to which Stripe's pages lead back: the origin on which the user is signed in. CloudFront sends it
 * in a header, but a caller who bypasses CloudFront can forge that: the result is always one of the configured origins,
 * by default the first.
 */
export function returnOrigin(siteOrigins: readonly string[], viewerOrigin: string | undefined): string {
  const [first] = siteOrigins;
  if (first === undefined) throw new Error('The Stripe settings name no site');
  return siteOrigins.find((origin) => origin === viewerOrigin) ?? first;
}
