import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Config } from './config.ts';

/**
 * Maximum number of requests from one address in five minutes; `codes` of those that have a code mailed, to whomever the
 * request names. Many people of one restaurant share an address, and each picture that somebody waits for is polled
 * every second (`pollEvery` of `web/generations/generation-queries.ts`), so that about fifteen may wait at once.
 */
export const rateLimits = { site: 5_000, changes: 1_000, signIn: 500, codes: 50 } as const;

/**
 * ARNs of the web ACLs for the distribution and the user pool: created by the stacks, given by the settings, or none.
 */
export class Firewall extends Construct {
  readonly distribution: string | undefined;
  readonly userPool: string | undefined;

  /** @param edgeAclArn ARN of the distribution's web ACL, if the edge stack makes it. */
  constructor(
    scope: Construct,
    id: string,
    {
      webAcl,
      webAclArns,
      edgeAclArn,
    }: Pick<Config, 'webAcl' | 'webAclArns'> & { edgeAclArn?: string | undefined },
  ) {
    super(scope, id);
    this.distribution = webAclArns?.distribution;
    this.userPool = webAclArns?.userPool;
    if (!webAcl) return;
    this.distribution = edgeAclArn ?? siteAcl(this).attrArn;
    this.userPool = acl(this, 'UserPool', 'REGIONAL', [
      reputation(0),
      rate('signIn', 1, rateLimits.signIn, { block: {} }),
      ownDeletion(2),
      rate('codes', 3, rateLimits.codes, { block: {} }, codeRequest),
    ]).attrArn;
  }
}

const lowercase = [{ priority: 0, type: 'LOWERCASE' }];
const cognitoOperation: CfnWebACL.FieldToMatchProperty = { singleHeader: { Name: 'x-amz-target' } };

/** Matches Cognito's operations that mail a code, and those of its own pages, which a social provider brings along. */
const codeRequest: CfnWebACL.StatementProperty = {
  orStatement: {
    statements: [
      {
        regexMatchStatement: {
          regexString:
            '\\.(signup|resendconfirmationcode|forgotpassword|updateuserattributes|getuserattributeverificationcode)$',
          fieldToMatch: cognitoOperation,
          textTransformations: lowercase,
        },
      },
      {
        regexMatchStatement: {
          regexString: '^/(signup|resendcode|forgotpassword)',
          fieldToMatch: { uriPath: {} },
          textTransformations: lowercase,
        },
      },
    ],
  },
};

/** The site reads 429 as busy and asks again later, but the usual 403 as a permission that was lost. */
const tooMany = { block: { customResponse: { responseCode: 429 } } };

/** The web ACL of the site's distribution; CloudFront reads it in us-east-1. */
export function siteAcl(scope: Construct): CfnWebACL {
  // A CAPTCHA would need a page of its own: the site talks to Cognito directly.
  return acl(scope, 'Site', 'CLOUDFRONT', [
    reputation(0),
    rate('changes', 1, rateLimits.changes, tooMany, {
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
    rate('site', 2, rateLimits.site, tooMany),
  ]);
}

function acl(
  scope: Construct,
  id: string,
  webAclScope: 'CLOUDFRONT' | 'REGIONAL',
  rules: CfnWebACL.RuleProperty[],
): CfnWebACL {
  return new CfnWebACL(scope, id, {
    scope: webAclScope,
    defaultAction: { allow: {} },
    rules,
    visibilityConfig: seen(id),
  });
}

function seen(metricName: string) {
  return { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false, metricName };
}

/** A rule that blocks an address while it sends more requests in five minutes than the limit. */
function rate(
  name: string,
  priority: number,
  limit: number,
  action: CfnWebACL.RuleActionProperty,
  scopeDownStatement?: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    action,
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

/**
 * A rule that blocks Cognito's `DeleteUser`, which everybody who has a user's access token may call. It would delete the
 * login and leave the account, whose subscription would go on. Our server deletes users by another operation.
 */
function ownDeletion(priority: number): CfnWebACL.RuleProperty {
  const name = 'ownDeletion';
  return {
    name,
    priority,
    action: { block: {} },
    statement: {
      byteMatchStatement: {
        searchString: '.deleteuser',
        fieldToMatch: cognitoOperation,
        positionalConstraint: 'ENDS_WITH',
        textTransformations: lowercase,
      },
    },
    visibilityConfig: seen(name),
  };
}

/** A rule that blocks addresses on Amazon's IP reputation list. */
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
