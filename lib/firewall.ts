import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Config } from './config.ts';

/**
 * Requests of one address in five minutes. Many people of one restaurant share an address, and a studio that waits for
 * pictures asks every other second.
 */
export const rateLimits = { site: 5_000, changes: 1_000, signIn: 500 } as const;

/** ARNs of the web ACLs for the distribution and the user pool: the stack's, those of the settings, or none. */
export class Firewall extends Construct {
  readonly distribution: string | undefined;
  readonly userPool: string | undefined;

  constructor(scope: Construct, id: string, { webAcl, webAclArns }: Pick<Config, 'webAcl' | 'webAclArns'>) {
    super(scope, id);
    this.distribution = webAclArns?.distribution;
    this.userPool = webAclArns?.userPool;
    if (!webAcl) return;
    // A CAPTCHA would need a page of its own: the site talks to Cognito directly.
    this.distribution = this.webAcl('Site', 'CLOUDFRONT', [
      reputation(0),
      rate('changes', 1, rateLimits.changes, {
        notStatement: {
          statement: {
            byteMatchStatement: {
              searchString: 'GET',
              fieldToMatch: { method: {} },
              positionalConstraint: 'EXACTLY',
              textTransformations: [{ priority: 0, type: 'NONE' }],
            },
          },
        },
      }),
      rate('site', 2, rateLimits.site),
    ]).attrArn;
    this.userPool = this.webAcl('UserPool', 'REGIONAL', [
      reputation(0),
      rate('signIn', 1, rateLimits.signIn),
    ]).attrArn;
  }

  private webAcl(id: string, scope: 'CLOUDFRONT' | 'REGIONAL', rules: CfnWebACL.RuleProperty[]): CfnWebACL {
    return new CfnWebACL(this, id, {
      scope,
      defaultAction: { allow: {} },
      rules,
      visibilityConfig: seen(id),
    });
  }
}

function seen(metricName: string) {
  return { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false, metricName };
}

/** Blocks an address while it sends more than so many requests in five minutes. */
function rate(
  name: string,
  priority: number,
  limit: number,
  scopeDownStatement?: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    action: { block: {} },
    statement: {
      rateBasedStatement: {
        limit,
        aggregateKeyType: 'IP',
        evaluationWindowSec: 300,
        ...(scopeDownStatement && { scopeDownStatement }),
      },
    },
    visibilityConfig: seen(name),
  };
}

/** Blocks addresses that Amazon knows for attacks. */
function reputation(priority: number): CfnWebACL.RuleProperty {
  const name = 'AWSManagedRulesAmazonIpReputationList';
  return {
    name,
    priority,
    overrideAction: { none: {} },
    statement: { managedRuleGroupStatement: { vendorName: 'AWS', name } },
    visibilityConfig: seen(name),
  };
}
