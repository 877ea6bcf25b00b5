import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, Stack } from 'aws-cdk-lib';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { projectRoot } from '#lib/bundle.ts';
import { parseConfig } from '#lib/config.ts';
import { rateLimits } from '#lib/firewall.ts';
import { readStage } from '#lib/stage.ts';
import { brand } from '#shared/brand.ts';
import { synthesized } from './synthesized.ts';

const social = {
  domainPrefix: 'platepost-test',
  google: { clientId: 'google-client', clientSecretName: 'platepost/google' },
  apple: {
    servicesId: 'com.example.site',
    teamId: 'TEAM',
    keyId: 'KEY',
    privateKeySecretName: 'platepost/apple',
  },
};

/** `config.json` of the site, with `true` for each value that is known only when it is deployed. */
function siteConfig(app: App): Record<string, unknown> {
  const [path = ''] = globSync('*/config.json', { cwd: app.outdir });
  return JSON.parse(readFileSync(join(app.outdir, path), 'utf8').replace(/<<marker:[^>]*>>/g, 'true'));
}

it('has neither social providers nor a hosted domain until they are configured', async () => {
  const { app, ofType } = await synthesized();
  expect(siteConfig(app)).toMatchObject({ social: [] });
  expect(siteConfig(app)).not.toHaveProperty('hostedDomain');
  expect(ofType('AWS::Cognito::UserPoolClient')[0]?.[1].Properties).not.toHaveProperty('CallbackURLs');
  expect(ofType('AWS::Cognito::UserPoolIdentityProvider')).toEqual([]);
  expect(ofType('AWS::Cognito::UserPoolDomain')).toEqual([]);
  expect(ofType('AWS::Cognito::UserPoolClient')[0]?.[1].Properties).toMatchObject({
    GenerateSecret: false,
    ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
    SupportedIdentityProviders: ['COGNITO'],
  });
});

// V10.4.1, V10.4.4, V10.4.11
it('adds Google, Apple and the hosted domain with their settings, without a cycle', async () => {
  const { app, ofType, resources } = await synthesized({ social });
  expect(siteConfig(app)).toMatchObject({ social: ['Google', 'SignInWithApple'] });
  expect(siteConfig(app)).toHaveProperty('hostedDomain', true);
  const providers = ofType('AWS::Cognito::UserPoolIdentityProvider').map(([, p]) => p.Properties);
  expect(providers.map((p) => p?.ProviderName).sort()).toEqual(['Google', 'SignInWithApple']);
  for (const provider of providers)
    expect(provider?.AttributeMapping).toMatchObject({ email: 'email', email_verified: 'email_verified' });
  expect(providers.find((p) => p?.ProviderName === 'Google')?.AttributeMapping).toMatchObject({
    picture: 'picture',
  });
  expect(ofType('AWS::Cognito::UserPoolDomain')).toHaveLength(1);
  const [distribution] = ofType('AWS::CloudFront::Distribution').map(([id]) => id);
  const onSite = (path: string) => ({
    'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [distribution, 'DomainName'] }, path]],
  });
  // C3.42, V10.6.1
  expect(ofType('AWS::Cognito::UserPoolClient')[0]?.[1].Properties).toMatchObject({
    CallbackURLs: [onSite('/')],
    LogoutURLs: [onSite('/signed-out')],
    AllowedOAuthFlows: ['code'],
    // Without aws.cognito.signin.user.admin, by which the server knows a sign-in by password.
    AllowedOAuthScopes: ['openid', 'email', 'profile'],
    SupportedIdentityProviders: ['COGNITO', 'Google', 'SignInWithApple'],
  });
  // The secrets stay references that only the deployment resolves.
  expect(JSON.stringify(resources)).toContain('{{resolve:secretsmanager:platepost/google');
  const csp = JSON.stringify(ofType('AWS::CloudFront::ResponseHeadersPolicy'));
  expect(csp).toContain('amazoncognito');
});

/** Settings that production requires. */
const production = {
  stage: 'production',
  region: 'us-east-1',
  domain: { name: 'platepost.test', hostedZoneId: 'Z1' },
  email: { from: 'hello@platepost.test', sesRegion: 'us-east-1', sesDomain: 'platepost.test' },
  supportEmail: 'help@platepost.test',
  passwordMinLength: 12,
  alarmEmail: 'alarms@platepost.test',
  monthlyBudget: 500,
  webAcl: true,
  deletionProtection: true,
};

