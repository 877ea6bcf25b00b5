import type { Throttle } from './http-api-host.ts';

/** The resources of one HTTP API, collected until all are provisioned and the routes can be set. */
export interface HttpApiParts {
  integrations: Map<string, { functionArn: string; timeoutMs: number }>;
  authorizers: Map<string, { issuer: string; audience: string[] }>;
  routes: { routeKey: string; integrationId: string; authorizerId: string | undefined }[];
  stage: { standard: Throttle | undefined; byRoute: Map<string, Throttle> } | undefined;
}
