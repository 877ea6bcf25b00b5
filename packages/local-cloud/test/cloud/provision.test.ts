import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Assembly, readAssembly } from '#src/cloud/assembly.ts';
import { Cloud, type CloudSettings } from '#src/cloud/cloud.ts';
import { provision } from '#src/cloud/provision.ts';
import { DeliveryFaultRules } from '#src/events/delivery-faults.ts';
import { createKms } from '#src/kms/kms.ts';
import { LambdaHost } from '#src/lambda/lambda-host.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'platepost-provision-'));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A cloud assembly of one stack, as CDK writes it. */
function assemblyOf(template: object): Assembly {
  const write = (name: string, value: object) => writeFileSync(join(directory, name), JSON.stringify(value));
  write('manifest.json', {
    artifacts: {
      'Stack.assets': { type: 'cdk:asset-manifest', properties: { file: 'Stack.assets.json' } },
      Stack: {
        type: 'aws:cloudformation:stack',
        environment: 'aws://unknown-account/unknown-region',
        properties: { templateFile: 'Stack.template.json' },
      },
    },
  });
  write('Stack.assets.json', {
    files: { abc: { source: { path: 'asset.abc' }, destinations: { d: { objectKey: 'abc.zip' } } } },
  });
  write('Stack.template.json', template);
  return readAssembly(directory);
}

/** A cloud without engines: enough for resources that need none. */
function cloudWith(Resources: object, Outputs: object = {}): Cloud {
  const options: CloudSettings = {
    directory,
    region: 'eu-west-2',
    accountId: '000000000000',
    assembly: assemblyOf({ Resources, Outputs }),
    awsUrl: 'http://127.0.0.1:1',
    siteHost: '127.0.0.1:2',
    signInHost: '127.0.0.1:3',
    accessKey: { accessKeyId: 'a', secretAccessKey: 'b' },
    dynamodbUrl: 'http://127.0.0.1:1',
    lambda: new LambdaHost({ directory, hostVariables: () => ({}) }),
    s3: {
      handle: async () => undefined,
      read: () => Promise.reject(new Error('no bucket')),
      write: () => Promise.reject(new Error('no bucket')),
    },
    kms: createKms({ directory, region: 'eu-west-2', accountId: '000000000000' }),
    deliveries: new DeliveryFaultRules(),
    services: {},
  };
  return new Cloud(options);
}

const policyDocument = { Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }] };
const role = { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: policyDocument } };

describe('the assembly', () => {
  it('leads to the files that the template names', () => {
    const assembly = assemblyOf({ Resources: {} });
    expect(assembly.assetPath('abc.zip')).toBe(join(directory, 'asset.abc'));
    expect(() => assembly.assetPath('other.zip')).toThrow('no asset other.zip');
    expect(assembly.region).toBeUndefined();
  });

  it('refuses a part of a template that it does not know', () => {
    expect(() => assemblyOf({ Resources: {}, Transform: 'AWS::Serverless' })).toThrow('Transform');
  });
});

describe('the local cloud refuses to start with', () => {
  it('an unknown type, before anything is made', async () => {
    const cloud = cloudWith({ Role: role, Cluster: { Type: 'AWS::ECS::Cluster' } });
    await expect(provision(cloud)).rejects.toThrow(/does not support:\n {2}AWS::ECS::Cluster \(Cluster\)/);
    expect(cloud.roleStatements.size).toBe(0);
  });

  it('an unknown property', async () => {
    const cloud = cloudWith({
      Role: { ...role, Properties: { ...role.Properties, PermissionsBoundary: 'arn:x' } },
    });
    await expect(provision(cloud)).rejects.toThrow(/AWS::IAM::Role Role:[\s\S]*PermissionsBoundary/);
  });

  it('an unknown property deep inside', async () => {
    const rule = {
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [{ Id: 'T', Arn: 'arn:f', DeadLetterConfig: { Arn: 'arn:q' } }],
    };
    const cloud = cloudWith({ Rule: { Type: 'AWS::Events::Rule', Properties: rule } });
    await expect(provision(cloud)).rejects.toThrow(/AWS::Events::Rule Rule:[\s\S]*DeadLetterConfig/);
  });

  it('a second distribution, because one address serves the site', async () => {
    const Distribution = {
      Type: 'AWS::CloudFront::Distribution',
      Properties: {
        DistributionConfig: {
          Enabled: true,
          Origins: [],
          DefaultCacheBehavior: {
            TargetOriginId: 'o',
            CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
            ViewerProtocolPolicy: 'allow-all',
          },
        },
      },
    };
    await expect(provision(cloudWith({ Distribution }))).resolves.toEqual({});
    await expect(provision(cloudWith({ Distribution, Another: Distribution }))).rejects.toThrow(
      'The local cloud serves one distribution',
    );
  });

  it('resources that depend on each other', async () => {
    const a = { ...role, DependsOn: 'B' };
    const b = { ...role, DependsOn: ['A'] };
    await expect(provision(cloudWith({ A: a, B: b }))).rejects.toThrow('A → B → A');
  });

  it('a function that is not for Node.js', async () => {
    const fn = {
      Code: { S3Bucket: 'b', S3Key: 'abc.zip' },
      Handler: 'index.handler',
      Runtime: 'python3.13',
      Role: 'arn:r',
    };
    const cloud = cloudWith({ Fn: { Type: 'AWS::Lambda::Function', Properties: fn } });
    await expect(provision(cloud)).rejects.toThrow('runs Node.js functions only, not python3.13');
  });

  it('a schedule that may not invoke its function', async () => {
    const rule = {
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [{ Id: 'T', Arn: 'arn:f' }],
    };
    const Rule = { Type: 'AWS::Events::Rule', Properties: rule };
    await expect(provision(cloudWith({ Rule }))).rejects.toThrow('may not invoke arn:f for a schedule');
    const Permission = {
      Type: 'AWS::Lambda::Permission',
      Properties: {
        Action: 'lambda:InvokeFunction',
        FunctionName: 'arn:f',
        Principal: 'events.amazonaws.com',
        SourceArn: { 'Fn::GetAtt': ['Rule', 'Arn'] },
      },
    };
    await expect(provision(cloudWith({ Rule, Permission }))).resolves.toEqual({});
  });
});

