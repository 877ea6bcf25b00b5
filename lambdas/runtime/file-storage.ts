/**
 * Files in the product's buckets. The client of S3 is loaded by the first call that needs it: most requests touch no
 * file, and it would make a third of a cold start.
 */
type Files = typeof import('./s3-files.ts');

const files = (): Promise<Files> => import('./s3-files.ts');

export const readFile: Files['readFile'] = async (...call) => (await files()).readFile(...call);
export const openFile: Files['openFile'] = async (...call) => (await files()).openFile(...call);
export const writeFile: Files['writeFile'] = async (...call) => (await files()).writeFile(...call);
export const writeStream: Files['writeStream'] = async (...call) => (await files()).writeStream(...call);
export const removeFiles: Files['removeFiles'] = async (...call) => (await files()).removeFiles(...call);
export const removeFolder: Files['removeFolder'] = async (...call) => (await files()).removeFolder(...call);
export const checkBucket: Files['checkBucket'] = async (...call) => (await files()).checkBucket(...call);
