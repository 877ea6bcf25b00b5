import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AllowedMethods,
  CachePolicy,
  Function as CloudFrontFunction,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginRequestPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { brand } from '#shared/brand.ts';
import { originSecretHeader } from '#shared/origin-secret.ts';
import {
  appAddresses,
  missingPageFile,
  publicPages,
  sessionHintCookie,
  siteOriginPlaceholder,
} from '#shared/public-pages.ts';
import type { Api } from './api.ts';
import type { Config } from './config.ts';
import type { Data } from './data.ts';
import type { Domain } from './domain.ts';
import { hostOf, type Identity } from './identity.ts';
import { builtSite, inlineScriptHashes } from './site-build.ts';

interface WebsiteProps {
  readonly config: Config;
  readonly data: Data;
  readonly identity: Identity;
  readonly api: Api;
  readonly region: string;
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

    const bucketHosts = [data.uploads, data.originals].map((b) => `https://${b.bucketRegionalDomainName}`);
    const hostedDomain = identity.domain && hostOf(identity.domain.baseUrl());
    const siteHeaders = this.headersPolicy(
      'SiteHeaders',
      [
        "default-src 'self'",
        `script-src 'self' ${inlineScriptHashes(join(siteFolder, 'index.html')).join(' ')}`,
        // Emotion writes its rules into style elements.
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self'",
        `connect-src 'self' https://${identity.issuerHost} ${bucketHosts.join(' ')}${hostedDomain ? ` https://${hostedDomain}` : ''}`,
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
      config,
    );
    // Pages rendered by a function have no script. An API reply or a picture that is opened on its own may load and run
    // nothing at all.
    const pageOf = (form: "'none'" | "'self'") => [
      "default-src 'none'",
      "img-src 'self'",
      "style-src 'unsafe-inline'",
      "font-src 'self'",
      "base-uri 'none'",
      `form-action ${form}`,
      "frame-ancestors 'none'",
    ];
    const shareHeaders = this.headersPolicy('ShareHeaders', pageOf("'none'"), config);
    const formHeaders = this.headersPolicy('FormHeaders', pageOf("'self'"), config);
    const passiveHeaders = this.headersPolicy('PassiveHeaders', ["default-src 'none'", 'sandbox'], config);

    const rootFiles = readdirSync(siteFolder, { withFileTypes: true }).filter((entry) => entry.isFile());
    const choice = fileOf(rootFiles.map(({ name }) => `/${name}`));
    const pageRequests = this.viewerFunction('PageRequest', choice + pageRequest);
    const missingPage = this.viewerFunction(
      'PageResponse',
      choice + markMissingPage,
      FunctionEventType.VIEWER_RESPONSE,
    );
    const viewerOrigin = this.viewerFunction('ViewerOrigin', nameViewerOrigin);

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
        responseHeadersPolicy: siteHeaders,
        functionAssociations: [pageRequests, missingPage],
      },
      additionalBehaviors: {
        // Must precede /api/*: the first matching pattern applies.
        '/api/public/*': {
          origin: apiOrigin,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          // Caches a reply for as long as the route allows; neither token nor query reaches the origin.
          cachePolicy: CachePolicy.CACHING_OPTIMIZED,
          responseHeadersPolicy: passiveHeaders,
        },
        '/api/*': {
          origin: apiOrigin,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          responseHeadersPolicy: passiveHeaders,
          functionAssociations: [viewerOrigin],
        },
        // Not cached, so that a picture disappears with its share page, without an invalidation.
        '/media/shares/*': {
          origin: mediaOrigin,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          responseHeadersPolicy: passiveHeaders,
        },
        '/media/*': {
          origin: mediaOrigin,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          cachePolicy: CachePolicy.CACHING_OPTIMIZED,
          responseHeadersPolicy: passiveHeaders,
        },
        '/s/*': {
          origin: apiOrigin,
          viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
          // Not cached, so that a revoked share disappears at once.
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          responseHeadersPolicy: shareHeaders,
          functionAssociations: [viewerOrigin],
        },
        '/unsubscribe/*': {
          origin: apiOrigin,
          viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
          // Mail programs send a POST for one-click unsubscribe.
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          responseHeadersPolicy: formHeaders,
        },
      },
    });
    this.url = `https://${props.domain?.name ?? this.distribution.distributionDomainName}`;

    // The CDK's own log group would stay behind if the first deployment fails, and keep its logs for ever.
    const logGroup = new LogGroup(this, 'DeploymentLogs', {
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const deployed = { destinationBucket: data.site, prune: false, memoryLimit: 512, logGroup };
    // Files named by a hash of their content never change; browsers revalidate everything else each time.
    const assets = {
      ...deployed,
      destinationKeyPrefix: 'assets',
      cacheControl: [CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
    };
    const pages = { ...deployed, cacheControl: [CacheControl.noCache()] };
    const only = (extension: string) => ['*.*', `!*.${extension}`];
    const typed = Object.keys(contentTypes).map((extension) => `*.${extension}`);
    const before = [
      new BucketDeployment(this, 'Assets', {
        ...assets,
        sources: [Source.asset(join(siteFolder, 'assets'), { exclude: typed })],
      }),
      ...(['avif', 'webp', 'woff2'] as const).map(
        (extension) =>
          new BucketDeployment(this, `Assets-${extension}`, {
            ...assets,
            contentType: contentTypes[extension],
            sources: [Source.asset(join(siteFolder, 'assets'), { exclude: only(extension) })],
          }),
      ),
      ...(['webmanifest', 'webp'] as const).map(
        (extension) =>
          new BucketDeployment(this, `Pages-${extension}`, {
            ...pages,
            contentType: contentTypes[extension],
            sources: [Source.asset(siteFolder, { exclude: [...only(extension), 'assets/**'] })],
          }),
      ),
    ];
    const files = new BucketDeployment(this, 'Pages', {
      ...pages,
      sources: [
        Source.asset(siteFolder, { exclude: ['assets/**', ...typed, ...addressedFiles] }),
        ...addressedFiles.map((file) =>
          Source.data(
            file,
            readFileSync(join(siteFolder, file), 'utf8')
              .replaceAll(siteOriginPlaceholder, this.url)
              .replaceAll(brand.supportEmail, config.supportEmail ?? brand.supportEmail),
          ),
        ),
        Source.jsonData('config.json', {
          region: props.region,
          issuer: identity.userPool.userPoolProviderUrl,
          userPoolId: identity.userPool.userPoolId,
          userPoolClientId: identity.client.userPoolClientId,
          social: identity.social,
          ...(config.notice && { notice: config.notice }),
          ...(hostedDomain && { hostedDomain }),
        }),
      ],
      distribution: this.distribution,
      distributionPaths: ['/*'],
      // A slow invalidation must not fail the deployment. Browsers revalidate pages each time; the edge follows a
      // little later.
      waitForDistributionInvalidation: false,
    });
    files.node.addDependency(...before);
  }

  private headersPolicy(
    id: string,
    contentSecurityPolicy: string[],
    { strictTransport }: Config,
  ): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, id, {
      // Names of policies must be unique in an account.
      responseHeadersPolicyName: `${Aws.STACK_NAME}-${Aws.REGION}-${id}`,
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy.join('; '), override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: {
          referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
          override: true,
        },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(strictTransport.days),
          includeSubdomains: strictTransport.subdomains,
          override: true,
        },
      },
    });
  }

  private viewerFunction(id: string, code: string, eventType = FunctionEventType.VIEWER_REQUEST) {
    return {
      eventType,
      function: new CloudFrontFunction(this, id, {
        runtime: FunctionRuntime.JS_2_0,
        code: FunctionCode.fromInline(code),
      }),
    };
  }
}

