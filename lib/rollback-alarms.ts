/**
 * Alarms that end a gradual deployment. CodeDeploy also refuses to begin one while any of them is on, so that a fix or
 * the way back is then deployed with `"canary": false`.
 */
export const rollbackAlarms = ['api-errors', 'worker-errors', 'generations-failed', 'photos-failed'] as const;