const nag = (app: App) => new AwsSolutionsChecks(app).validateScope(app).violations.map((v) => v.ruleName);

describe('production', async () => {
  const { app, stack, template, ofType } = await synthesized({ ...production, social });

  /** A page of the site with the settings of this deployment. */
  function pageOf(file: string): string {
    const [path = ''] = globSync(`*/${file}`, { cwd: app.outdir });
    return readFileSync(join(app.outdir, path), 'utf8');
  }

  it('protects what cannot be made again, and the stack itself', () => {
    expect(stack.terminationProtection).toBe(true);
    template.hasResourceProperties('AWS::DynamoDB::Table', { DeletionProtectionEnabled: true });
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      DeletionProtection: 'ACTIVE',
      EmailConfiguration: { EmailSendingAccount: 'DEVELOPER' },
    });
  });

  it('requires an authenticator app of staff, and sends alarms to an address', () => {
    template.resourcePropertiesCountIs(
      'AWS::Lambda::Function',
      { Environment: { Variables: { STAFF_SECOND_FACTOR: 'required' } } },
      3,
    );
    template.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email' });
  });

  // T1.D1, T7.D1, V12.1.1
  it('meets the rules', () => {
    expect(nag(app)).toEqual([]);
  });

  it('sends notices from its address alone, also in the sandbox of SES, which asks for the identity of the recipient', () => {
    type Policy = { readonly Statement: readonly { readonly Action: unknown; readonly Resource: unknown }[] };
    const statements = ofType('AWS::IAM::Policy').flatMap(
      ([, { Properties }]) => (Properties?.PolicyDocument as Policy).Statement,
    );
    const mail = statements.filter(({ Action }) => Action === 'ses:SendEmail');
    expect(mail).toMatchObject([
      { Effect: 'Allow', Condition: { StringEquals: { 'ses:FromAddress': 'hello@platepost.test' } } },
    ]);
    expect(JSON.stringify(mail[0]?.Resource)).toMatch(/:identity\/\*"/);
  });

  it('has a certificate, records and the site on its domain, from the id of a hosted zone', () => {
    template.hasResourceProperties('AWS::CertificateManager::Certificate', {
      DomainName: 'platepost.test',
      ValidationMethod: 'DNS',
      DomainValidationOptions: [{ DomainName: 'platepost.test', HostedZoneId: 'Z1' }],
    });
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: ['platepost.test'],
        ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
      },
    });
    const records = ofType('AWS::Route53::RecordSet').map(([, { Properties }]) => Properties);
    expect(records.map((record) => [record?.Name, record?.Type]).sort()).toEqual([
      ['platepost.test.', 'A'],
      ['platepost.test.', 'AAAA'],
    ]);
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      CallbackURLs: ['https://platepost.test/'],
    });
  });

  it('limits the requests of one address, without a CAPTCHA', () => {
    const acls = ofType('AWS::WAFv2::WebACL').map(([id, { Properties }]) => ({ id, ...Properties }));
    expect(acls.map((acl) => 'Scope' in acl && acl.Scope).sort()).toEqual(['CLOUDFRONT', 'REGIONAL']);
    const text = JSON.stringify(acls);
    const limits = [...text.matchAll(/"Limit":(\d+)/g)].map(([, limit]) => Number(limit));
    expect(limits.sort((a, b) => a - b)).toEqual([
      rateLimits.codes,
      rateLimits.signIn,
      rateLimits.changes,
      rateLimits.site,
    ]);
    expect(text).not.toMatch(/captcha|challenge/i);
    const arnOf = (scope: string) => {
      const acl = acls.find((candidate) => 'Scope' in candidate && candidate.Scope === scope);
      return { 'Fn::GetAtt': [acl?.id, 'Arn'] };
    };
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { WebACLId: arnOf('CLOUDFRONT') },
    });
    template.hasResourceProperties('AWS::WAFv2::WebACLAssociation', { WebACLArn: arnOf('REGIONAL') });
  });

  // The site reads 429 as busy, and a 403 as a permission that was lost.
  it('tells an address that asks the site too often so', () => {
    const rates = ofType('AWS::WAFv2::WebACL').flatMap(([, { Properties }]) =>
      (Properties?.Rules as { Action?: object; Statement: object }[])
        .filter(({ Statement }) => 'RateBasedStatement' in Statement)
        .map(({ Action }) => [Properties?.Scope, Action]),
    );
    const tooMany = { Block: { CustomResponse: { ResponseCode: 429 } } };
    expect(rates.sort()).toEqual([
      ['CLOUDFRONT', tooMany],
      ['CLOUDFRONT', tooMany],
      ['REGIONAL', { Block: {} }],
      ['REGIONAL', { Block: {} }],
    ]);
  });

  // T7.D2
  it('keeps the holder of an access token from deleting a login without its account', () => {
    template.hasResourceProperties('AWS::WAFv2::WebACL', {
      Scope: 'REGIONAL',
      Rules: Match.arrayWith([
        Match.objectLike({
          Action: { Block: {} },
          Statement: {
            ByteMatchStatement: {
              FieldToMatch: { SingleHeader: { Name: 'x-amz-target' } },
              PositionalConstraint: 'ENDS_WITH',
              SearchString: '.deleteuser',
              TextTransformations: [{ Priority: 0, Type: 'LOWERCASE' }],
            },
          },
        }),
      ]),
    });
  });

  it('names the address of support in mails, on share pages, to push services and in the legal texts', () => {
    template.resourcePropertiesCountIs(
      'AWS::Lambda::Function',
      { Environment: { Variables: { SUPPORT_EMAIL: 'help@platepost.test' } } },
      3,
    );
    for (const page of ['terms.html', 'privacy.html', 'landing.html', 'index.html', '404.html']) {
      const text = pageOf(page);
      expect(text, page).toContain('<meta name="support-email" content="help@platepost.test">');
      expect(text, page).not.toContain(brand.supportEmail);
    }
  });

  it.each(['landing.html', 'index.html', '404.html'])('names the least length of passwords in %s', (page) => {
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      Policies: { PasswordPolicy: Match.objectLike({ MinimumLength: 12 }) },
    });
    expect(pageOf(page)).toContain('<meta name="password-min-length" content="12">');
  });

  it('sends an e-mail when the month’s cost exceeds the budget', () => {
    template.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 500, Unit: 'USD' } },
      NotificationsWithSubscribers: ['ACTUAL', 'FORECASTED'].map((NotificationType) => ({
        Notification: { NotificationType },
        Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'alarms@platepost.test' }],
      })),
    });
  });

  // R7.2
  it('lists all missing settings at once', () => {
    const refused = () =>
      parseConfig({ stage: 'production', supportEmail: 'a@b.example' }, 'settings/a.json');
    for (const name of [
      'domain',
      'webAcl',
      'supportEmail',
      'alarmEmail',
      'monthlyBudget',
      'email',
      'deletionProtection',
    ])
      expect(refused, name).toThrow(new RegExp(`^settings/a.json:\\n[^]*Production needs "${name}"`));
  });
});

