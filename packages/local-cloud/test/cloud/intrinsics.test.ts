// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how CloudFormation writes its variables.
import { describe, expect, it } from 'vitest';
import type { Template } from '#src/cloud/assembly.ts';
import { Intrinsics, referencesIn } from '#src/cloud/intrinsics.ts';

const template = {
  Parameters: { Stage: { Type: 'String', Default: 'dev' }, Open: { Type: 'String' } },
  Conditions: {
    IsDev: { 'Fn::Equals': [{ Ref: 'Stage' }, 'dev'] },
    IsProd: { 'Fn::Not': [{ Condition: 'IsDev' }] },
    Either: { 'Fn::Or': [{ Condition: 'IsProd' }, { Condition: 'IsDev' }] },
  },
  Mappings: { Sizes: { dev: { memory: 512 } } },
  Resources: { Table: { Type: 'AWS::DynamoDB::Table' }, Pool: { Type: 'AWS::Cognito::UserPool' } },
  Outputs: {},
} as unknown as Template;

const intrinsics = new Intrinsics(
  template,
  { region: 'eu-west-2', accountId: '000000000000', stackName: 'PlatePost' },
  new Map([
    ['Table', { ref: 'dishes', attributes: { Arn: 'arn:dishes', 'Nested.Name': 'n' } }],
    ['Pool', { ref: 'pool-1', attributes: { ProviderURL: 'http://127.0.0.1:4001/pool-1' } }],
  ]),
);

describe('intrinsic functions', () => {
  it.each<[string, unknown, unknown]>([
    ['Ref of a resource', { Ref: 'Table' }, 'dishes'],
    ['Ref of a parameter', { Ref: 'Stage' }, 'dev'],
    ['a pseudo parameter', { Ref: 'AWS::Region' }, 'eu-west-2'],
    ['GetAtt', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:dishes'],
    ['GetAtt in one word, nested', { 'Fn::GetAtt': 'Table.Nested.Name' }, 'n'],
    ['Join', { 'Fn::Join': ['/', ['a', { Ref: 'Table' }, { 'Fn::Join': ['', ['b', 'c']] }]] }, 'a/dishes/bc'],
    [
      'Sub',
      {
        'Fn::Sub': ['${Table}-${Table.Arn}-${AWS::AccountId}-${own}-${!Literal}', { own: { Ref: 'Stage' } }],
      },
      'dishes-arn:dishes-000000000000-dev-${Literal}',
    ],
    ['Select of a Split', { 'Fn::Select': [1, { 'Fn::Split': ['-', { Ref: 'Pool' }] }] }, '1'],
    ['If', { 'Fn::If': ['IsDev', 'yes', 'no'] }, 'yes'],
    ['If with Not', { 'Fn::If': ['IsProd', 'yes', { Ref: 'Stage' }] }, 'dev'],
    ['If with Or', { 'Fn::If': ['Either', 1, 2] }, 1],
    ['FindInMap', { 'Fn::FindInMap': ['Sizes', { Ref: 'Stage' }, 'memory'] }, 512],
    ['NoValue', { a: 1, b: { Ref: 'AWS::NoValue' }, c: [1, { Ref: 'AWS::NoValue' }] }, { a: 1, c: [1] }],
    ['a plain object with one key', { Reference: 'Table' }, { Reference: 'Table' }],
  ])('%s', (_name, value, expected) => {
    expect(intrinsics.resolve(value)).toEqual(expected);
  });

  it('make hosts of this machine plain HTTP and leave all others alone', () => {
    const host = { 'Fn::Select': [2, { 'Fn::Split': ['/', { 'Fn::GetAtt': ['Pool', 'ProviderURL'] }] }] };
    const policy = { 'Fn::Join': ['', ["connect-src 'self' https://", host, ' https://cdn.example']] };
    expect(intrinsics.resolve(policy)).toBe("connect-src 'self' http://127.0.0.1:4001 https://cdn.example");
    expect(intrinsics.resolve('https://127.0.0.1.example')).toBe('https://127.0.0.1.example');
    expect(intrinsics.resolve('https://localhost:4000/x')).toBe('http://localhost:4000/x');
  });

  it("make the hosted domain's prefix the one host of this machine that speaks TLS", () => {
    const withDomain = new Intrinsics(
      { ...template, Resources: { Domain: { Type: 'AWS::Cognito::UserPoolDomain' } } } as unknown as Template,
      { region: 'eu-west-2', accountId: '000000000000', stackName: 'PlatePost' },
      new Map([['Domain', { ref: '127.0.0.1:4002/', attributes: {} }]]),
      '127.0.0.1:4002',
    );
    const pages = { 'Fn::Join': ['', ['https://', { Ref: 'Domain' }, '.auth.eu-west-2.amazoncognito.com']] };
    const host = { 'Fn::Select': [2, { 'Fn::Split': ['/', pages] }] };
    const policy = {
      'Fn::Join': ['', ['https://127.0.0.1:4001 https://', host, ' https://127.0.0.1:40021']],
    };
    expect(withDomain.resolve(host)).toBe('127.0.0.1:4002');
    expect(withDomain.resolve(policy)).toBe(
      'http://127.0.0.1:4001 https://127.0.0.1:4002 http://127.0.0.1:40021',
    );
  });

  it.each<[string, unknown, string]>([
    ['an unknown function', { 'Fn::Cidr': [] }, 'does not support the function Fn::Cidr'],
    ['an unknown attribute', { 'Fn::GetAtt': ['Table', 'Colour'] }, 'the attribute Colour of Table'],
    ['an unknown resource', { Ref: 'Nothing' }, 'Nothing, which does not exist'],
    ['a parameter without a value', { Ref: 'Open' }, 'Open has no default'],
    ['a place that is not there', { 'Fn::Select': [3, ['a']] }, 'is nothing'],
  ])('refuse %s', (_name, value, message) => {
    expect(() => intrinsics.resolve(value)).toThrow(message);
  });

  it('are searched for references, however deep', () => {
    const value = {
      a: [{ Ref: 'One' }, { 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Two', 'Arn'] }]] }],
      b: { 'Fn::Sub': ['${Three}${Four.Arn}${!No}${own}', { own: { 'Fn::GetAtt': 'Five.Arn' } }] },
    };
    expect([...referencesIn(value)].sort()).toEqual(['Five', 'Four', 'One', 'Three', 'Two', 'own']);
  });
});
