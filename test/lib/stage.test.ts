import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';
import { parseConfig } from '#lib/config.ts';
import { readStage } from '#lib/stage.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { synthesized } from './synthesized.ts';

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
  const { stack, template, resources } = await synthesized({}, 'trial');

  it('is a stack of its own, which can be deleted', () => {
    expect(stack.stackName).toBe('PlatePost-trial');
    expect(stack.terminationProtection).toBe(false);
  });

  it('counts for itself', () => {
    const namespaces = JSON.stringify(resources).match(
      /"(?:POWERTOOLS_METRICS_NAMESPACE|Namespace)":"PlatePost[^"]*"/g,
    );
    expect(new Set(namespaces)).toEqual(
      new Set(['"POWERTOOLS_METRICS_NAMESPACE":"PlatePost-trial"', '"Namespace":"PlatePost-trial"']),
    );
  });

  it('names no policy of CloudFront as another stack or region does', () => {
    const name = {
      'Fn::Join': ['', [{ Ref: 'AWS::StackName' }, '-', { Ref: 'AWS::Region' }, '-SiteHeaders']],
    };
    template.hasResourceProperties('AWS::CloudFront::ResponseHeadersPolicy', {
      ResponseHeadersPolicyConfig: { Name: name },
    });
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

  it('spends at most five dollars a day on each kind of work', () => {
    const { settings, source } = readStage('trial', join(projectRoot, 'settings'));
    expect(Math.max(...Object.values(parseConfig(settings, source).dailyModelBudget))).toBe(5);
  });
});
