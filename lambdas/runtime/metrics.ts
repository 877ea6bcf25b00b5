import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

export const metrics = new Metrics();

/** Adds to a counter in the product's namespace. Counters are written at the end of the invocation. */
export function count(name: string, value = 1): void {
  metrics.addMetric(name, MetricUnit.Count, value);
}
