import { startLocalS3 } from './local-s3.ts';

/** An S3 in a process of its own, for tests that kill it: prints its address and serves the directory given. */
const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('Usage: s3-process.ts <directory>');
const { url } = await startLocalS3({ directory });
console.log(url);
