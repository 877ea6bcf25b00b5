import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';
import { parseConfig } from '#lib/config.ts';
import { readStage } from '#lib/stage.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { synthesized } from './synthesized.ts';

/** The property `Name` of a resource, or of its settings one level below. */
function namesOf(properties: Readonly<Record<string, unknown>> = {}): readonly string[] {
  return [properties, ...Object.values(properties)].flatMap((settings) =>
    typeof settings === 'object' && settings !== null && 'Name' in settings
      ? [JSON.stringify(settings.Name)]
      : [],
  );
}

describe('readStage', () => {
  const folder = temporaryFolder('settings');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'staging.json'), '{"stage":"development"}');
  writeFileSync(join(folder, 'broken.json'), '{');

  it('reads the settings of a stage', () => {
    expect(readStage('staging', folder)).toEqual({
      stackName: 'PlatePost-staging',
      settings: { stage: 'development' },
      source: 'settings/staging.json',
    });
  });

  it.each([
    ['nowhere', 'There is no settings/nowhere.json. Stages: broken, staging'],
    ['broken', /^settings\/broken\.json is no JSON/],
    ['../staging', /is no name of a stage/],
    ['Staging', /is no name of a stage/],
  ])('says what is wrong with %s', (name, message) => {
    expect(() => readStage(name, folder)).toThrow(message);
  });
});

it('names the file whose settings do not fit', () => {
  expect(() => parseConfig({ stgae: 'production' }, 'settings/staging.json')).toThrow(
    /^settings\/staging\.json:\n.*stgae/,
  );
});

describe('the trial', async () => {
  const { stack, resources } = await synthesized({}, 'trial');

  it('is a stack of its own, which can be deleted', () => {
    expect(stack.stackName).toBe('PlatePost-trial');
    expect(stack.terminationProtection).toBe(false);
  });

  it('publishes metrics in a namespace of its own', () => {
    const namespaces = JSON.stringify(resources).match(
      /"(?:POWERTOOLS_METRICS_NAMESPACE|Namespace)":"PlatePost[^"]*"/g,
    );
    expect(new Set(namespaces)).toEqual(
      new Set(['"POWERTOOLS_METRICS_NAMESPACE":"PlatePost-trial"', '"Namespace":"PlatePost-trial"']),
    );
  });

  it('gives no resource the name of another stack’s or region’s', () => {
    // The property that names a resource in its account or region, where AWS does not make up the name.
    const naming: Readonly<Record<string, string>> = {
      'AWS::CloudFront::CachePolicy': 'CachePolicyConfig.Name',
      'AWS::CloudFront::Function': 'Name',
      'AWS::CloudFront::OriginAccessControl': 'OriginAccessControlConfig.Name',
      'AWS::CloudFront::ResponseHeadersPolicy': 'ResponseHeadersPolicyConfig.Name',
      'AWS::CloudWatch::Alarm': 'AlarmName',
      'AWS::CloudWatch::Dashboard': 'DashboardName',
      'AWS::DynamoDB::Table': 'TableName',
      'AWS::Events::Rule': 'Name',
      'AWS::IAM::Role': 'RoleName',
      'AWS::Lambda::Function': 'FunctionName',
      'AWS::Logs::LogGroup': 'LogGroupName',
      'AWS::S3::Bucket': 'BucketName',
      'AWS::SNS::Topic': 'TopicName',
      'AWS::SQS::Queue': 'QueueName',
      'AWS::SecretsManager::Secret': 'Name',
    };
    const named = Object.entries(resources).flatMap(([id, { Type, Properties }]) => {
      const path = naming[Type]?.split('.') ?? [];
      const name =
        path.length > 0 &&
        path.reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], Properties);
      return name ? [{ id, name: JSON.stringify(name) }] : [];
    });
    expect(named.length).toBeGreaterThan(2);
    for (const { id, name } of named)
      expect(name, id).toMatch(/"Ref":"AWS::StackName"|PlatePost-?trial|"\/aws\/lambda\/"/);
  });

  it('can exist in two regions of an account, in which CloudFront has one namespace', async () => {
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const namesIn = async (region: string) => {
      vi.stubEnv('CDK_DEFAULT_REGION', region);
      const there = await synthesized({}, 'trial');
      return Object.values(there.resources)
        .filter(({ Type }) => Type.startsWith('AWS::CloudFront::'))
        .flatMap(({ Properties }) => namesOf(Properties))
        .map((name) => name.replaceAll('{"Ref":"AWS::Region"}', `"${region}"`));
    };
    const [first, second] = [await namesIn('us-east-1'), await namesIn('eu-central-1')];
    expect(first.length).toBeGreaterThan(7);
    expect(first.filter((name) => second.includes(name))).toEqual([]);
  });

  it('is synthesized by the Node of the project, whatever is installed', () => {
    const { app } = JSON.parse(readFileSync(join(projectRoot, 'cdk.json'), 'utf8'));
    expect(app).toBe('node_modules/.bin/node bin/app.ts');
  });

  it('has the alarm of the edge in the region where its metrics are, which the shell may name', async () => {
    vi.stubEnv('CDK_DEFAULT_REGION', 'us-east-1');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const there = await synthesized({}, 'trial');
    const edgeAlarms = (ids: readonly string[]) => ids.filter((id) => id.startsWith('Alarmsedgeerrors'));
    expect(edgeAlarms(Object.keys(there.resources))).toHaveLength(1);
    expect(edgeAlarms(Object.keys(resources))).toEqual([]);
  });

  it('reserves no concurrency, which a new account refuses', () => {
    expect(JSON.stringify(resources)).not.toMatch(/Reserved|Provisioned(Concurrency|ConcurrentExecutions)/);
  });

  it('signs nothing: key and alarms would cost 1.40 dollars a month', () => {
    const text = JSON.stringify(resources);
    expect(text).not.toMatch(/AWS::KMS::Key|kms:Sign|FileUnsigned/);
    expect(text).toContain('"SIGNING_KEY_ARN":"none"');
  });

  it('spends at most five dollars a day on each kind of work', () => {
    const { settings, source } = readStage('trial', join(projectRoot, 'settings'));
    expect(Math.max(...Object.values(parseConfig(settings, source).dailyModelBudget))).toBe(5);
    // So does a stage whose file says nothing of it.
    expect(Math.max(...Object.values(parseConfig({}).dailyModelBudget))).toBe(5);
  });
});
