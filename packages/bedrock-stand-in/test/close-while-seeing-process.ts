/** For worker-pool.test.ts: closes a pool while a network analyses a picture, and prints how the task ended. */
import sharp from 'sharp';
import { createWorkerPool } from '#src/worker-pool.ts';

const brown = { width: 600, height: 400, channels: 3, background: '#b5651d' } as const;
const picture = await sharp({ create: brown }).jpeg().toBuffer();
const pool = createWorkerPool<Uint8Array, unknown>(new URL('../src/seeing/worker.ts', import.meta.url), 1);
await pool.run(picture);
const running = pool.run(picture).catch(({ message }: Error) => message);
await new Promise((resolve) => setTimeout(resolve, 50));
await pool.close();
console.log(await running);
