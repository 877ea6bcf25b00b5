import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import { brand } from '#shared/brand.ts';
import {
  appFile,
  missingPageFile,
  publicPages,
  settingMeta,
  siteOriginPlaceholder,
} from '#shared/public-pages.ts';
import type { Api } from './api.ts';
import type { Config } from './config.ts';
import type { Data } from './data.ts';
import { hostOf, type Identity } from './identity.ts';

interface SiteDeploymentProps {
  readonly config: Config;
  readonly data: Data;
  readonly identity: Identity;
  readonly api: Api;
  /** The folder of the built site. */
  readonly siteFolder: string;
  readonly website: { readonly distribution: IDistribution; readonly url: string };
}

/** Copies the built site to its bucket, and with it what the site must know of this deployment (`config.json`). */
export function deploySite(scope: Construct, props: SiteDeploymentProps): void {
  const { config, data, identity, api, siteFolder, website } = props;
  // The CDK's own log group would stay behind if the first deployment fails, and keep its logs for ever.
  const logGroup = new LogGroup(scope, 'DeploymentLogs', {
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
    new BucketDeployment(scope, 'Assets', {
      ...assets,
      sources: [Source.asset(join(siteFolder, 'assets'), { exclude: typed })],
    }),
    ...(['avif', 'webp', 'woff2'] as const).map(
      (extension) =>
        new BucketDeployment(scope, `Assets-${extension}`, {
          ...assets,
          contentType: contentTypes[extension],
          sources: [Source.asset(join(siteFolder, 'assets'), { exclude: only(extension) })],
        }),
    ),
    ...(['webmanifest', 'webp'] as const).map(
      (extension) =>
        new BucketDeployment(scope, `Pages-${extension}`, {
          ...pages,
          contentType: contentTypes[extension],
          sources: [Source.asset(siteFolder, { exclude: [...only(extension), 'assets/**'] })],
        }),
    ),
  ];
  const files = new BucketDeployment(scope, 'Pages', {
    ...pages,
    sources: [
      Source.asset(siteFolder, { exclude: ['assets/**', ...typed, ...addressedFiles] }),
      ...addressedFiles.map((file) =>
        Source.data(
          file,
          readFileSync(join(siteFolder, file), 'utf8')
            .replaceAll(siteOriginPlaceholder, website.url)
            .replaceAll(brand.supportEmail, config.supportEmail ?? brand.supportEmail)
            .replace(
              settingMeta('password-min-length'),
              settingMeta('password-min-length', String(config.passwordMinLength)),
            ),
        ),
      ),
      Source.jsonData('config.json', {
        region: Stack.of(scope).region,
        issuer: identity.userPool.userPoolProviderUrl,
        userPoolId: identity.userPool.userPoolId,
        userPoolClientId: identity.client.userPoolClientId,
        social: identity.social,
        ...(config.notice && { notice: config.notice }),
        ...(identity.domain && { hostedDomain: hostOf(identity.domain.baseUrl()) }),
      }),
    ],
    distribution: website.distribution,
    distributionPaths: ['/*'],
    // A slow invalidation must not fail the deployment. Browsers revalidate pages each time; the edge follows a
    // little later.
    waitForDistributionInvalidation: false,
  });
  // Pages call what their release adds to the API, so that all its functions have their new code first; with a gradual
  // deployment, all the traffic too.
  files.node.addDependency(...before, api.stage, ...api.functions);
}

/** Content types by extension that the deployment's list of types may lack; these files are deployed separately. */
const contentTypes = {
  avif: 'image/avif',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** Files that contain absolute addresses or settings of the deployment. */
const addressedFiles = [
  appFile,
  missingPageFile,
  ...publicPages.map(({ file }) => file),
  'robots.txt',
  'sitemap.xml',
  'llms.txt',
];
