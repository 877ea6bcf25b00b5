import type { Config } from './config.ts';

/** CloudFront reads certificates and web ACLs there, and has its metrics there. */
export const edgeRegion = 'us-east-1';

/** Name of the edge stack of a stage's stack. */
export const edgeStackName = (stackName: string) => `${stackName}-Edge`;

export interface EdgeSettings {
  readonly stackName: string;
  /** The domain, if the stack makes its certificate. */
  readonly domain: NonNullable<Config['domain']> | undefined;
  readonly webAcl: boolean;
  /** Is told when CloudFront answers with errors. */
  readonly alarmEmail: string | undefined;
}

/**
 * The stack of what CloudFront reads in us-east-1, for a stage in another region; undefined where nothing of it is wanted.
 * In us-east-1, the stage's own stack has it.
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

/** Parameters of the stage's stack, which are outputs of the edge stack under the same names. */
export const edgeParameters = { certificate: 'EdgeCertificateArn', webAcl: 'EdgeWebAclArn' } as const;

/** Parameter of the edge stack: the distribution that its alarm watches, empty until there is one. */
export const distributionParameter = 'DistributionId';
