import type { Config } from './config.ts';

/** The region in which CloudFront reads certificates and web ACLs, and publishes its metrics. */
export const edgeRegion = 'us-east-1';

/** Name of the edge stack of a stage's stack. */
export const edgeStackName = (stackName: string) => `${stackName}-Edge`;

export interface EdgeSettings {
  readonly stackName: string;
  /** The domain, if the edge stack makes its certificate. */
  readonly domain: NonNullable<Config['domain']> | undefined;
  readonly webAcl: boolean;
  /** E-mail address for the alarm of CloudFront's errors. */
  readonly alarmEmail: string | undefined;
}

/**
 * The settings of the edge stack, for a stage in another region than us-east-1; undefined if it needs none. In
 * us-east-1, the stage's own stack contains these resources.
 */
export function edgeStackOf(
  stackName: string,
  { domain, webAcl, alarmEmail }: Config,
  region: string | undefined,
): EdgeSettings | undefined {
  if (region === undefined || region === edgeRegion) return undefined;
  const certified = domain && !domain.certificateArn ? domain : undefined;
  return certified || webAcl || alarmEmail
    ? { stackName: edgeStackName(stackName), domain: certified, webAcl, alarmEmail }
    : undefined;
}

/** Parameters of the stage's stack. The edge stack has outputs of the same names. */
export const edgeParameters = { certificate: 'EdgeCertificateArn', webAcl: 'EdgeWebAclArn' } as const;

/** Parameter of the edge stack: id of the distribution that its alarm watches, empty until the distribution exists. */
export const distributionParameter = 'DistributionId';
