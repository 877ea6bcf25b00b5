import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectRoot = join(import.meta.dirname, '..', '..');
/** The files that a synthesis reads. */
const inputs = [
  'lib',
  'lambdas',
  'shared',
  'dist',
  'cdk.json',
  'package-lock.json',
  'local/cloud/synthesis-process.ts',
  'local/cloud/push-service.ts',
  'local/cloud/social-sign-in.ts',
];

/**
 * Synthesizes the stack into `outdir` (inside the project) in a separate process, so that the engines start at the same
 * time and changed code is loaded. An assembly of unchanged files is used again. Rejects with the output of the
 * synthesis. Without `isLocalStart`, functions are bundled as a deployment sends them.
 */
export async function synthesizeAssembly(
  outdir: string,
  { isLocalStart }: { isLocalStart: boolean },
): Promise<string> {
  const record = join(outdir, 'inputs.sha256');
  if (recordedIn(record) === fingerprint()) return outdir;
  rmSync(record, { force: true });
  const script = fileURLToPath(new URL('./synthesis-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, outdir, ...(isLocalStart ? ['--local-start'] : [])], {
    // The CDK's validation of templates takes a second; deployments and tests run it.
    env: { ...process.env, CDK_VALIDATION: 'false' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => child.kill();
  process.once('exit', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  // Taken at the start: if a file changes during the synthesis, the next start synthesizes again.
  const made = fingerprint();
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  process.off('exit', end);
  if (status !== 0) throw new Error(`The stack could not be synthesized:\n${output.trim()}`);
  // A synthesis may have built the site first.
  writeFileSync(record, made === fingerprint() ? made : '');
  return outdir;
}

function recordedIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Names, sizes and times of all files that a synthesis reads. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const input of inputs) {
    const root = join(projectRoot, input);
    const stats = statSync(root, { throwIfNoEntry: false });
    const files = stats?.isDirectory()
      ? readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()
      : [''];
    for (const file of files) {
      if (file.includes('node_modules')) continue;
      const { size, mtimeMs } = statSync(join(root, file), { throwIfNoEntry: false }) ?? {};
      hash.update(`${input}/${file} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}
