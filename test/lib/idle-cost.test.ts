import { expect, it } from 'vitest';
import { type IdleParts, idleCost, idleParts } from '#bin/capacity/idle-cost.ts';
import { synthesized } from './synthesized.ts';

async function partsOf(stage: string): Promise<IdleParts> {
  const { ofType } = await synthesized({}, stage);
  const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0);
  const mappings = ofType('AWS::Lambda::EventSourceMapping');
  const acls = ofType('AWS::WAFv2::WebACL');
  return {
    secrets: ofType('AWS::SecretsManager::Secret').length,
    keys: ofType('AWS::KMS::Key').length,
    // Of an expression, all entries but itself.
    alarmMetrics: ofType('AWS::CloudWatch::Alarm').reduce(
      (sum, [, { Properties }]) => sum + Math.max(1, lengthOf(Properties?.Metrics) - 1),
      0,
    ),
    queues: mappings.filter(([, { Properties }]) => !Properties?.StartingPosition).length,
    webAcls: acls.length,
    webAclRules: acls.reduce((sum, [, { Properties }]) => sum + lengthOf(Properties?.Rules), 0),
    hostedZones: ofType('AWS::CertificateManager::Certificate').length,
  };
}

it.each(['trial', 'production'] as const)('counts what %s has', async (stage) => {
  expect(idleParts[stage]).toEqual(await partsOf(stage));
});

it('is at most five dollars a month for a trial', () => {
  const total = Object.values(idleCost(idleParts.trial)).reduce((sum, value) => sum + value, 0);
  expect(total).toBeLessThanOrEqual(5);
});
