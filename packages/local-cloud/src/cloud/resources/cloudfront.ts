import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { AwsError } from '#src/aws/aws-error.ts';
import type {
  Behavior,
  CachePolicy,
  HeaderChange,
  Origin,
  OriginRequestPolicy,
} from '#src/cloudfront/distribution.ts';
import { EdgeFunction } from '#src/cloudfront/edge-function.ts';
import { managedCachePolicies, managedOriginRequestPolicies } from '#src/cloudfront/managed-policies.ts';
import { type HttpResponse, textResponse } from '#src/http/http-message.ts';
import type { Cloud } from '../cloud.ts';
import { isAllowed } from '../policy.ts';
import { irrelevant, resourceKind, tags } from '../resource-kind.ts';

/** AWS::CloudFront::Function */
export const edgeFunction = resourceKind({
  schema: z.strictObject({
    Name: z.string(),
    AutoPublish: z.literal(true),
    FunctionCode: z.string(),
    FunctionConfig: z.strictObject({ Comment: z.string(), Runtime: z.literal('cloudfront-js-2.0') }),
    Tags: tags.optional(),
  }),
  async provision({ Name, FunctionCode }, { cloud }) {
    const arn = `arn:aws:cloudfront::${cloud.options.accountId}:function/${Name}`;
    cloud.edgeFunctions.set(arn, new EdgeFunction(Name, FunctionCode));
    return { ref: Name, attributes: { FunctionARN: arn, 'FunctionMetadata.FunctionARN': arn } };
  },
});

/** AWS::CloudFront::OriginAccessControl */
export const originAccessControl = resourceKind({
  schema: z.strictObject({
    OriginAccessControlConfig: z.strictObject({
      Name: z.string(),
      Description: z.string().optional(),
      OriginAccessControlOriginType: z.literal('s3'),
      SigningBehavior: z.literal('always'),
      SigningProtocol: z.literal('sigv4'),
    }),
  }),
  async provision(_properties, { logicalId, cloud }) {
    const id = `E${cloud.generatedId(logicalId, 13).toUpperCase()}`;
    cloud.originAccessControls.add(id);
    return { ref: id, attributes: { Id: id } };
  },
});

const overriding = z.strictObject({ Override: z.boolean() });

const securityHeaders = z.strictObject({
  ContentSecurityPolicy: overriding.extend({ ContentSecurityPolicy: z.string() }).optional(),
  ContentTypeOptions: overriding.optional(),
  FrameOptions: overriding.extend({ FrameOption: z.enum(['DENY', 'SAMEORIGIN']) }).optional(),
  ReferrerPolicy: overriding.extend({ ReferrerPolicy: z.string() }).optional(),
  StrictTransportSecurity: overriding
    .extend({
      AccessControlMaxAgeSec: z.int(),
      IncludeSubdomains: z.boolean().default(false),
      Preload: z.boolean().default(false),
    })
    .optional(),
});

/** AWS::CloudFront::ResponseHeadersPolicy */
export const responseHeadersPolicy = resourceKind({
  schema: z.strictObject({
    ResponseHeadersPolicyConfig: z.strictObject({
      Name: z.string(),
      Comment: z.string().optional(),
      SecurityHeadersConfig: securityHeaders.optional(),
      CustomHeadersConfig: z
        .strictObject({ Items: z.array(overriding.extend({ Header: z.string(), Value: z.string() })) })
        .optional(),
      RemoveHeadersConfig: z
        .strictObject({ Items: z.array(z.strictObject({ Header: z.string() })) })
        .optional(),
    }),
  }),
  async provision({ ResponseHeadersPolicyConfig: config }, { logicalId, cloud }) {
    const id = cloud.generatedId(logicalId, 36);
    cloud.headersPolicies.set(id, {
      set: [
        ...securityHeaderChanges(config.SecurityHeadersConfig ?? {}),
        ...(config.CustomHeadersConfig?.Items ?? []).map(({ Header, Value, Override }) => ({
          name: Header.toLowerCase(),
          value: Value,
          override: Override,
        })),
      ],
      remove: (config.RemoveHeadersConfig?.Items ?? []).map(({ Header }) => Header.toLowerCase()),
    });
    return { ref: id, attributes: { Id: id } };
  },
});

