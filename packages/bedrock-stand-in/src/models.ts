/** The image services; each has a request body of its own (`contract.ts`). */
export type ServiceName =
  | 'control-structure'
  | 'search-replace'
  | 'remove-background'
  | 'inpaint'
  | 'outpaint'
  | 'style-transfer'
  | 'fast-upscale'
  | 'sd3-5-large';

export interface Model {
  id: string;
  service: ServiceName;
  /** Regions from which the model can be called. */
  regions: readonly string[];
  /** The vendor's default quota for one source region. */
  requestsPerMinute: number;
}

const profileRegions = ['us-east-1', 'us-east-2', 'us-west-2'];

/** Identifiers, regions and quotas as published by the vendor in November 2026. */
export const models: readonly Model[] = [
  profile('us.stability.stable-image-control-structure-v1:0', 'control-structure'),
  profile('us.stability.stable-image-search-replace-v1:0', 'search-replace'),
  profile('us.stability.stable-image-remove-background-v1:0', 'remove-background'),
  profile('us.stability.stable-image-inpaint-v1:0', 'inpaint'),
  profile('us.stability.stable-outpaint-v1:0', 'outpaint'),
  profile('us.stability.stable-style-transfer-v1:0', 'style-transfer'),
  profile('us.stability.stable-fast-upscale-v1:0', 'fast-upscale'),
  {
    id: 'stability.sd3-5-large-v1:0',
    service: 'sd3-5-large',
    regions: ['us-west-2'],
    requestsPerMinute: 15,
  },
];

/** Models that answer Converse. */
export const chatModels: readonly Omit<Model, 'service'>[] = [
  { id: 'us.amazon.nova-2-lite-v1:0', regions: profileRegions, requestsPerMinute: 200 },
];

/** Image models that have reached the end of their life. Calls get a 404, as on AWS. */
export const endedModels: readonly string[] = [
  'amazon.titan-image-generator-v2:0',
  'amazon.nova-canvas-v1:0',
];

function profile(id: string, service: ServiceName): Model {
  return { id, service, regions: profileRegions, requestsPerMinute: 20 };
}
