import { emptyPromptTestConfig, type PromptTestConfig } from '#shared/api/prompt-tests.ts';

/** One side of a prompt test, with nothing chosen besides a format; change what matters. */
export function promptTestConfig(change: Partial<PromptTestConfig> = {}): PromptTestConfig {
  return { ...emptyPromptTestConfig, productName: 'Margherita', ...change };
}
