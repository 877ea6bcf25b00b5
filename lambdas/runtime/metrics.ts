import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

export const metrics = new Metrics();

/** Adds to a counter of the product's namespace; written with the invocation's last log line. */
export function count(name: string, value = 1): void {
  metrics.addMetric(name, MetricUnit.Count, value);
}
