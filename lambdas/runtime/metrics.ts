import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { sharedService } from '#shared/environment.ts';

export const metrics = new Metrics();
/** Created on first use: most invocations count nothing in it, and creating it would slow down each start. */
let sharedMetrics: Metrics | undefined;

/** Adds one to a counter in the product's namespace. Counters are written at the end of the invocation. */
export function count(name: string): void {
  metrics.addMetric(name, MetricUnit.Count, 1);
}

/**
 * Adds one to a counter that several functions share, and writes it at once. Shared, because CloudWatch charges an
 * alarm for each metric that it watches.
 */
export function countTogether(name: string): void {
  sharedMetrics ??= new Metrics({ serviceName: sharedService, singleMetric: true });
  sharedMetrics.addMetric(name, MetricUnit.Count, 1);
}
