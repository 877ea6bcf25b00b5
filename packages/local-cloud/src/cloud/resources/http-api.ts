import * as z from 'zod';
import type { Throttle } from '#src/http-api/http-api-host.ts';
import { irrelevant, resourceKind, tags } from '../resource-kind.ts';

/** AWS::ApiGatewayV2::Api */
export const api = resourceKind({
  schema: z.strictObject({
    Name: z.string(),
    ProtocolType: z.literal('HTTP'),
    Description: z.string().optional(),
    DisableExecuteApiEndpoint: z.literal(false).optional(),
    Tags: tags.optional(),
  }),
  async provision(_properties, { logicalId, cloud }) {
    const id = cloud.generatedId(logicalId, 10);
    cloud.addHttpApi(id);
    cloud.httpApi(id).parts.routes = [];
    const endpoint = `https://${id}.execute-api.${cloud.options.region}.amazonaws.com`;
    return { ref: id, attributes: { ApiId: id, ApiEndpoint: endpoint } };
  },
});

/** AWS::ApiGatewayV2::Integration with a function. */
export const integration = resourceKind({
  schema: z.strictObject({
    ApiId: z.string(),
    IntegrationType: z.literal('AWS_PROXY'),
    IntegrationUri: z.string(),
    PayloadFormatVersion: z.literal('2.0'),
    IntegrationMethod: z.literal('POST').optional(),
    TimeoutInMillis: z.int().max(30_000).default(30_000),
    Description: z.string().optional(),
  }),
  async provision(properties, { logicalId, cloud }) {
    const id = cloud.generatedId(logicalId, 7);
    cloud.httpApi(properties.ApiId).parts.integrations.set(id, {
      functionArn: properties.IntegrationUri,
      timeoutMs: properties.TimeoutInMillis,
    });
    return { ref: id, attributes: { IntegrationId: id } };
  },
});

/** AWS::ApiGatewayV2::Authorizer of type JWT. */
export const authorizer = resourceKind({
  schema: z.strictObject({
    ApiId: z.string(),
    Name: z.string(),
    AuthorizerType: z.literal('JWT'),
    IdentitySource: z.tuple([z.literal('$request.header.Authorization')]),
    JwtConfiguration: z.strictObject({ Audience: z.array(z.string()), Issuer: z.string() }),
  }),
  async provision({ ApiId, JwtConfiguration: { Issuer, Audience } }, { logicalId, cloud }) {
    const id = cloud.generatedId(logicalId, 6);
    cloud.httpApi(ApiId).parts.authorizers.set(id, { issuer: Issuer, audience: Audience });
    return { ref: id, attributes: { AuthorizerId: id } };
  },
});

/** AWS::ApiGatewayV2::Route */
export const route = resourceKind({
  schema: z.strictObject({
    ApiId: z.string(),
    RouteKey: z.string(),
    Target: z.string().startsWith('integrations/'),
    AuthorizationType: z.enum(['JWT', 'NONE']).default('NONE'),
    AuthorizerId: z.string().optional(),
    AuthorizationScopes: z.array(z.string()).max(0).optional(),
    OperationName: z.string().optional(),
  }),
  async provision(properties, { logicalId, cloud }) {
    if ((properties.AuthorizationType === 'JWT') !== (properties.AuthorizerId !== undefined))
      throw new Error(`Route ${properties.RouteKey}: authorization type and authorizer do not fit`);
    cloud.httpApi(properties.ApiId).parts.routes.push({
      routeKey: properties.RouteKey,
      integrationId: properties.Target.replace('integrations/', ''),
      authorizerId: properties.AuthorizerId,
    });
    const id = cloud.generatedId(logicalId, 7);
    return { ref: id, attributes: { RouteId: id } };
  },
});

const routeSettings = z.strictObject({
  ThrottlingRateLimit: z.number().optional(),
  ThrottlingBurstLimit: z.int().optional(),
  DetailedMetricsEnabled: irrelevant('There are no metrics on this machine').optional(),
});

/** AWS::ApiGatewayV2::Stage, the `$default` one with automatic deployment. */
export const stage = resourceKind({
  schema: z.strictObject({
    ApiId: z.string(),
    StageName: z.literal('$default'),
    AutoDeploy: z.literal(true),
    DefaultRouteSettings: routeSettings.optional(),
    RouteSettings: z.record(z.string(), routeSettings).default({}),
    AccessLogSettings: irrelevant('Access is not logged on this machine').optional(),
    Tags: tags.optional(),
  }),
  async provision({ ApiId, DefaultRouteSettings, RouteSettings }, { cloud }) {
    const { parts } = cloud.httpApi(ApiId);
    const routeKeys = new Set(parts.routes.map(({ routeKey }) => routeKey));
    const byRoute = new Map<string, Throttle>();
    for (const [key, settings] of Object.entries(RouteSettings)) {
      if (!routeKeys.has(key))
        throw new Error(`The stage names the route ${key}, which the API does not have`);
      const throttle = throttleOf(settings);
      if (throttle) byRoute.set(key, throttle);
    }
    parts.stage = { standard: DefaultRouteSettings && throttleOf(DefaultRouteSettings), byRoute };
    return { ref: '$default', attributes: {} };
  },
});

function throttleOf(settings: z.output<typeof routeSettings>): Throttle | undefined {
  const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = settings;
  return rate === undefined || burst === undefined ? undefined : { rate, burst };
}
