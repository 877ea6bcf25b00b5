import { readdirSync } from 'node:fs';
import { Aws, Duration } from 'aws-cdk-lib';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  HttpVersion,
  type IOrigin,
  OriginRequestPolicy,
  PriceClass,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';
import { originSecretHeader } from '#shared/origin-secret.ts';
import type { Api } from './api.ts';
import type { Config } from './config.ts';
import type { Data } from './data.ts';
import type { Domain } from './domain.ts';
import { hostOf, type Identity } from './identity.ts';
import { responseHeaders } from './response-headers.ts';
import { builtSite } from './site-build.ts';
import { deploySite } from './site-deployment.ts';
import { viewerFunctions } from './viewer-functions.ts';

interface WebsiteProps {
  readonly config: Config;
  readonly data: Data;
  readonly identity: Identity;
  readonly api: Api;
  readonly domain: Domain | undefined;
  /** ARN of a web ACL with the scope CLOUDFRONT. */
  readonly webAclArn: string | undefined;
}

/** CloudFront in front of the site, the API, the public pictures and the share pages, and the site's deployment. */
export class Website extends Construct {
  readonly distribution: Distribution;
  /** Public origin of the site. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: WebsiteProps) {
    super(scope, id);
    const { config, data, identity, api } = props;
    const siteFolder = builtSite();

    const apiOrigin = new HttpOrigin(hostOf(api.httpApi.apiEndpoint), {
      customHeaders: { [originSecretHeader]: data.originSecret.secretValue.unsafeUnwrap() },
    });
    const originAccessControl = new S3OriginAccessControl(this, 'BucketAccess', {
      // Names of access controls must be unique in an account; the CDK would leave out the region.
      originAccessControlName: `${Aws.STACK_NAME}-${Aws.REGION}`,
    });
    const siteOrigin = S3BucketOrigin.withOriginAccessControl(data.site, { originAccessControl });
    const mediaOrigin = S3BucketOrigin.withOriginAccessControl(data.media, { originAccessControl });

    const headers = responseHeaders(this, { config, data, identity, siteFolder });
    const rootFiles = readdirSync(siteFolder, { withFileTypes: true }).filter((entry) => entry.isFile());
    const { pageRequests, missingPage, viewerOrigin } = viewerFunctions(
      this,
      rootFiles.map(({ name }) => name),
    );

    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'Site, API, public pictures and share pages on one origin',
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      enableLogging: true,
      logBucket: data.accessLogs,
      logFilePrefix: 'cloudfront/',
      ...(props.domain && {
        domainNames: [props.domain.name],
        certificate: props.domain.certificate,
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      // By default CloudFront caches errors for ten seconds, also those of the API, whose cache key does not tell users
      // apart.
      errorResponses: [400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
      ...(props.webAclArn && { webAclId: props.webAclArn }),
      defaultBehavior: {
        origin: siteOrigin,
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: headers.site,
        functionAssociations: [pageRequests, missingPage],
      },
      additionalBehaviors: behaviours({ api: apiOrigin, media: mediaOrigin }, headers, viewerOrigin),
    });
    this.url = `https://${props.domain?.name ?? this.distribution.distributionDomainName}`;

    deploySite(this, { config, data, identity, api, siteFolder, website: this });
  }
}

/** What CloudFront does with each path that is not of the site. The first matching pattern applies. */
function behaviours(
  origins: { readonly api: IOrigin; readonly media: IOrigin },
  headers: ReturnType<typeof responseHeaders>,
  viewerOrigin: ReturnType<typeof viewerFunctions>['viewerOrigin'],
): Record<string, BehaviorOptions> {
  return {
    // Must precede /api/*.
    '/api/public/*': {
      origin: origins.api,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      // Caches a reply for as long as the route allows; neither token nor query reaches the origin.
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: headers.passive,
    },
    '/api/*': {
      origin: origins.api,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: headers.passive,
      functionAssociations: [viewerOrigin],
    },
    // Not cached, so that a picture disappears with its share page, without an invalidation.
    '/media/shares/*': {
      origin: origins.media,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      responseHeadersPolicy: headers.passive,
    },
    '/media/*': {
      origin: origins.media,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: headers.passive,
    },
    '/s/*': {
      origin: origins.api,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      // Not cached, so that a revoked share disappears at once.
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: headers.share,
      functionAssociations: [viewerOrigin],
    },
    '/unsubscribe/*': {
      origin: origins.api,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      // Mail programs send a POST for one-click unsubscribe.
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: headers.form,
    },
  };
}