it.each([
  'staging',
  'trial',
  'production',
])('settings/%s.json fits, meets the rules, and starts on this machine', async (stage) => {
  const { app, stack, resources } = await synthesized({}, stage);
  const supported = readFileSync(join(projectRoot, 'packages/local-cloud/README.md'), 'utf8');
  for (const { Type } of Object.values(resources)) expect(supported).toContain(`\n| ${Type} | `);
  expect(stack.stackName).toBe(`PlatePost-${stage}`);
  expect(nag(app)).toEqual([]);
});

it.each([
  [{ domain: { name: 'a.test' } }, '"domain" needs the "hostedZoneId"'],
  [{ domain: { name: 'a.test', hostedZoneId: 'Z' } }, 'Write the "region" of the stage'],
  [{ webAcl: true }, 'Write the "region" of the stage'],
  [{ monthlyBudget: 5 }, '"monthlyBudget" needs "alarmEmail"'],
  [{ supportEmail: 'nobody' }, 'supportEmail is no e-mail address'],
  [{ alarmEmail: 'ops' }, 'alarmEmail is no e-mail address'],
  [
    { email: { from: 'hello', sesRegion: 'us-east-1', sesDomain: 'a.test' } },
    'email.from is no e-mail address',
  ],
])('refuses %j with a sentence', (settings, sentence) => {
  expect(() => parseConfig(settings)).toThrow(sentence);
});

