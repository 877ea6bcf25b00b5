import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { Firewall, rateLimits } from '#lib/firewall.ts';

interface Rule {
  readonly Statement: {
    readonly RateBasedStatement?: { readonly Limit: number; readonly ScopeDownStatement?: Statement };
  };
}

interface Statement {
  readonly OrStatement: { readonly Statements: readonly { readonly RegexMatchStatement: Regex }[] };
}

interface Regex {
  readonly RegexString: string;
  readonly FieldToMatch: { readonly SingleHeader?: { readonly Name: string }; readonly UriPath?: object };
  readonly TextTransformations: readonly object[];
}

function firewallOfUserPool(): readonly Rule[] {
  const stack = new Stack();
  new Firewall(stack, 'Firewall', { webAcl: true, webAclArns: undefined });
  const acls = Template.fromStack(stack).findResources('AWS::WAFv2::WebACL', {
    Properties: { Scope: 'REGIONAL' },
  });
  return Object.values(acls).flatMap(({ Properties }) => Properties.Rules as readonly Rule[]);
}

describe('the limit of requests that have a code mailed', () => {
  const rates = firewallOfUserPool().flatMap(({ Statement }) => Statement.RateBasedStatement ?? []);
  const limited = rates.find(({ Limit }) => Limit === rateLimits.codes)?.ScopeDownStatement;

  /** Whether the rule counts a request with this value of the field, in any spelling. */
  const counts = (isField: (field: Regex['FieldToMatch']) => boolean, value: string) =>
    limited?.OrStatement.Statements.some(
      ({ RegexMatchStatement: { FieldToMatch, RegexString, TextTransformations } }) => {
        expect(TextTransformations).toEqual([{ Priority: 0, Type: 'LOWERCASE' }]);
        return isField(FieldToMatch) && new RegExp(RegexString).test(value.toLowerCase());
      },
    );

  // T7.D1
  it.each([
    ['SignUp', true],
    ['ResendConfirmationCode', true],
    ['ForgotPassword', true],
    ['UpdateUserAttributes', true],
    ['GetUserAttributeVerificationCode', true],
    ['ConfirmSignUp', false],
    ['ConfirmForgotPassword', false],
    ['InitiateAuth', false],
    ['VerifyUserAttribute', false],
    ['GetUser', false],
  ])('counts %s: %s', (operation, isCounted) => {
    const isTarget = ({ SingleHeader }: Regex['FieldToMatch']) => SingleHeader?.Name === 'x-amz-target';
    expect(counts(isTarget, `AWSCognitoIdentityProviderService.${operation}`)).toBe(isCounted);
  });

  // T7.D1
  it.each([
    ['/signup', true],
    ['/resendcode', true],
    ['/forgotPassword', true],
    ['/', false],
    ['/oauth2/authorize', false],
    ['/oauth2/idpresponse', false],
    ['/logout', false],
  ])('counts the page %s of the hosted domain: %s', (path, isCounted) => {
    expect(counts(({ UriPath }) => UriPath !== undefined, path)).toBe(isCounted);
  });
});
