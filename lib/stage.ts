import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Stage names that are valid in names of stacks and files. */
const allowed = /^[a-z][a-z0-9-]{0,19}$/;

export interface Stage {
  readonly stackName: string;
  /** The settings as written, unvalidated; lib/config.ts validates them. */
  readonly settings: unknown;
  /** Where the settings come from, for messages. */
  readonly source: string;
}

/**
 * Reads the settings of a stage from `settings/<name>.json`. One account may hold any number of stages, each with its
 * own stack, users and data.
 * @throws Error with a message for the operator
 */
export function readStage(name: string, folder: string): Stage {
  if (!allowed.test(name))
    throw new Error(`"${name}" is no name of a stage: lower-case letters, digits and hyphens, at most 20`);
  const source = `settings/${name}.json`;
  let text: string;
  try {
    text = readFileSync(join(folder, `${name}.json`), 'utf8');
  } catch {
    throw new Error(`There is no ${source}. Stages: ${knownStages(folder).join(', ') || 'none'}`);
  }
  try {
    return { stackName: `PlatePost-${name}`, settings: JSON.parse(text), source };
  } catch (error) {
    throw new Error(`${source} is no JSON: ${error instanceof Error ? error.message : error}`);
  }
}

function knownStages(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));
}
