/**
 * Prices for `npm run measure:capacity`: US dollars without tax, on demand, in us-east-1 (London is some 10 to 20
 * percent more expensive for the small items). `isChecked` marks prices that were read at their source on the given
 * day. The others must be checked there, and against the first month's bill (docs/runbook.md, "Before the first
 * customer").
 */
export interface Price {
  readonly value: number;
  readonly unit: string;
  readonly source: string;
  /** Day on which it was looked up. */
  readonly on: string;
  readonly isChecked: boolean;
}

const on = '2026-11-21';

function found(value: number, unit: string, source: string): Price {
  return { value, unit, source, on, isChecked: true };
}

function assumed(value: number, unit: string, source: string): Price {
  return { value, unit, source, on, isChecked: false };
}

export const prices = {
  lambdaSecond: found(0.0000133334, 'GB-second, arm64', 'cloudchipr.com/blog/aws-lambda-pricing'),
  lambdaRequest: found(
    0.2 / 1e6,
    'request',
    'docs.aws.amazon.com/whitepapers/latest/how-aws-pricing-works/lambda.html',
  ),
  apiRequest: found(1 / 1e6, 'request to an HTTP API', 'apigatewaycost.com/aws'),
  tableWrite: found(
    0.625 / 1e6,
    'write request unit',
    'airbyte.com/data-engineering-resources/dynamodb-pricing',
  ),
  tableRead: found(
    0.125 / 1e6,
    'read request unit',
    'airbyte.com/data-engineering-resources/dynamodb-pricing',
  ),
  tableStorage: found(0.25, 'GB-month', 'aws.amazon.com/dynamodb/pricing'),
  tableBackup: assumed(
    0.2,
    'GB-month of point-in-time recovery',
    'aws.amazon.com/dynamodb/pricing/on-demand',
  ),
  fileStorage: found(0.023, 'GB-month, S3 Standard', 'cloudburn.io/blog/amazon-s3-pricing, March 2026'),
  fileWrite: found(
    0.005 / 1000,
    'PUT',
    'devnotes.tech/understanding-aws-s3-pricing-a-complete-cost-breakdown-with-examples',
  ),
  edgeTransfer: found(
    0.085,
    'GB to Europe or North America, first 10 TB',
    'aws.amazon.com/cloudfront/pricing',
  ),
  edgeRequest: found(
    0.01 / 10_000,
    'HTTPS request',
    'kindatechnical.com, AWS certification, lesson 87: CloudFront pricing',
  ),
  edgeInvalidation: found(
    0.005,
    'path after the first 1,000 a month',
    'docs.aws.amazon.com/whitepapers/latest/how-aws-pricing-works/cloudfront.html',
  ),
  queueRequest: found(0.4 / 1e6, 'request', 'cloudburn.io/blog/amazon-sqs-pricing, March 2026'),
  activeUser: assumed(0.015, 'monthly active user over 10,000, Essentials', 'aws.amazon.com/cognito/pricing'),
  logs: found(0.5, 'GB of logs', 'go-cloud.io/aws-api-gateway-pricing'),
  trace: found(5 / 1e6, 'X-Ray trace', 'aws.amazon.com/xray/pricing'),
  key: found(1, 'key of KMS and month', 'aws.amazon.com/kms/pricing'),
  secret: found(
    0.4,
    'secret and month',
    'hivebook.wiki/wiki/aws-secrets-manager-rotated-secrets-dynamic-db-credentials-kms',
  ),
  alarm: found(0.1, 'metric of an alarm and month', 'c3x.dev/resources/aws/aws_cloudwatch_metric_alarm'),
  webAcl: found(5, 'web ACL and month', 'c3x.dev/blog/aws-waf-cost-explained'),
  webAclRule: found(1, 'rule of a web ACL and month', 'c3x.dev/blog/aws-waf-cost-explained'),
  hostedZone: found(0.5, 'hosted zone and month', 'ns1.com/resources/aws-dns'),
  fixed: assumed(
    15,
    'month: secrets, alarms, dashboard, custom metrics',
    'aws.amazon.com/cloudwatch/pricing',
  ),
  /** Commercial cards cost more: 1.9 percent. */
  cardShare: found(
    0.015,
    'part of a payment by a standard UK card',
    'support.stripe.com, pricing updates for businesses in the United Kingdom',
  ),
  cardFixed: found(
    0.2,
    'pounds a payment',
    'support.stripe.com, pricing updates for businesses in the United Kingdom',
  ),
  billingShare: found(
    0.007,
    'part of a recurring payment',
    'support.stripe.com, July 2024 changes to Stripe Billing',
  ),
  pound: assumed(1.3, 'dollars', 'a rate of the year 2026, rounded'),
} as const satisfies Record<string, Price>;
