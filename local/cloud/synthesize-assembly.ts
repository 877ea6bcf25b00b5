import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Synthesizes the stack into `outdir` (inside the project) in a process of its own: the engines start
 * meanwhile, and a change of the code is seen the next time. Rejects with what the synthesis printed.
 */
export async function synthesizeAssembly(outdir: string): Promise<string> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./synthesis-process.ts', import.meta.url)), outdir],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (status !== 0) throw new Error(`The stack could not be synthesized:\n${output.trim()}`);
  return outdir;
}
