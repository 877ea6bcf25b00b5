import * as z from 'zod';
import type { Mailbox } from '#src/mailbox/mailbox.ts';
import { invalidParameter } from './cognito-error.ts';
import type { SignInChallenges } from './sign-in-challenges.ts';
import type { Tokens } from './tokens.ts';
import type { UserPoolStore } from './user-pool-store.ts';

/** The parts of the engine that operations use. */
export interface Engine {
  store: UserPoolStore;
  tokens: Tokens;
  challenges: SignInChallenges;
  mailbox: Mailbox;
  /** Runs the function of a trigger; rejects with the error that the function threw. */
  invokeFunction: (functionArn: string, event: unknown) => Promise<unknown>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Properties of the call that an operation may need. */
export interface Call {
  /** The region that the caller signed for, or undefined when the call is unsigned. */
  region: string | undefined;
}

/** One operation of the API. `signed` ones need AWS credentials; the others are open to browsers. */
export interface Operation {
  access: 'signed' | 'open';
  run: (engine: Engine, input: unknown, call: Call) => Promise<object>;
}

/** Declares an operation whose input is checked against `input` before `run` sees it. */
export const operation = <Input extends z.ZodType>(
  access: Operation['access'],
  input: Input,
  run: (engine: Engine, input: z.output<Input>, call: Call) => Promise<object>,
): Operation => ({
  access,
  run: async (engine, given, call) => {
    const parsed = input.safeParse(given);
    if (!parsed.success) {
      const problems = parsed.error.issues.map(({ path, message, code, ...issue }) =>
        code === 'unrecognized_keys' && 'keys' in issue
          ? `${[...path, String(issue.keys)].join('.')} is not implemented by the local Cognito`
          : `Value at '${path.join('.')}' failed to satisfy constraint: ${message}`,
      );
      const count = `${problems.length} validation error${problems.length > 1 ? 's' : ''}`;
      throw invalidParameter(`${count} detected: ${problems.join('; ')}`);
    }
    return run(engine, parsed.data, call);
  },
});

/** A time as JSON 1.1 carries it: seconds since 1970. */
export const timestamp = (milliseconds: number): number => milliseconds / 1000;

/** Shapes that several operations share. */
export const attributeList = z.array(z.object({ Name: z.string(), Value: z.string().default('') }));
export const clientMetadata = z.record(z.string(), z.string()).optional();
export const newPassword = z
  .string()
  .max(256)
  .regex(/^\S(.*\S)?$/s, 'Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$');
