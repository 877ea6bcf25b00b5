import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsError, replyWithError } from '#src/aws/aws-error.ts';
import type { Edge } from './edge.ts';

const namespace = 'http://cloudfront.amazonaws.com/doc/2020-05-31/';

/**
 * Paths that may be in progress at a time for a distribution (developer guide, "Concurrent invalidation request
 * maximum"): single files, and wildcards beside them.
 */
const quota = { files: 3000, wildcards: 15 };

/** How long an invalidation is in progress here, in milliseconds; on AWS it is seconds to minutes. */
const progressTime = 10_000;

interface InProgress {
  readonly distribution: string;
  readonly paths: readonly string[];
  readonly until: number;
}

/**
 * CloudFront's control API, as far as functions call it: CreateInvalidation. An invalidation takes effect at once and
 * counts as in progress for a while, so that too many of them are refused as on AWS.
 */
export function createCloudFrontApi(edges: () => Iterable<Edge>, now: () => number = Date.now) {
  let running: InProgress[] = [];

  function exceedsQuota(distribution: string, paths: readonly string[]): boolean {
    running = running.filter(({ until }) => until > now());
    const all = [
      ...running.filter((other) => other.distribution === distribution).flatMap((other) => other.paths),
      ...paths,
    ];
    const wildcards = all.filter((path) => path.endsWith('*')).length;
    return wildcards > quota.wildcards || all.length - wildcards > quota.files;
  }

  return async (req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<void> => {
    const match = /^\/2020-05-31\/distribution\/([^/]+)\/invalidation\/?$/.exec(req.url ?? '');
    if (req.method !== 'POST' || !match) {
      const error = new AwsError(501, 'NotImplemented', `CloudFront here has no ${req.method} ${req.url}`);
      replyWithError(res, 'cloudfront', error);
      return;
    }
    const [, id = ''] = match;
    const edge = [...edges()].find((candidate) => candidate.id === id);
    const text = body.toString('utf8');
    const paths = [...text.matchAll(/<Path>([^<]*)<\/Path>/g)].map(([, path = '']) => unescapeXml(path));
    const reference = /<CallerReference>([^<]*)<\/CallerReference>/.exec(text)?.[1];
    if (!edge) {
      replyWithError(
        res,
        'cloudfront',
        new AwsError(404, 'NoSuchDistribution', 'The specified distribution does not exist.'),
      );
      return;
    }
    if (paths.length === 0 || reference === undefined || paths.some((path) => !path.startsWith('/'))) {
      replyWithError(
        res,
        'cloudfront',
        new AwsError(400, 'InvalidArgument', 'Your request contains an invalid invalidation batch.'),
      );
      return;
    }
    if (exceedsQuota(id, paths)) {
      replyWithError(
        res,
        'cloudfront',
        new AwsError(
          400,
          'TooManyInvalidationsInProgress',
          'Processing your request will cause you to exceed the maximum number of in-progress invalidations.',
        ),
      );
      return;
    }
    running.push({ distribution: id, paths, until: now() + progressTime });
    edge.invalidate(paths);
    const invalidationId = `I${randomBytes(10).toString('hex').toUpperCase().slice(0, 13)}`;
    const items = /<Items>[\s\S]*<\/Items>/.exec(text)?.[0] ?? '';
    res.writeHead(201, {
      'content-type': 'text/xml',
      location: `/2020-05-31/distribution/${id}/invalidation/${invalidationId}`,
    });
    res.end(
      `<?xml version="1.0"?>\n<Invalidation xmlns="${namespace}"><Id>${invalidationId}</Id><Status>InProgress</Status>` +
        `<CreateTime>${new Date().toISOString()}</CreateTime><InvalidationBatch><Paths><Quantity>${paths.length}</Quantity>${items}</Paths>` +
        `<CallerReference>${reference}</CallerReference></InvalidationBatch></Invalidation>`,
    );
  };
}

function unescapeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
