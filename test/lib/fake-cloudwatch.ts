import { expect, vi } from 'vitest';
import * as z from 'zod';
import { metrics } from '#lambdas/runtime/metrics.ts';
import type { FunctionName } from '#shared/environment.ts';
import type { synthesized } from './synthesized.ts';

/** One value that CloudWatch would have got. */
interface Datum {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly value: number;
}

const emfSchema = z.looseObject({
  _aws: z.object({
    CloudWatchMetrics: z.array(
      z.object({
        Namespace: z.string(),
        Dimensions: z.array(z.array(z.string())),
        Metrics: z.array(z.object({ Name: z.string() })),
      }),
    ),
  }),
});

/** The metrics that CloudWatch extracts from a line in a function's log. */
function readLine(line: string): Datum[] {
  if (!line.includes('"_aws"')) return [];
  const entry = emfSchema.parse(JSON.parse(line));
  const numbers = z.union([z.number(), z.array(z.number())]);
  return entry._aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap((names) =>
      Metrics.flatMap(({ Name }) =>
        [numbers.parse(entry[Name])].flat().map((value) => ({
          namespace: Namespace,
          name: Name,
          dimensions: Object.fromEntries(names.map((name) => [name, String(entry[name])])),
          value,
        })),
      ),
    ),
  );
}

const functionSchema = z.object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) });

const metricSchema = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })).default([]),
});
const alarmSchema = z.intersection(
  z.object({
    AlarmDescription: z.string(),
    AlarmActions: z.array(z.unknown()).min(1),
    Threshold: z.number(),
    ComparisonOperator: z.enum(['GreaterThanOrEqualToThreshold', 'LessThanThreshold']),
    TreatMissingData: z.enum(['notBreaching', 'breaching', 'ignore']),
    EvaluationPeriods: z.literal(1),
  }),
  z.union([
    metricSchema.extend({ Statistic: z.enum(['Sum', 'Maximum', 'Average']), Period: z.literal([300, 3600]) }),
    z.object({
      Metrics: z.array(
        z.union([
          z.object({ Id: z.string(), Expression: z.string() }),
          z.object({
            Id: z.string(),
            MetricStat: z.object({ Metric: metricSchema, Stat: z.string(), Period: z.literal(300) }),
          }),
        ]),
      ),
    }),
  ]),
);

/** The resource that a dimension names, or the text itself. */
function resolve(value: unknown): string {
  if (typeof value === 'string') return value;
  const [target] = Object.values(value as Record<string, unknown>);
  return String(Array.isArray(target) ? target[0] : target);
}

/** A sum or difference of `FILL(<metric>, 0)`, the one kind of expression that the alarms use. */
function evaluate(expression: string, value: (id: string) => number | undefined): number {
  return `+ ${expression}`.split(/ (?=[+-] )/).reduce((sum, term) => {
    const [, sign, id] = /^([+-]) FILL\((\w+), 0\)$/.exec(term) ?? [];
    if (id === undefined) throw new Error(`This test cannot evaluate ${expression}`);
    return sum + (sign === '-' ? -1 : 1) * (value(id) ?? 0);
  }, 0);
}

/**
 * Does what CloudWatch does: gathers metrics, from the lines that the functions' own handlers print (embedded metric
 * format) and from whether they throw, and holds each alarm of the synthesized template against them.
 */
export function fakeCloudWatch(ofType: Awaited<ReturnType<typeof synthesized>>['ofType']) {
  const data: Datum[] = [];

  /** The function of the template, and the environment that Powertools would find in it. */
  function functionOf(name: FunctionName) {
    for (const [id, { Properties }] of ofType('AWS::Lambda::Function')) {
      const variables = functionSchema.safeParse(Properties).data?.Environment.Variables;
      if (variables?.POWERTOOLS_SERVICE_NAME === name) return { id, variables };
    }
    throw new Error(`The template has no function ${name}`);
  }

  /**
   * Runs an invocation of the function: what it prints becomes metrics, and so does that it throws. One process plays
   * all functions here, so that each is given its own name before.
   */
  async function as<T>(name: FunctionName, invocation: () => Promise<T>): Promise<T | undefined> {
    const { id, variables } = functionOf(name);
    expect(variables.POWERTOOLS_METRICS_NAMESPACE).toBe(process.env.POWERTOOLS_METRICS_NAMESPACE);
    metrics.clearDefaultDimensions();
    metrics.setDefaultDimensions({ service: name });
    const lines = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      for (const line of String(chunk).split('\n')) data.push(...readLine(line));
      return true;
    });
    try {
      return await invocation();
    } catch {
      data.push({ namespace: 'AWS/Lambda', name: 'Errors', dimensions: { FunctionName: id }, value: 1 });
      return undefined;
    } finally {
      lines.mockRestore();
    }
  }

  const alarms = new Map(
    ofType('AWS::CloudWatch::Alarm').map(([, { Properties }]) => {
      const alarm = alarmSchema.parse(Properties);
      return [alarm.AlarmDescription.split('#').at(-1) ?? '', alarm];
    }),
  );

  /** The statistic over everything that was gathered; undefined without any of it. */
  function statistic(metric: z.output<typeof metricSchema>, stat: string): number | undefined {
    const wanted = Object.fromEntries(metric.Dimensions.map(({ Name, Value }) => [Name, resolve(Value)]));
    const values = data
      .filter(({ namespace, name }) => namespace === metric.Namespace && name === metric.MetricName)
      .filter(({ dimensions }) => Object.entries(wanted).every(([name, value]) => dimensions[name] === value))
      .map(({ value }) => value);
    if (values.length === 0) return undefined;
    const sum = values.reduce((total, value) => total + value, 0);
    if (stat === 'Maximum') return Math.max(...values);
    return stat === 'Average' ? sum / values.length : sum;
  }

  /** Names of the alarms that what was gathered raises. */
  function raised(): string[] {
    return [...alarms].flatMap(([name, alarm]) => {
      const value =
        'Metrics' in alarm
          ? alarm.Metrics.flatMap((entry) =>
              'Expression' in entry
                ? [
                    evaluate(entry.Expression, (id) => {
                      const used = alarm.Metrics.find((other) => other.Id === id);
                      if (!used || !('MetricStat' in used)) throw new Error(`There is no metric ${id}`);
                      return statistic(used.MetricStat.Metric, used.MetricStat.Stat);
                    }),
                  ]
                : [],
            )[0]
          : statistic(alarm, alarm.Statistic);
      if (value === undefined) return alarm.TreatMissingData === 'breaching' ? [name] : [];
      const isRaised =
        alarm.ComparisonOperator === 'LessThanThreshold' ? value < alarm.Threshold : value >= alarm.Threshold;
      return isRaised ? [name] : [];
    });
  }

  return { data, alarms, as, raised };
}
