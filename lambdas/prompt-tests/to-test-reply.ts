import type { PromptTest, PromptTestVariant } from '#shared/api/prompt-tests.ts';
import type { PromptTestResult, Variant } from './prompt-test-store.ts';

/** A prompt test for the API: without keys of private files and the worker's fields. */
export function toTestReply(result: PromptTestResult): PromptTest {
  const { id, createdAt, verdict, note, judgedAt } = result.test;
  const original = result.generations.a.original ?? result.generations.b.original;
  return {
    id,
    createdAt,
    originalUrl: original && `/${original}`,
    a: variantOf(result, 'a'),
    b: variantOf(result, 'b'),
    verdict,
    note,
    judgedAt,
  };
}

function variantOf({ test, generations }: PromptTestResult, variant: Variant): PromptTestVariant {
  const generation = generations[variant];
  const { state, step, createdAt, finishedAt, width, height, message, modelCost } = generation;
  const [variation] = generation.variations;
  return {
    config: test[variant],
    prompt: generation.test?.prompt ?? '',
    state,
    step,
    previewUrl: variation ? `/${variation.preview}` : null,
    width,
    height,
    adapter: variation?.adapter ?? null,
    fidelity: variation?.fidelity ?? null,
    cost: modelCost / 1_000_000,
    seconds: finishedAt === null ? null : (Date.parse(finishedAt) - Date.parse(createdAt)) / 1000,
    message,
  };
}