/** Content types by extension that the deployment's list of types may lack; these files are deployed separately. */
const contentTypes = {
  avif: 'image/avif',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** Files that contain absolute addresses of the site. */
const addressedFiles = [...publicPages.map(({ file }) => file), 'robots.txt', 'sitemap.xml', 'llms.txt'];

const pageFiles = Object.fromEntries(publicPages.map(({ path, file }) => [path, `/${file}`]));

/**
 * The code that maps a path to a file: public pages have a file each; the app's addresses share one file; files in
 * folders are looked up; files at the root must be in `rootFiles`. Anything else gets the page for missing addresses.
 */
function fileOf(rootFiles: readonly string[]): string {
  const known = Object.fromEntries([...rootFiles, '/config.json'].map((path) => [path, path]));
  const app = Object.fromEntries(appAddresses.map((path) => [path, '/index.html']));
  return `var files = ${JSON.stringify({ ...known, ...app, ...pageFiles })};
function fileOf(address) {
  var uri = address.length > 1 && address.endsWith('/') ? address.slice(0, -1) : address;
  var name = uri.lastIndexOf('/') + 1;
  if (name > 1 && uri.indexOf('.', name) !== -1) return uri;
  return files[uri] || files[uri.slice(0, uri.indexOf('/', 1) + 1)] || '/${missingPageFile}';
}
`;
}

/** At `/`: the landing page, unless this browser has a session or returns from a provider's sign-in. */
const pageRequest = `function handler(event) {
  var request = event.request;
  var query = request.querystring;
  var isApp = request.cookies['${sessionHintCookie}'] || query.code || query.error_description || query.error;
  request.uri = fileOf(request.uri === '/' && !isApp ? '/landing' : request.uri);
  return request;
}`;

/**
 * Gives the page for missing addresses its status 404. An error page of the distribution would also replace the API's
 * errors. The ETag is removed, because a conditional request would be answered with 304.
 */
const markMissingPage = `function handler(event) {
  var response = event.response;
  if (response.statusCode !== 200 || fileOf(event.request.uri) !== '/${missingPageFile}') return response;
  response.statusCode = 404;
  response.statusDescription = 'Not Found';
  response.headers['x-robots-tag'] = { value: 'noindex' };
  delete response.headers.etag;
  delete response.headers['last-modified'];
  return response;
}`;

/**
 * Adds the visitor's origin as a header: social-card tags and the return from a checkout need absolute addresses, and
 * the API does not see the host that the visitor requested. A link to a share page that was cut off before its id gets
 * the page that says what is wrong; the API has no route without an id.
 */
const nameViewerOrigin = `function handler(event) {
  var request = event.request;
  if (request.uri === '/s/') request.uri = '/s/none';
  request.headers['x-viewer-origin'] = { value: 'https://' + request.headers.host.value };
  return request;
}`;
