import { type EnvironmentOf, environment, type FunctionName } from '#shared/environment.ts';

type VariableName = (typeof environment)[FunctionName][number];

/**
 * Reads one variable, for code that several functions share.
 * @throws Error naming the variable when the stack did not set it.
 */
export function readVariable(name: VariableName): string {
  const value = process.env[name];
  if (!value) throw new Error(`Environment variable ${name} is not set`);
  return value;
}

/**
 * Reads the environment of the function `name` as listed in shared/environment.ts.
 * @throws Error naming the first variable that the stack did not set.
 */
export function readEnvironment<N extends FunctionName>(name: N): EnvironmentOf<N> {
  const names: readonly VariableName[] = environment[name];
  return Object.fromEntries(names.map((variable) => [variable, readVariable(variable)])) as EnvironmentOf<N>;
}