function securityHeaderChanges(headers: z.output<typeof securityHeaders>): HeaderChange[] {
  const changes: HeaderChange[] = [];
  const add = (name: string, value: string, override: boolean) => changes.push({ name, value, override });
  const {
    ContentSecurityPolicy: csp,
    ContentTypeOptions: type,
    FrameOptions: frame,
    ReferrerPolicy: referrer,
    StrictTransportSecurity: transport,
  } = headers;
  if (csp) add('content-security-policy', csp.ContentSecurityPolicy, csp.Override);
  if (type) add('x-content-type-options', 'nosniff', type.Override);
  if (frame) add('x-frame-options', frame.FrameOption, frame.Override);
  if (referrer) add('referrer-policy', referrer.ReferrerPolicy, referrer.Override);
  if (transport) {
    const value = [
      `max-age=${transport.AccessControlMaxAgeSec}`,
      ...(transport.IncludeSubdomains ? ['includeSubDomains'] : []),
      ...(transport.Preload ? ['preload'] : []),
    ].join('; ');
    add('strict-transport-security', value, transport.Override);
  }
  return changes;
}

const behaviorProperties = {
  TargetOriginId: z.string(),
  AllowedMethods: z.array(z.string()).default(['GET', 'HEAD']),
  CachedMethods: z.array(z.string()).optional(),
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.string().optional(),
  ResponseHeadersPolicyId: z.string().optional(),
  Compress: z.boolean().default(false),
  FunctionAssociations: z
    .array(
      z.strictObject({ EventType: z.enum(['viewer-request', 'viewer-response']), FunctionARN: z.string() }),
    )
    .default([]),
  ViewerProtocolPolicy: irrelevant('Viewers on this machine come over loopback, which counts as secure'),
};

const behaviorSchema = z.strictObject(behaviorProperties);

const originSchema = z.strictObject({
  Id: z.string(),
  DomainName: z.string(),
  OriginAccessControlId: z.string().optional(),
  S3OriginConfig: z.strictObject({ OriginAccessIdentity: z.literal('') }).optional(),
  CustomOriginConfig: z
    .strictObject({
      OriginProtocolPolicy: z.literal('https-only'),
      OriginSSLProtocols: irrelevant('Origins on this machine are called in this process').optional(),
      OriginReadTimeout: z.number().optional(),
      OriginKeepaliveTimeout: z.number().optional(),
    })
    .optional(),
  OriginCustomHeaders: z
    .array(z.strictObject({ HeaderName: z.string(), HeaderValue: z.string() }))
    .default([]),
  ConnectionAttempts: z.int().optional(),
  ConnectionTimeout: z.int().optional(),
});

/** AWS::CloudFront::Distribution */
export const distribution = resourceKind({
  schema: z.strictObject({
    DistributionConfig: z.strictObject({
      Comment: z.string().optional(),
      Enabled: z.literal(true),
      DefaultRootObject: z.string().default(''),
      DefaultCacheBehavior: behaviorSchema,
      CacheBehaviors: z.array(z.strictObject({ PathPattern: z.string(), ...behaviorProperties })).default([]),
      Origins: z.array(originSchema),
      CustomErrorResponses: z
        .array(
          z.strictObject({
            ErrorCode: z.int(),
            ErrorCachingMinTTL: z.number().default(10),
            ResponseCode: z.int().optional(),
            ResponsePagePath: z.string().optional(),
          }),
        )
        .default([]),
      HttpVersion: irrelevant('The site is served over HTTP/1.1 here').optional(),
      IPV6Enabled: irrelevant('The site listens on 127.0.0.1').optional(),
      Logging: irrelevant('Access is not logged on this machine').optional(),
      PriceClass: irrelevant('There is one edge').optional(),
      Aliases: irrelevant('The site is served under 127.0.0.1').optional(),
      ViewerCertificate: irrelevant('The site is served over plain HTTP on loopback').optional(),
      WebACLId: irrelevant('There is no web application firewall on this machine').optional(),
    }),
    Tags: tags.optional(),
  }),
  async provision({ DistributionConfig: config }, { logicalId, cloud }) {
    const id = `E${cloud.generatedId(logicalId, 13).toUpperCase()}`;
    const { siteHost, accountId } = cloud.options;
    const behaviors = [
      ...config.CacheBehaviors.map(({ PathPattern, ...behavior }) =>
        behaviorOf(cloud, behavior, PathPattern),
      ),
      behaviorOf(cloud, config.DefaultCacheBehavior, undefined),
    ];
    const distributionArn = `arn:aws:cloudfront::${accountId}:distribution/${id}`;
    cloud.addDistribution({
      id,
      domainName: siteHost,
      defaultRootObject: config.DefaultRootObject,
      behaviors,
      origins: new Map(config.Origins.map((origin) => [origin.Id, originOf(cloud, origin, distributionArn)])),
      customErrors: config.CustomErrorResponses.map((error) => ({
        status: error.ErrorCode,
        page: error.ResponsePagePath,
        responseStatus: error.ResponseCode,
        keepFor: error.ErrorCachingMinTTL,
      })),
    });
    return { ref: id, attributes: { Id: id, DomainName: siteHost } };
  },
});

