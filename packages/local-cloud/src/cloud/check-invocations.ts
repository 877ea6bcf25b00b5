import type { Cloud } from './cloud.ts';
import { matchesWildcard } from './policy.ts';

/**
 * Throws when a service of the template would invoke a function that it has no AWS::Lambda::Permission for: on
 * AWS, each such call would fail.
 */
export function checkInvocations(cloud: Cloud): void {
  const needed: { principal: string; sourceArn: string; functionArn: string; what: string }[] = [];
  for (const [apiId, { parts }] of cloud.httpApis)
    for (const { routeKey, integrationId } of parts.routes) {
      const [method, path = ''] = routeKey.split(' ');
      needed.push({
        principal: 'apigateway.amazonaws.com',
        sourceArn: cloud.arn('execute-api', `${apiId}/$default/${method}${path}`),
        functionArn: parts.integrations.get(integrationId)?.functionArn ?? '',
        what: `the route ${routeKey}`,
      });
    }
  for (const { poolArn, functionArn, trigger } of cloud.triggers)
    needed.push({
      principal: 'cognito-idp.amazonaws.com',
      sourceArn: poolArn,
      functionArn,
      what: `the trigger ${trigger}`,
    });
  for (const { ruleArn, functionArn } of cloud.ruleTargets)
    needed.push({ principal: 'events.amazonaws.com', sourceArn: ruleArn, functionArn, what: 'a schedule' });

  for (const { principal, sourceArn, functionArn, what } of needed) {
    const granted = cloud.permissions.some(
      (permission) =>
        permission.functionArn === functionArn &&
        permission.principal === principal &&
        (permission.sourceArn === undefined || matchesWildcard(permission.sourceArn, sourceArn)),
    );
    if (!granted)
      throw new Error(`${principal} may not invoke ${functionArn} for ${what}: a permission is missing`);
  }
}
