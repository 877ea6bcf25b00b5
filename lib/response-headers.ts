import { join } from 'node:path';
import { Aws, Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import type { Config } from './config.ts';
import type { Data } from './data.ts';
import { hostOf, type Identity } from './identity.ts';
import { inlineScriptHashes } from './site-build.ts';

interface ResponseHeadersProps {
  readonly config: Config;
  readonly data: Data;
  readonly identity: Identity;
  /** The folder of the built site. */
  readonly siteFolder: string;
}

/** The security headers of the site, the share pages, the pages with a form, and of all that is not a page. */
export function responseHeaders(scope: Construct, props: ResponseHeadersProps) {
  const { config, data, identity, siteFolder } = props;
  const policy = (id: string, contentSecurityPolicy: string[]) =>
    headersPolicy(scope, id, contentSecurityPolicy, config);
  const bucketHosts = [data.uploads, data.originals].map((b) => `https://${b.bucketRegionalDomainName}`);
  const hostedDomain = identity.domain && hostOf(identity.domain.baseUrl());
  const site = policy('SiteHeaders', [
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
  ]);
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
  const share = policy('ShareHeaders', pageOf("'none'"));
  const form = policy('FormHeaders', pageOf("'self'"));
  const passive = policy('PassiveHeaders', ["default-src 'none'", 'sandbox']);
  return { site, share, form, passive };
}

function headersPolicy(
  scope: Construct,
  id: string,
  contentSecurityPolicy: string[],
  { strictTransport }: Config,
): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, id, {
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
