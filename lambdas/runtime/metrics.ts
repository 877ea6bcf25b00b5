import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { sharedService } from '#shared/environment.ts';

export const metrics = new Metrics();
/** Made when it is first needed: most invocations count nothing with others, and each start would take longer. */
let sharedMetrics: Metrics | undefined;

/** Adds to a counter in the product's namespace. Counters are written at the end of the invocation. */
export function count(name: string, value = 1): void {
  metrics.addMetric(name, MetricUnit.Count, value);
}

/**
 * Adds to a counter that several functions share, and writes it at once. An alarm costs something for each metric that it
 * watches.
 */
export function countTogether(name: string): void {
  sharedMetrics ??= new Metrics({ serviceName: sharedService, singleMetric: true });
  sharedMetrics.addMetric(name, MetricUnit.Count, 1);
}