describe('provisioning', () => {
  it('writes the code that the template contains to a folder', async () => {
    const properties = {
      Code: { ZipFile: 'exports.handler = async () => "inline";' },
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Role: 'arn:r',
    };
    const cloud = cloudWith(
      { Fn: { Type: 'AWS::Lambda::Function', Properties: properties } },
      { Arn: { Value: { 'Fn::GetAtt': ['Fn', 'Arn'] } } },
    );
    const { Arn = '' } = await provision(cloud);
    expect(await cloud.options.lambda.invoke(Arn, {})).toMatchObject({ ok: true, payload: '"inline"' });
    await cloud.options.lambda.close();
  });

  it('leads an alias to the code of its function, with permissions of its own', async () => {
    const properties = {
      Code: { ZipFile: 'exports.handler = async () => "behind the alias";' },
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Role: 'arn:r',
    };
    const invoker = (of: string) => ({
      Type: 'AWS::Lambda::Permission',
      Properties: {
        Action: 'lambda:InvokeFunction',
        FunctionName: { Ref: of },
        Principal: 'events.amazonaws.com',
      },
    });
    const resources = {
      Fn: { Type: 'AWS::Lambda::Function', Properties: properties },
      Version: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: { Ref: 'Fn' } } },
      Alias: {
        Type: 'AWS::Lambda::Alias',
        Properties: {
          FunctionName: { Ref: 'Fn' },
          FunctionVersion: { 'Fn::GetAtt': ['Version', 'Version'] },
          Name: 'live',
        },
        UpdatePolicy: { CodeDeployLambdaAliasUpdate: { ApplicationName: { Ref: 'Application' } } },
      },
      Application: { Type: 'AWS::CodeDeploy::Application', Properties: { ComputePlatform: 'Lambda' } },
      Group: { Type: 'AWS::CodeDeploy::DeploymentGroup' },
      Rule: {
        Type: 'AWS::Events::Rule',
        Properties: {
          ScheduleExpression: 'rate(1 minute)',
          State: 'DISABLED',
          Targets: [{ Id: 'T', Arn: { Ref: 'Alias' } }],
        },
      },
    };
    const outputs = { Alias: { Value: { Ref: 'Alias' } } };
    await expect(provision(cloudWith({ ...resources, Permission: invoker('Fn') }, outputs))).rejects.toThrow(
      'may not invoke arn:aws:lambda:eu-west-2:000000000000:function:Stack-Fn:live for a schedule',
    );
    const cloud = cloudWith({ ...resources, Permission: invoker('Alias') }, outputs);
    const { Alias = '' } = await provision(cloud);
    expect(await cloud.options.lambda.invoke(Alias, {})).toMatchObject({
      ok: true,
      payload: '"behind the alias"',
    });
    await cloud.options.lambda.close();
  });

  it('follows references and conditions, and resolves the outputs', async () => {
    const cloud = cloudWith(
      {
        Policy: {
          Type: 'AWS::IAM::Policy',
          Properties: { PolicyName: 'p', PolicyDocument: policyDocument, Roles: [{ Ref: 'Role' }] },
        },
        Role: role,
      },
      { RoleArn: { Value: { 'Fn::GetAtt': ['Role', 'Arn'] } } },
    );
    expect(await provision(cloud)).toEqual({ RoleArn: 'arn:aws:iam::000000000000:role/Stack-Role' });
    expect([...(cloud.roleStatements.get('Stack-Role')?.keys() ?? [])]).toEqual(['inline', 'Policy']);
  });
});
