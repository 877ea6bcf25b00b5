import { prices } from './prices.ts';

/** Numbers of a stack's resources that cost something without any use; test/lib/idle-cost.test.ts counts them. */
export interface IdleParts {
  readonly secrets: number;
  readonly keys: number;
  /** Metrics of all alarms. An alarm with an expression is priced by the metrics that it adds up. */
  readonly alarmMetrics: number;
  /** Queues that trigger functions. Lambda polls each with five pollers, one request every 20 seconds. */
  readonly queues: number;
  readonly webAcls: number;
  readonly webAclRules: number;
  readonly hostedZones: number;
}

/** `settings/trial.json` and `settings/production.json`. */
export const idleParts = {
  trial: { secrets: 3, keys: 0, alarmMetrics: 33, queues: 7, webAcls: 0, webAclRules: 0, hostedZones: 0 },
  production: {
    secrets: 3,
    keys: 1,
    alarmMetrics: 45,
    queues: 7,
    webAcls: 2,
    webAclRules: 7,
    hostedZones: 1,
  },
} as const satisfies Record<string, IdleParts>;

const minutes = 30 * 24 * 60;

/** Always free for every account: ten alarms, a million requests to queues. */
const free = { alarmMetrics: 10, queueRequests: 1e6 };

/**
 * Dollars a month of an unused stack. The dashboard, ten custom metrics, and the runs and traces of the reconciler are
 * within the free tier of every account.
 */
export function idleCost(parts: IdleParts): Readonly<Record<string, number>> {
  const polls = parts.queues * 5 * 3 * minutes;
  return {
    secrets: parts.secrets * prices.secret.value,
    'signing key': parts.keys * prices.key.value,
    alarms: Math.max(0, parts.alarmMetrics - free.alarmMetrics) * prices.alarm.value,
    'polling of queues': Math.max(0, polls - free.queueRequests) * prices.queueRequest.value,
    // The reconciler runs each minute: about ten small reads of the table, and a kilobyte of log.
    table: minutes * 10 * 0.5 * prices.tableRead.value,
    logs: (minutes / 1e6) * prices.logs.value,
    'web ACLs': parts.webAcls * prices.webAcl.value + parts.webAclRules * prices.webAclRule.value,
    'hosted zone': parts.hostedZones * prices.hostedZone.value,
  };
}
