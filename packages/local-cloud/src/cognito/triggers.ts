import { CognitoError } from './cognito-error.ts';
import type { Engine } from './operation.ts';
import type { Pool, User } from './user-pool-store.ts';

/**
 * A trigger times out after five seconds and is called at most three times; an error that the function
 * throws is final and goes back to the caller of the API. The two figures have not been checked against AWS.
 */
const triggerTimeout = 5000;
const calls = 3;

type Trigger = 'PreSignUp' | 'PostConfirmation' | 'CustomMessage';

interface TriggerCall {
  pool: Pool;
  /** Undefined when an administrator makes the call. */
  clientId: string | undefined;
  userName: string;
  source: string;
  request: Record<string, unknown>;
  response: Record<string, unknown>;
}

const noAnswer = Symbol('no answer');

const answerInTime = async (running: Promise<unknown>): Promise<unknown> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof noAnswer>((resolve) => {
    timer = setTimeout(resolve, triggerTimeout, noAnswer);
  });
  try {
    return await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Runs the pool's function for `trigger`, if it has one; resolves with the `response` that it returned. */
const runTrigger = async (
  engine: Engine,
  trigger: Trigger,
  { pool, clientId, userName, source, request, response }: TriggerCall,
): Promise<Record<string, unknown>> => {
  const functionArn = pool.settings.LambdaConfig?.[trigger];
  if (!functionArn) return response;
  const event = {
    version: '1',
    region: pool.region,
    userPoolId: pool.id,
    userName,
    callerContext: {
      awsSdkVersion: 'aws-sdk-unknown-unknown',
      clientId: clientId ?? 'CLIENT_ID_NOT_APPLICABLE',
    },
    triggerSource: source,
    request,
    response,
  };
  for (let call = 1; call <= calls; call += 1) {
    const answer = await answerInTime(engine.invokeFunction(functionArn, structuredClone(event))).catch(
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new CognitoError('UserLambdaValidationException', `${trigger} failed with error ${reason}.`);
      },
    );
    if (answer === noAnswer) continue;
    const returned = (answer as { response?: unknown } | null | undefined)?.response;
    if (typeof returned !== 'object' || returned === null) {
      throw new CognitoError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
    }
    return returned as Record<string, unknown>;
  }
  throw new CognitoError(
    'UnexpectedLambdaException',
    `${trigger} invocation failed due to error Task timed out after ${triggerTimeout / 1000} seconds.`,
  );
};

const metadata = (clientMetadata: Record<string, string> | undefined) => clientMetadata && { clientMetadata };

/** A user's attributes as triggers see them. */
const userAttributes = (user: User): Record<string, string> => ({
  sub: user.sub,
  'cognito:user_status': user.status,
  ...user.attributes,
});

export interface PreSignUpAnswer {
  autoConfirmUser: boolean;
  autoVerifyEmail: boolean;
}

export const preSignUp = async (
  engine: Engine,
  options: {
    pool: Pool;
    clientId: string | undefined;
    userName: string;
    source: 'SignUp' | 'ExternalProvider';
    attributes: Record<string, string>;
    validationData?: Record<string, string> | undefined;
    clientMetadata?: Record<string, string> | undefined;
  },
): Promise<PreSignUpAnswer> => {
  const response = await runTrigger(engine, 'PreSignUp', {
    pool: options.pool,
    clientId: options.clientId,
    userName: options.userName,
    source: `PreSignUp_${options.source}`,
    request: {
      userAttributes: options.attributes,
      validationData: options.validationData ?? null,
      ...metadata(options.clientMetadata),
    },
    response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
  });
  return {
    autoConfirmUser: response.autoConfirmUser === true,
    autoVerifyEmail: response.autoVerifyEmail === true,
  };
};

export const postConfirmation = async (
  engine: Engine,
  options: {
    pool: Pool;
    clientId: string | undefined;
    user: User;
    source: 'ConfirmSignUp' | 'ConfirmForgotPassword';
    clientMetadata?: Record<string, string> | undefined;
  },
): Promise<void> => {
  await runTrigger(engine, 'PostConfirmation', {
    pool: options.pool,
    clientId: options.clientId,
    userName: options.user.username,
    source: `PostConfirmation_${options.source}`,
    request: { userAttributes: userAttributes(options.user), ...metadata(options.clientMetadata) },
    response: {},
  });
};

export type MessageSource =
  | 'SignUp'
  | 'ResendCode'
  | 'ForgotPassword'
  | 'UpdateUserAttribute'
  | 'VerifyUserAttribute';

/** The function's text for the mail; a missing part means the pool's own text. */
export const customMessage = async (
  engine: Engine,
  options: {
    pool: Pool;
    clientId: string | undefined;
    user: User;
    source: MessageSource;
    clientMetadata?: Record<string, string> | undefined;
  },
): Promise<{ message: string | undefined; subject: string | undefined }> => {
  const response = await runTrigger(engine, 'CustomMessage', {
    pool: options.pool,
    clientId: options.clientId,
    userName: options.user.username,
    source: `CustomMessage_${options.source}`,
    request: {
      userAttributes: userAttributes(options.user),
      codeParameter: '{####}',
      linkParameter: '{##Click Here##}',
      usernameParameter: null,
      ...metadata(options.clientMetadata),
    },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  });
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return { message: text(response.emailMessage), subject: text(response.emailSubject) };
};
