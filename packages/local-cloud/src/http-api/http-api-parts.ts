import type { Throttle } from './http-api-host.ts';

/** What the resources of one HTTP API say, until its stage is complete and its routes are set. */
export interface HttpApiParts {
  integrations: Map<string, { functionArn: string; timeoutMs: number }>;
  authorizers: Map<string, { issuer: string; audience: string[] }>;
  routes: { routeKey: string; integrationId: string; authorizerId: string | undefined }[];
  stage: { standard: Throttle | undefined; byRoute: Map<string, Throttle> } | undefined;
}
