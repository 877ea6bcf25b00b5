import { AuthError } from 'aws-amplify/auth';
import { refusalText } from '#web/lib/auth-refusal.ts';
import { words } from './words.ts';

/**
 * Rethrows the identity provider's errors, with our text if we have one. Any other error is reported and replaced by a
 * general one.
 */
export function explained<Input extends unknown[], Output>(
  service: (...input: Input) => Promise<Output>,
  asked: Parameters<typeof refusalText>[1] = 'account',
) {
  return async (...input: Input): Promise<Output> => {
    try {
      return await service(...input);
    } catch (error) {
      const known = refusalText(error, asked);
      if (known !== undefined) throw new Error(known);
      if (error instanceof AuthError) throw error;
      reportError(error);
      throw new Error(words.unexpected);
    }
  };
}
