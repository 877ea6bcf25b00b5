import { Duration, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { type FunctionName, sharedService } from '#shared/environment.ts';
import { alarmOf, alarmPeriod, customMetric, edgeErrors, mailAlarms } from './alarm.ts';
import { alarmTopic } from './alarm-topic.ts';
import type { Api } from './api.ts';
import type { Config } from './config.ts';
import { edgeRegion } from './edge-settings.ts';
import type { GenerationQueues } from './generation.ts';

interface AlarmsProps {
  readonly config: Config;
  readonly functions: Readonly<Record<FunctionName, IFunction>>;
  readonly queues: GenerationQueues;
  readonly api: Api;
  readonly distribution: IDistribution;
}

/** The alarms of the product, and the budget of the account. docs/runbook.md says what to do about each. */
export class Alarms extends Construct {
  /** The alarms by name. */
  readonly byName = new Map<string, Alarm>();
  private readonly topic: Topic;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const { config } = props;
    this.topic = alarmTopic(this, config.alarmEmail);

    this.queueAlarms(props);
    this.functionAlarms(props);
    this.paymentAlarms();
    this.taskAlarms(props);
    this.pictureAlarms(props);
    this.alarm('client-errors', 'The site fails in browsers', this.custom('ClientError', 'account'), 20);
    this.modelAlarms();
    if (config.canary) this.workerAlarm(props);
    // In other regions, the mail stack has these alarms.
    if (config.email?.sesRegion === Stack.of(this).region)
      for (const [name, alarm] of mailAlarms()) this.add(name, alarm);

    if (config.monthlyBudget !== undefined && config.alarmEmail !== undefined)
      this.budget(config.monthlyBudget, config.alarmEmail);
  }

  /** Work that waits too long, or that failed for good. */
  private queueAlarms({ queues }: AlarmsProps): void {
    this.alarm(
      'dead-letter-queue',
      'Generations or photos crashed their worker three times',
      // Messages are handled within seconds, so a count of visible messages would miss them.
      queues.deadLetterQueue.metricNumberOfMessagesReceived(),
      1,
    );
    this.alarm(
      'stream-failures',
      'Stream records could not be handled',
      queues.streamFailures.metricApproximateNumberOfMessagesVisible(),
      1,
    );
    this.alarm(
      'queue-age',
      'Customers of Free and Starter wait more than five minutes',
      queues.standard.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum' }),
      300,
    );
    this.alarm(
      'priority-queue-age',
      'Pro customers wait more than two minutes',
      queues.priority.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum' }),
      120,
    );
    this.alarm(
      'menu-queue-age',
      'Whole menus wait more than five minutes for a worker',
      queues.menus.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum' }),
      300,
    );
    this.alarm(
      'photo-queue-age',
      'Work on photos waits more than two minutes; platform checks and repairs fail',
      queues.photos.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum' }),
      120,
    );
  }

  /** The API, the functions that run by themselves, and sign-up. */
  private functionAlarms({ config, functions, api, distribution }: AlarmsProps): void {
    const errors = api.stage.metricServerError({ statistic: 'Sum' });
    // The metric of refusals costs ten cents a month, which a stage saves whose alarms nobody and nothing hears.
    const isHeard = config.alarmEmail !== undefined || config.canary;
    this.alarm('api-errors', 'The API answers with 5xx', isHeard ? this.unplanned(errors) : errors, 5);
    this.alarm(
      'publisher-errors',
      'Paid generations do not reach their queue',
      this.failures({ publisher: functions.publisher }, 'ChangeFailed'),
      3,
    );
    this.alarm(
      'reconciler-errors',
      'Late generations, tasks, staff groups or outbox entries are not processed',
      this.failures({ reconciler: functions.reconciler }, 'ReconcileFailed'),
      3,
    );
    this.alarm(
      'reconciler-stopped',
      'The reconciler has not run for five minutes',
      this.custom('Reconciled', 'reconciler'),
      1,
      {
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        treatMissingData: TreatMissingData.BREACHING,
      },
    );
    this.alarm(
      'function-throttles',
      'Lambda refuses runs: the quota of the account is used up',
      // Counted for the whole account and region, like the quota.
      new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum' }),
      5,
    );
    // In other regions, the edge stack has this alarm.
    if (Stack.of(this).region === edgeRegion) this.alarm(...edgeErrors(distribution.distributionId));
    this.alarm(
      'projector-errors',
      'The admin figures fall behind',
      this.failures({ statsProjector: functions.statsProjector }, 'ChangeFailed'),
      3,
    );
    this.alarm(
      'sign-up-errors',
      'People cannot sign up, or get no account',
      this.custom('SignUpFailed', sharedService),
      1,
    );
  }

  /**
   * Crashes of new code in a worker, which must end a gradual deployment within its five minutes. Otherwise `queue-age`
   * tells of them soon enough, and CloudWatch charges for each of the six metrics.
   */
  private workerAlarm({ functions: { worker, menuWorker, photoWorker } }: AlarmsProps): void {
    this.alarm(
      'worker-errors',
      'Generations, whole menus or photos crash their worker',
      this.failures({ worker, menuWorker, photoWorker }, 'MessageFailed'),
      3,
    );
  }

  /** Payments, and what Stripe reports about them. */
  private paymentAlarms(): void {
    this.alarm(
      'stripe-events-failed',
      'Payments are not booked',
      this.custom('EventFailed', 'stripeWebhook'),
      3,
    );
    this.alarm(
      'stripe-events-missed',
      'Events of Stripe did not come to the webhook',
      this.custom('EventMissed', 'reconciler'),
      1,
    );
    this.alarm(
      'payment-mismatch',
      'A payment was not what was asked for, or its user is gone',
      this.custom('PaymentMismatch', sharedService),
      1,
    );
    this.alarm(
      'stripe-signatures',
      'Events at the webhook are not signed with our secret: payments may not be booked',
      this.custom('SignatureRefused', 'stripeWebhook'),
      // Alarms at three failures, the number of events of one checkout: they may be the only ones of an hour, and
      // Stripe's retries come much later.
      3,
      { period: Duration.hours(1) },
    );
    this.alarm(
      'credits-shortfall',
      'Credits of a refunded or disputed payment were already spent',
      this.custom('CreditsShortfall', sharedService),
      1,
    );
  }

  /** Exports and deletions of accounts. */
  private taskAlarms({ functions }: AlarmsProps): void {
    this.alarm(
      'tasks-late',
      'Exports or deletions of accounts wait more than fifteen minutes for a run',
      // Counted from the table: the queues also hold repeated messages, and drop a message after an hour.
      this.custom('TaskLate', 'reconciler'),
      3,
    );
    this.alarm(
      'tasks-failed',
      'Exports or deletions of accounts fail',
      this.custom('TaskFailed', 'tasks'),
      3,
    );
    this.alarm(
      'task-errors',
      'An export or a deletion of an account was ended at its time limit, or crashed',
      functions.tasks.metricErrors(),
      1,
    );
  }

  /** Pictures that were not made, or not as they should be. */
  private pictureAlarms({ config }: AlarmsProps): void {
    this.alarm(
      'generations-failed',
      'Generations end without a picture',
      this.custom('GenerationFailed', sharedService),
      10,
    );
    this.alarm(
      'photos-failed',
      'Dishes cannot be cut out or read',
      this.custom('PhotoFailed', 'photoWorker'),
      10,
    );
    if (config.signing) {
      this.alarm(
        'files-unsigned',
        'Pictures leave without the record of how they were made',
        this.custom('FileUnsigned', sharedService),
        3,
      );
      this.alarm(
        'signing-certificate',
        'The certificate that pictures are signed with ends within thirty days',
        this.custom('SigningCertificateExpires', sharedService),
        1,
      );
    }
    this.alarm(
      'model-capacity',
      'Generations wait because every region is at its quota',
      this.custom('GenerationThrottled', sharedService),
      20,
    );
    this.alarm(
      'deadlines-missed',
      'Generations were failed and refunded because they passed their deadline',
      this.custom('DeadlineMissed', 'reconciler'),
      3,
    );
  }

  /** The models, and the budgets for them. */
  private modelAlarms(): void {
    this.alarm(
      'model-ended',
      'A model has reached its end of life',
      this.custom('ModelEnded', sharedService),
      1,
    );
    this.alarm(
      'model-access',
      'This account may not call a model',
      this.custom('ModelAccessDenied', sharedService),
      1,
    );
    this.alarm('model-legacy', 'A model will be retired', this.custom('ModelLegacy', 'reconciler'), 1);
    this.alarm(
      'budget-reached',
      'A model budget of the day is used up',
      this.custom('ModelBudgetReached', sharedService),
      1,
    );
  }

  /**
   * Sends an e-mail when most of the account's monthly budget (US dollars) is spent, and when a higher cost is
   * forecast.
   */
  private budget(amount: number, address: string): void {
    const mail = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address }],
    });
    new CfnBudget(this, 'Budget', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount, unit: 'USD' } },
      notificationsWithSubscribers: [mail('ACTUAL', 80), mail('FORECASTED', 100)],
    });
  }

  private custom(name: string, service: FunctionName | typeof sharedService): Metric {
    return customMetric(this, name, service);
  }

  /** Errors of the API, but for the requests that the maintenance switch refused. */
  private unplanned(errors: Metric): MathExpression {
    return new MathExpression({
      expression: 'FILL(errors, 0) - FILL(refused, 0)',
      usingMetrics: { errors, refused: this.custom('MaintenanceRefused', sharedService) },
      label: 'Unplanned errors of the API',
      period: alarmPeriod,
    });
  }

  /**
   * Errors that functions threw (Lambda's own metric) plus those that they caught and counted: functions called by a
   * stream, a queue or a schedule report failures in their result, which Lambda counts as a success.
   */
  private failures(
    functions: Readonly<Partial<Record<FunctionName, IFunction>>>,
    counter: string,
  ): MathExpression {
    const metrics = Object.entries(functions).flatMap(([service, fn]): [string, Metric][] => [
      [`${service}Thrown`, fn.metricErrors()],
      [`${service}Counted`, this.custom(counter, service as FunctionName)],
    ]);
    return new MathExpression({
      expression: metrics.map(([id]) => `FILL(${id}, 0)`).join(' + '),
      usingMetrics: Object.fromEntries(metrics),
      label: `Failures of ${Object.keys(functions).join(', ')}`,
      period: alarmPeriod,
    });
  }

  private alarm(
    name: string,
    meaning: string,
    metric: Metric | MathExpression,
    threshold: number,
    { period = alarmPeriod, ...otherwise }: Partial<AlarmProps> & { readonly period?: Duration } = {},
  ): void {
    this.add(name, { ...alarmOf(name, meaning, metric.with({ period }), threshold), ...otherwise });
  }

  private add(name: string, props: AlarmProps): void {
    const alarm = new Alarm(this, name, props);
    alarm.addAlarmAction(new SnsAction(this.topic));
    this.byName.set(name, alarm);
  }
}
