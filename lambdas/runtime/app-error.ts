import { type Problem, type ProblemCode, problems } from '#shared/api/problem.ts';

type Issues = NonNullable<Problem['issues']>;

/**
 * An outcome that the caller is told about. Use cases throw it; the HTTP wrapper turns the code into its
 * status and words. `detail` is read by people, so it never carries ids, tokens or internals.
 */
export class AppError extends Error {
  readonly code: ProblemCode;
  readonly detail: string | undefined;
  readonly issues: Issues | undefined;

  constructor(code: ProblemCode, detail?: string, issues?: Issues) {
    super(detail ?? problems[code].title);
    this.name = 'AppError';
    this.code = code;
    this.detail = detail;
    this.issues = issues;
  }
}
