import { AwsError } from '#src/aws/aws-error.ts';
import { childrenOf, childText, type XmlElement } from '#src/aws/xml.ts';

/** An enabled rule. Days count from the object's creation, or from the time at which a version became noncurrent. */
export interface LifecycleRule {
  prefix: string;
  expirationDays: number | undefined;
  noncurrentDays: number | undefined;
  /** Removes a delete marker that is the only version left. */
  removesMarkers: boolean;
}

const dayMs = 86_400_000;

/**
 * Reads a LifecycleConfiguration: expiration of current and noncurrent versions in days, and of delete markers without
 * other versions, below a prefix. AbortIncompleteMultipartUpload is accepted without effect, because parts are lost at
 * a restart anyway. Everything else throws NotImplemented (501).
 */
export function parseLifecycleRules(configuration: XmlElement): LifecycleRule[] {
  return childrenOf(configuration, 'Rule').flatMap((rule) => {
    refuseOthers(rule, [
      'ID',
      'Status',
      'Filter',
      'Prefix',
      'Expiration',
      'NoncurrentVersionExpiration',
      'AbortIncompleteMultipartUpload',
    ]);
    const [filter] = childrenOf(rule, 'Filter');
    if (filter) refuseOthers(filter, ['Prefix']);
    const [expiration] = childrenOf(rule, 'Expiration');
    if (expiration) refuseOthers(expiration, ['Days', 'ExpiredObjectDeleteMarker']);
    const expirationDays = expiration && childText(expiration, 'Days');
    const [noncurrent] = childrenOf(rule, 'NoncurrentVersionExpiration');
    if (noncurrent) refuseOthers(noncurrent, ['NoncurrentDays']);
    const parsed = {
      prefix: (filter && childText(filter, 'Prefix')) ?? childText(rule, 'Prefix') ?? '',
      expirationDays: expirationDays === undefined ? undefined : days(expirationDays),
      noncurrentDays: noncurrent && days(childText(noncurrent, 'NoncurrentDays')),
      removesMarkers:
        expiration !== undefined && childText(expiration, 'ExpiredObjectDeleteMarker') === 'true',
    };
    return childText(rule, 'Status') === 'Enabled' ? [parsed] : [];
  });
}

/**
 * Whether an object has expired: at the first midnight (UTC) that is `afterDays` whole days after `since`.
 * Milliseconds.
 */
export function isDue(since: number, afterDays: number, now: number): boolean {
  return now >= Math.ceil((since + afterDays * dayMs) / dayMs) * dayMs;
}

function days(text: string | undefined): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) {
    throw new AwsError(400, 'InvalidArgument', "'Days' for Expiration action must be a positive integer");
  }
  return value;
}

function refuseOthers(element: XmlElement, known: readonly string[]): void {
  const other = element.children.find(({ name }) => !known.includes(name));
  if (other !== undefined) {
    throw new AwsError(
      501,
      'NotImplemented',
      `${element.name}/${other.name} of a lifecycle rule is not implemented here.`,
    );
  }
}
