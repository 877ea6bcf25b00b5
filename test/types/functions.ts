/** Compiled with lambdas/tsconfig.json only: functions have no browser. */

// @ts-expect-error: no window
export const size = window.innerWidth;
// @ts-expect-error: no document
export const title = document.title;
export const region = process.env.AWS_REGION;
