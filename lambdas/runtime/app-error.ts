import { type Problem, type ProblemCode, problems } from '#shared/api/problem.ts';

type Issues = NonNullable<Problem['issues']>;

/**
 * An expected failure that the API reports to the caller. The HTTP wrapper turns the code into status and title.
 * People read `detail`, so it never contains ids, tokens or internals.
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