describe('production outside us-east-1', async () => {
  const { app, edge, template, ofType } = await synthesized({
    ...production,
    region: 'eu-central-1',
    social,
  });

  it('has certificate, web ACL and alarm of CloudFront in a stack in us-east-1, and gets the first two as parameters', () => {
    edge?.hasResourceProperties('AWS::CertificateManager::Certificate', {
      DomainName: 'platepost.test',
      DomainValidationOptions: [{ DomainName: 'platepost.test', HostedZoneId: 'Z1' }],
    });
    edge?.hasResourceProperties('AWS::WAFv2::WebACL', { Scope: 'CLOUDFRONT' });
    edge?.hasResource('AWS::CloudWatch::Alarm', {
      Condition: 'IsDistributionKnown',
      Properties: {
        Dimensions: [{ Name: 'DistributionId', Value: { Ref: 'DistributionId' } }, { Name: 'Region' }],
      },
    });
    edge?.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'alarms@platepost.test',
    });
    expect(ofType('AWS::CertificateManager::Certificate')).toEqual([]);
    template.allResourcesProperties('AWS::WAFv2::WebACL', { Scope: 'REGIONAL' });
    template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: ['platepost.test'],
        WebACLId: { Ref: 'EdgeWebAclArn' },
        ViewerCertificate: { AcmCertificateArn: { Ref: 'EdgeCertificateArn' } },
      },
    });
    // The records of the domain are no matter of a region.
    expect(ofType('AWS::Route53::RecordSet')).toHaveLength(2);
    template.hasOutput('DistributionId', {});
    // Without a default: a bare `cdk deploy` is refused rather than deployed without them.
    for (const name of ['EdgeWebAclArn', 'EdgeCertificateArn'])
      expect(template.findParameters(name)[name]).toEqual({ Type: 'String' });
  });

  it('meets the rules', () => {
    expect(nag(app)).toEqual([]);
  });

  it('is protected from deletion in both', () => {
    for (const each of app.node.children)
      if (Stack.isStack(each)) expect(each.terminationProtection).toBe(true);
  });
});

it('makes a stack in us-east-1 only for what is wanted there', async () => {
  const names = async (settings: object) => {
    const { edge } = await synthesized(settings);
    return (
      edge &&
      Object.values(edge.toJSON().Resources as Record<string, { Type: string }>).map(({ Type }) => Type)
    );
  };
  expect(await names({ region: 'eu-central-1' })).toBeUndefined();
  expect(await names({ ...production })).toBeUndefined();
  expect(await names({ region: 'eu-central-1', webAcl: true })).toEqual(['AWS::WAFv2::WebACL']);
  const named = { name: 'a.test', certificateArn: 'arn:aws:acm:us-east-1:1:certificate/1' };
  expect(await names({ region: 'eu-central-1', domain: named })).toBeUndefined();
});

it('lists the records to set where the domain has no hosted zone, with those of its mail', async () => {
  const { app, mail, template, ofType } = await synthesized({
    domain: { name: 'platepost.test', certificateArn: 'arn:aws:acm:us-east-1:1:certificate/1', mail: true },
    webAclArns: {
      distribution: 'arn:aws:wafv2:us-east-1:1:global/webacl/site/1',
      userPool: 'arn:aws:wafv2:eu-west-2:1:regional/webacl/pool/1',
    },
  });
  expect(ofType('AWS::Route53::RecordSet')).toEqual([]);
  expect(JSON.stringify(template.findOutputs('DnsRecords'))).toContain('platepost.test ALIAS or CNAME ');
  mail?.hasResourceProperties('AWS::SES::EmailIdentity', { EmailIdentity: 'platepost.test' });
  expect(JSON.stringify(mail?.findOutputs('DnsRecords'))).toMatch(/DkimDNSTokenName1.*DkimDNSTokenValue3/);
  template.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: { WebACLId: 'arn:aws:wafv2:us-east-1:1:global/webacl/site/1' },
  });
  expect(nag(app)).toEqual([]);
});

