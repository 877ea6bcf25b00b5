/** Cognito's event, as much of it as its documentation names. */
export function triggerEvent(
  triggerSource: string,
  userAttributes: Record<string, string>,
  userName = 'ada-sub',
  clientMetadata?: Readonly<Record<string, string>>,
) {
  return {
    version: '1',
    region: 'eu-west-2',
    userPoolId: 'eu-west-2_pool',
    userName,
    triggerSource,
    callerContext: { awsSdkVersion: 'aws-sdk-unknown', clientId: 'client' },
    request: {
      userAttributes,
      codeParameter: '{####}',
      linkParameter: '',
      usernameParameter: null,
      clientMetadata,
    },
    response: {},
  } as never;
}

/** Attributes of a user with a password. */
export const attributes = {
  sub: 'ada-sub',
  email: 'ada@example.com',
  email_verified: 'true',
  name: 'Ada Cook',
};
