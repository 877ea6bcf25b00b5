/** Compiled with web/tsconfig.json only: the site has no Node. */

// @ts-expect-error: no process
export const region = process.env.AWS_REGION;
// @ts-expect-error: no Buffer
export const bytes = Buffer.from('');
export const size = window.innerWidth;