// Cognito refuses an identity that SES has not verified, so that it comes before everything else.
it('makes the mail identity and its records in a stack of its own', async () => {
  const { ofType, mail } = await synthesized({
    region: 'us-east-1',
    domain: { name: 'platepost.test', hostedZoneId: 'Z1', mail: true },
  });
  const types = ofType('AWS::Route53::RecordSet').map(([, { Properties }]) => Properties?.Type);
  expect(types.sort()).toEqual(['A', 'AAAA']);
  expect(ofType('AWS::SES::EmailIdentity')).toEqual([]);
  mail?.resourceCountIs('AWS::SES::EmailIdentity', 1);
  mail?.resourcePropertiesCountIs('AWS::Route53::RecordSet', { HostedZoneId: 'Z1', Type: 'CNAME' }, 3);
  expect((await synthesized()).mail).toBeUndefined();
});

it('watches the mails in the region of SES, where alone their metrics are', async () => {
  const alarmed = (part: Awaited<ReturnType<typeof synthesized>>['mail']) =>
    Object.values(part?.findResources('AWS::CloudWatch::Alarm') ?? {})
      .map(({ Properties }) => String(Properties.MetricName))
      .filter((name) => name.startsWith('Reputation.'))
      .sort();
  const rates = ['Reputation.BounceRate', 'Reputation.ComplaintRate'];
  const there = { ...production, region: 'us-east-1', domain: { ...production.domain, mail: true } };
  const here = await synthesized(there);
  expect([alarmed(here.template), alarmed(here.mail)]).toEqual([rates, []]);
  const elsewhere = await synthesized({ ...there, region: 'eu-central-1' });
  expect([alarmed(elsewhere.template), alarmed(elsewhere.mail)]).toEqual([[], rates]);
  elsewhere.mail?.hasResourceProperties('AWS::SNS::Subscription', { Endpoint: 'alarms@platepost.test' });
  expect(nag(elsewhere.app)).toEqual([]);
  expect(alarmed((await synthesized()).template)).toEqual([]);
});

it('begins with a day of strict transport security, without subdomains', async () => {
  const seen = async (settings: object) => {
    const { ofType } = await synthesized(settings);
    const found = JSON.stringify(ofType('AWS::CloudFront::ResponseHeadersPolicy'));
    return new Set(found.match(/"AccessControlMaxAgeSec":\d+,"IncludeSubdomains":(true|false)/g));
  };
  expect(await seen({})).toEqual(new Set(['"AccessControlMaxAgeSec":86400,"IncludeSubdomains":false']));
  expect(await seen({ strictTransport: { days: 730, subdomains: true } })).toEqual(
    new Set(['"AccessControlMaxAgeSec":63072000,"IncludeSubdomains":true']),
  );
});

it('sets the feature plan of the user pool', async () => {
  (await synthesized()).template.hasResourceProperties('AWS::Cognito::UserPool', {
    UserPoolTier: 'ESSENTIALS',
  });
  const { template } = await synthesized({ userPoolTier: 'lite' });
  template.hasResourceProperties('AWS::Cognito::UserPool', { UserPoolTier: 'LITE' });
});

it('reads the secret of a provider again when its version is another', async () => {
  const google = { ...social.google, secretVersion: 'v2' };
  const { resources } = await synthesized({ social: { ...social, google } });
  expect(JSON.stringify(resources)).toContain(
    '{{resolve:secretsmanager:platepost/google:SecretString:::v2}}',
  );
});