function behaviorOf(
  cloud: Cloud,
  behavior: z.output<typeof behaviorSchema>,
  pathPattern: string | undefined,
): Behavior {
  const at = (eventType: string): EdgeFunction | undefined => {
    const association = behavior.FunctionAssociations.find(({ EventType }) => EventType === eventType);
    return association && known(cloud.edgeFunctions, association.FunctionARN, 'CloudFront function');
  };
  const { ResponseHeadersPolicyId: headersId, OriginRequestPolicyId: requestId } = behavior;
  const nothingMore: OriginRequestPolicy = { headers: 'none', query: 'none' };
  const cache: CachePolicy = known(
    new Map(Object.entries(managedCachePolicies)),
    behavior.CachePolicyId,
    'cache policy',
  );
  return {
    pathPattern,
    originId: behavior.TargetOriginId,
    methods: behavior.AllowedMethods,
    compress: behavior.Compress,
    cache,
    originRequest:
      requestId === undefined
        ? nothingMore
        : known(new Map(Object.entries(managedOriginRequestPolicies)), requestId, 'origin request policy'),
    responseHeaders:
      headersId === undefined
        ? undefined
        : known(cloud.headersPolicies, headersId, 'response headers policy'),
    onRequest: at('viewer-request'),
    onResponse: at('viewer-response'),
  };
}

function known<T>(items: ReadonlyMap<string, T>, id: string, what: string): T {
  const item = items.get(id);
  if (item === undefined) throw new Error(`The local cloud does not support the ${what} ${id}`);
  return item;
}

/** The host behind an origin's domain name: a bucket or the HTTP API, both in this process. */
function originOf(cloud: Cloud, origin: z.output<typeof originSchema>, distributionArn: string): Origin {
  const added = Object.fromEntries(
    origin.OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName.toLowerCase(), HeaderValue]),
  );
  if (origin.S3OriginConfig) {
    const bucket = origin.DomainName.split('/')[1];
    if (bucket === undefined)
      throw new Error(`The origin ${origin.DomainName} is not a bucket of the local cloud`);
    const isSigned = cloud.originAccessControls.has(origin.OriginAccessControlId ?? '');
    return bucketOrigin(cloud, bucket, isSigned ? distributionArn : undefined);
  }
  const apiId = origin.DomainName.split('.')[0] ?? '';
  const { host } = cloud.httpApi(apiId);
  return (request) =>
    host.handle({ ...request, headers: { ...request.headers, ...added, host: origin.DomainName } });
}

/**
 * Reads a bucket with the distribution's permissions from the bucket's policy. A missing object is 404 if the
 * distribution may list the bucket, otherwise 403, as on S3.
 */
function bucketOrigin(cloud: Cloud, bucket: string, distributionArn: string | undefined): Origin {
  const allows = (action: string, resource: string): boolean =>
    distributionArn !== undefined &&
    isAllowed(cloud.bucketPolicies.get(bucket) ?? [], {
      action,
      resource,
      service: 'cloudfront.amazonaws.com',
      context: { 'aws:sourcearn': distributionArn },
    });
  const denied = () => s3Error(403, 'AccessDenied', 'Access Denied');
  return async (request) => {
    let key: string;
    try {
      key = decodeURIComponent(request.path.slice(1));
    } catch {
      return s3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return s3Error(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
    if (!allows('s3:GetObject', `arn:aws:s3:::${bucket}/${key}`)) return denied();
    try {
      const { status, headers, body } = await cloud.options.s3.read(bucket, key, {
        range: request.headers.range,
      });
      return { status, headers, cookies: [], body: body ? await buffer(body) : Buffer.alloc(0) };
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      if (error.status === 404 && !allows('s3:ListBucket', `arn:aws:s3:::${bucket}`)) return denied();
      return s3Error(error.status, error.code, error.message);
    }
  };
}

function s3Error(status: number, code: string, message: string): HttpResponse {
  return textResponse(
    status,
    'application/xml',
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  );
}
