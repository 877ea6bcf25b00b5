import { spawn } from 'node:child_process';

/**
 * Runs a program with the output on this terminal.
 * @throws Error if it fails.
 */
export async function runProgram(
  [program = '', ...args]: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...environment }, stdio: 'inherit' });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (status !== 0)
    throw new Error(
      `${args[0] ?? program} failed (status ${status}). What it says stands above; then repeat the command.`,
    );
}
