import * as z from 'zod';
import { rateInMs, Schedule } from '#src/events/schedule.ts';
import { irrelevant, resourceKind, tags } from '../resource-kind.ts';

/** AWS::Events::Rule on a schedule, with functions as targets. */
export const rule = resourceKind({
  schema: z.strictObject({
    Name: z.string().optional(),
    Description: z.string().optional(),
    ScheduleExpression: z.string(),
    State: z.enum(['ENABLED', 'DISABLED']),
    Targets: z.tuple([
      z.strictObject({
        Id: z.string(),
        Arn: z.string(),
        Input: z.string().optional(),
        RetryPolicy: irrelevant('A delivery on this machine does not fail').optional(),
      }),
    ]),
    Tags: tags.optional(),
  }),
  async provision(properties, { logicalId, cloud }) {
    const name = properties.Name ?? cloud.physicalName(logicalId);
    const arn = cloud.arn('events', `rule/${name}`);
    const [target] = properties.Targets;
    const { region, accountId, lambda } = cloud.options;
    const schedule = new Schedule({
      ruleName: name,
      ruleArn: arn,
      region,
      accountId,
      everyMs: rateInMs(properties.ScheduleExpression),
      firstAfterMs: cloud.options.schedulesAfterMs,
      input: target.Input === undefined ? undefined : JSON.parse(target.Input),
      invoke: (event) => lambda.invokeAsync(target.Arn, event),
    });
    if (properties.State === 'ENABLED') cloud.schedules.set(logicalId, schedule);
    cloud.ruleTargets.push({ ruleArn: arn, functionArn: target.Arn });
    return { ref: name, attributes: { Arn: arn } };
  },
});
