import type { CachePolicy, OriginRequestPolicy } from './distribution.ts';

const day = 86_400;

/** AWS's managed cache policies by id (CloudFront developer guide, "Use managed cache policies"). */
export const managedCachePolicies: Readonly<Record<string, CachePolicy>> = {
  // CachingOptimized
  '658327ea-f89d-4fab-a63d-7e88639e58f6': {
    times: { min: 1, standard: day, max: 365 * day },
    query: 'none',
    headers: [],
    compresses: true,
  },
  // CachingOptimizedForUncompressedObjects
  'b2884449-e4de-46a7-ac36-70bc7f1ddd6d': {
    times: { min: 1, standard: day, max: 365 * day },
    query: 'none',
    headers: [],
    compresses: false,
  },
  // CachingDisabled
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': {
    times: { min: 0, standard: 0, max: 0 },
    query: 'none',
    headers: [],
    compresses: false,
  },
};

/** AWS's managed origin request policies by id. */
export const managedOriginRequestPolicies: Readonly<Record<string, OriginRequestPolicy>> = {
  // AllViewer
  '216adef6-5c7f-47e4-b989-5492eafa07d3': { headers: 'all', query: 'all' },
  // AllViewerExceptHostHeader
  'b689b0a8-53d0-40ab-baf2-68738e2966ac': { headers: 'all-except-host', query: 'all' },
};