it('gives new code a tenth of the traffic at first, and rolls it back on an alarm', async () => {
  const { app, template, ofType, resources } = await synthesized({ canary: true });
  const aliases = ofType('AWS::Lambda::Alias').map(([id]) => id);
  // Twelve functions of the API, and the three workers.
  expect(aliases).toHaveLength(15);
  for (const id of aliases)
    expect(resources[id]).toMatchObject({ UpdatePolicy: { CodeDeployLambdaAliasUpdate: expect.anything() } });
  const alarms = ['apierrors', 'workererrors', 'generationsfailed', 'photosfailed'].map((name) => ({
    Name: { Ref: ofType('AWS::CloudWatch::Alarm').find(([id]) => id.startsWith(`Alarms${name}`))?.[0] },
  }));
  template.allResourcesProperties('AWS::CodeDeploy::DeploymentGroup', {
    DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
    AlarmConfiguration: { Enabled: true, Alarms: alarms },
    AutoRollbackConfiguration: {
      Enabled: true,
      Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
    },
  });
  // Nobody calls the code itself.
  const called = [
    ...ofType('AWS::ApiGatewayV2::Integration').map(([, { Properties }]) => Properties?.IntegrationUri),
    ...ofType('AWS::Lambda::EventSourceMapping')
      .filter(([id]) => /^(Photo|Menu)?WorkerFunction/.test(id))
      .map(([, { Properties }]) => Properties?.FunctionName),
  ];
  expect(called).toHaveLength(12 + 4);
  for (const target of called)
    expect(aliases.filter((id) => JSON.stringify(target).includes(`"${id}"`))).toHaveLength(1);
  expect(nag(app)).toEqual([]);
});

it('has no aliases unless they are wanted', async () => {
  expect((await synthesized()).ofType('AWS::Lambda::Alias')).toEqual([]);
});

it('does not wait for an invalidation, and names the domain of the distribution', async () => {
  const { template, ofType } = await synthesized();
  const waiting = ofType('Custom::CDKBucketDeployment').filter(
    ([, { Properties }]) =>
      Properties?.DistributionId && Properties.WaitForDistributionInvalidation !== false,
  );
  expect(waiting).toEqual([]);
  template.hasOutput('DistributionDomain', {});
});

it('lets people use an authenticator app, and requires it of staff where it is set', async () => {
  const usesOf = (template: Template) => {
    const policies = JSON.stringify(template.findResources('AWS::IAM::Policy'));
    return policies.split('cognito-idp:AdminGetUser').length - 1;
  };
  const optional = (await synthesized({})).template;
  optional.hasResourceProperties('AWS::Cognito::UserPool', {
    MfaConfiguration: 'OPTIONAL',
    EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
  });
  const required = (await synthesized({ staffSecondFactor: 'required' })).template;
  // The back office reads the pool in any case, before it gives a role.
  expect(usesOf(required) - usesOf(optional)).toBe(2);
});

describe('concurrency and quotas', () => {
  it('follow the settings', async () => {
    const { ofType } = await synthesized({
      concurrency: { standard: 4, priority: 2, menus: 6, photos: 2 },
      modelRegions: ['us-east-1', 'us-west-2'],
      modelQuotas: { 'us-west-2': 5 },
    });
    const mappings = ofType('AWS::Lambda::EventSourceMapping').flatMap(([id, { Properties }]) => {
      const { data } = z.object({ MaximumConcurrency: z.number() }).safeParse(Properties?.ScalingConfig);
      return data ? [[/Sqs\w*?Queues(\w+?)[0-9A-F]{8}/.exec(id)?.[1], data.MaximumConcurrency]] : [];
    });
    expect(Object.fromEntries(mappings)).toEqual({
      Standard: 4,
      Priority: 2,
      Menus: 6,
      Photos: 2,
      Exports: 2,
      Deletions: 2,
    });
    const workers = JSON.stringify(ofType('AWS::Lambda::Function'));
    expect(workers.split('"MODEL_REGIONS":"us-east-1:20,us-west-2:5"')).toHaveLength(6);
  });

  it('of the trial let every queue have the fewest runs that Lambda takes', () => {
    const { settings } = readStage('trial', join(projectRoot, 'settings'));
    const { concurrency } = parseConfig(settings);
    expect(concurrency).toEqual({ standard: 2, priority: 2, menus: 2, photos: 2, tasks: 2 });
  });

  it.each([
    [{ concurrency: { standard: 1 } }, 'Lambda lets a queue have two runs at once, not fewer'],
    [{ modelRegions: ['eu-west-2'] }, 'The image models are in us-east-1, us-east-2, us-west-2 only'],
    [{ modelRegions: [] }, 'Name a region for the image models'],
    [{ modelQuotas: { 'us-east-1': 0 } }, 'Leave the region out of modelRegions instead'],
  ])('refuse %j with a sentence', (settings, sentence) => {
    expect(() => parseConfig(settings, 'settings/a.json')).toThrow(sentence);
  });
});
