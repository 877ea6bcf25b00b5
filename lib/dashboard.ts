import { Duration } from 'aws-cdk-lib';
import { Dashboard as CloudWatchDashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { type FunctionName, sharedService } from '#shared/environment.ts';
import { customMetric } from './alarm.ts';
import type { Api } from './api.ts';
import type { GenerationQueues } from './generation.ts';

interface DashboardProps {
  readonly functions: Readonly<Record<FunctionName, IFunction>>;
  readonly queues: GenerationQueues;
  readonly api: Api;
}

/**
 * The CloudWatch dashboard of the product: requests, waiting and ended generations, duration and errors of the
 * functions.
 */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    const { functions, queues, api } = props;
    const dashboard = new CloudWatchDashboard(this, 'Dashboard', { defaultInterval: Duration.hours(24) });
    const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 12 });
    dashboard.addWidgets(
      graph('API requests and errors', [
        api.stage.metricCount(),
        api.stage.metricClientError(),
        api.stage.metricServerError(),
      ]),
      graph('API latency', [
        api.stage.metricLatency({ statistic: 'p50' }),
        api.stage.metricLatency({ statistic: 'p99' }),
      ]),
      graph('Waiting generations', [
        queues.standard.metricApproximateNumberOfMessagesVisible(),
        queues.priority.metricApproximateNumberOfMessagesVisible(),
        queues.deadLetterQueue.metricApproximateNumberOfMessagesVisible(),
      ]),
      graph('Oldest waiting generation', [
        queues.standard.metricApproximateAgeOfOldestMessage(),
        queues.priority.metricApproximateAgeOfOldestMessage(),
      ]),
      graph('Generations ended', [
        customMetric(this, 'GenerationDone', sharedService),
        customMetric(this, 'GenerationFailed', sharedService),
        customMetric(this, 'DeadlineMissed', 'reconciler'),
      ]),
      graph('Generations throttled by the models', [
        customMetric(this, 'GenerationThrottled', sharedService),
      ]),
      graph('Worker time', [
        functions.worker.metricDuration({ statistic: 'p50' }),
        functions.worker.metricDuration({ statistic: 'p99' }),
      ]),
      graph(
        'Function errors',
        Object.values(functions).map((f) => f.metricErrors()),
      ),
      graph(
        'Function throttles',
        Object.values(functions).map((f) => f.metricThrottles()),
      ),
    );
  }
}
