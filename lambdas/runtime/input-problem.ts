import { InvalidInputError } from '#shared/domain/prompt-requests.ts';
import { AppError } from './app-error.ts';

/** What to throw for `error`: the AppError `invalid_input` if it is a request that breaks a rule, otherwise itself. */
export function inputProblem(error: unknown): unknown {
  return error instanceof InvalidInputError ? new AppError('invalid_input', error.message) : error;
}
