import { Duration, Stack } from 'aws-cdk-lib';
import { type AlarmProps, ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { FunctionName, sharedService } from '#shared/environment.ts';

/** Address of the runbook; each alarm's name is an anchor in it. */
const runbook = 'docs/runbook.md';

/** Evaluation period of the alarms, but for those that name another. */
export const alarmPeriod = Duration.minutes(5);

/** Makes an alarm with the properties that all alarms share. */
export function alarmOf(
  name: string,
  meaning: string,
  metric: AlarmProps['metric'],
  threshold: number,
): AlarmProps {
  return {
    metric,
    threshold,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: `${meaning}. What to do: ${runbook}#${name}`,
  };
}

/** A metric that the functions count through Powertools. The namespace keeps the stages of one account apart. */
export const customMetric = (
  scope: Construct,
  metricName: string,
  service: FunctionName | typeof sharedService,
): Metric =>
  new Metric({
    namespace: Stack.of(scope).stackName,
    metricName,
    dimensionsMap: { service },
    statistic: 'Sum',
    period: alarmPeriod,
  });

/**
 * The alarms about the mails that this account sends in a region, by name. At these rates SES reviews the account; at
 * twice the bounces or five times the complaints it sends nothing more.
 */
export function mailAlarms(): readonly (readonly [name: string, props: AlarmProps])[] {
  const alarm = (name: string, meaning: string, rate: string, threshold: number) => {
    const metric = new Metric({
      namespace: 'AWS/SES',
      metricName: `Reputation.${rate}`,
      statistic: 'Average',
      period: Duration.hours(1),
    });
    // SES publishes a rate after it has sent mails: until then the former one holds.
    const treatMissingData = TreatMissingData.IGNORE;
    return [name, { ...alarmOf(name, meaning, metric, threshold), treatMissingData }] as const;
  };
  return [
    alarm('mail-bounces', 'Mails to addresses that do not exist: SES may stop sending', 'BounceRate', 0.05),
    alarm('mail-complaints', 'Mails reported as spam: SES may stop sending', 'ComplaintRate', 0.001),
  ];
}

/**
 * The properties of the alarm `edge-errors` of a distribution. Its metric is in us-east-1, and an alarm can only watch
 * metrics of its own region.
 */
export const edgeErrors = (distributionId: string) =>
  [
    'edge-errors',
    'A quarter of what CloudFront answers are errors of the origin',
    new Metric({
      namespace: 'AWS/CloudFront',
      metricName: '5xxErrorRate',
      dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
      statistic: 'Average',
      period: alarmPeriod,
    }),
    25,
  ] as const;
