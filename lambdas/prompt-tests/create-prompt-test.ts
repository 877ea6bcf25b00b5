import type { StoredGeneration } from '#lambdas/generations/generation.ts';
import { createSteps } from '#lambdas/generations/generation-store.ts';
import { locatePhoto } from '#lambdas/generations/locate-photo.ts';
import { newGeneration } from '#lambdas/generations/new-generation.ts';
import { seedOf } from '#lambdas/generations/prompt-of.ts';
import { hashOf } from '#lambdas/generations/request-hash.ts';
import { requireAdapter } from '#lambdas/generations/require-adapter.ts';
import { budgetReached, reserveCost } from '#lambdas/models/budget-store.ts';
import { expectedCost, studioEditMode } from '#lambdas/models/edit-modes.ts';
import { putAuditLogEntry } from '#lambdas/platform/audit-log-store.ts';
import { AppError } from '#lambdas/runtime/app-error.ts';
import { checkIdTime, usedForAnother } from '#lambdas/runtime/client-id.ts';
import { inputProblem } from '#lambdas/runtime/input-problem.ts';
import { logger } from '#lambdas/runtime/logger.ts';
import { nowIso } from '#lambdas/runtime/time.ts';
import { transact } from '#lambdas/runtime/transaction.ts';
import type { CreatePromptTest, PromptTest, PromptTestConfig } from '#shared/api/prompt-tests.ts';
import { promptFormatById } from '#shared/domain/formats.ts';
import { resolveTestPrompt } from '#shared/domain/prompt.ts';
import {
  generationIdOf,
  promptTestOwner,
  putPromptTest,
  readPromptTest,
  type StoredTest,
  type Variant,
} from './prompt-test-store.ts';
import { toTestReply } from './to-test-reply.ts';

/**
 * Starts both sides of a prompt test in one transaction: two generations free of charge, each of one picture, on the
 * same photo and with the same seed, so that only the prompts differ. The same request again starts nothing.
 * @throws AppError `invalid_input`, `id_out_of_time`, `conflict`, `daily_budget_reached`, `maintenance`, or an error of
 * the photo
 */
export async function createPromptTest(userId: string, request: CreatePromptTest): Promise<PromptTest> {
  const { id, uploadId, a, b } = request;
  const requestHash = hashOf(request);
  const repeated = await findRepeated(id, requestHash);
  if (repeated) return repeated;
  checkIdTime(id);

  const resolved = { a: resolve(id, a), b: resolve(id, b) };
  const [photo] = await Promise.all([
    locatePhoto(userId, { type: 'upload', uploadId }),
    requireAdapter(resolved.a.editMode, a.foodLock),
    requireAdapter(resolved.b.editMode, b.foodLock),
  ]);
  const createdAt = nowIso();
  const budgetDay = createdAt.slice(0, 10);
  const source = { type: 'upload', uploadId } as const;
  const common = { createdAt, queuedAt: createdAt, budgetDay, requestHash, photo, source };
  const test: StoredTest = {
    id,
    createdAt,
    createdBy: userId,
    requestHash,
    a,
    b,
    verdict: null,
    note: '',
    judgedAt: null,
  };
  const generations = {
    a: { ...draft(id, 'a', a), ...common, ...charged(resolved.a, { isCutOut: true }) },
    b: { ...draft(id, 'b', b), ...common, ...charged(resolved.b, { isCutOut: false }) },
  };
  const { outcome } = await transact<'exists' | 'budget'>([
    putPromptTest(test),
    ...createSteps(generations.a),
    ...createSteps(generations.b),
    reserveCost('promptTests', budgetDay, generations.a.reservedCost + generations.b.reservedCost),
    putAuditLogEntry({
      actor: userId,
      action: 'START_PROMPT_TEST',
      details: { testId: id, a: a.productName, b: b.productName },
    }),
  ]);
  if (outcome === 'committed') {
    logger.info('Prompt test started', { testId: id });
    return toTestReply({ test, generations });
  }
  if (outcome === 'budget') throw budgetReached('promptTests');
  const winner = await findRepeated(id, requestHash);
  if (!winner) throw new AppError('conflict');
  return winner;
}

/**
 * The fields for the prompt of one side and the expected cost of its picture. The photo is cut out once for both sides,
 * to compare the dish.
 */
function charged(test: NonNullable<StoredGeneration['test']>, { isCutOut }: { readonly isCutOut: boolean }) {
  return { prompt: test.prompt, test, reservedCost: expectedCost(test.editMode, 1, isCutOut) };
}

async function findRepeated(id: string, requestHash: string): Promise<PromptTest | undefined> {
  const result = await readPromptTest(id);
  if (!result) return undefined;
  if (result.test.requestHash !== requestHash) throw usedForAnother();
  return toTestReply(result);
}

/** The prompts and the edit mode of one side. */
function resolve(testId: string, config: PromptTestConfig): NonNullable<StoredGeneration['test']> {
  const { adjustments, filter, angle, scene, foodLock } = config;
  const on = Object.entries(adjustments).flatMap(([name, isOn]) => (isOn ? [name] : []));
  try {
    const { prompt, negativePrompt } = resolveTestPrompt({
      ...config,
      path: config.creationPath,
      adjustments: on,
      cameraAngleId: angle,
      filterId: filter,
      sceneId: scene && 'id' in scene ? scene.id : undefined,
      customScene: scene && 'text' in scene ? scene.text : undefined,
      seed: seedOf(testId, 0),
    });
    return {
      testId,
      prompt,
      negativePrompt,
      editMode: studioEditMode({ filter, cameraAngle: angle, scene }, foodLock),
    };
  } catch (error) {
    throw inputProblem(error);
  }
}

/** Position of the crop window in the photo. */
const framings = {
  center: { x: 0.5, y: 0.5 },
  top: { x: 0.5, y: 0 },
  bottom: { x: 0.5, y: 1 },
  left: { x: 0, y: 0.5 },
  right: { x: 1, y: 0.5 },
} as const satisfies Record<PromptTestConfig['framing'], StoredGeneration['framing']>;

function draft(testId: string, variant: Variant, config: PromptTestConfig) {
  const { productName, format: formatId, framing, foodLock } = config;
  const format = promptFormatById(formatId);
  if (!format) throw new Error(`There is no format ${formatId}`);
  return {
    ...newGeneration({ variations: 1 }),
    id: generationIdOf(testId, variant),
    userId: promptTestOwner,
    purpose: 'test',
    kind: 'studio',
    productName,
    foodLock,
    templateName: formatId,
    width: format.width,
    height: format.height,
    studio: null,
    menu: null,
    framing: framings[framing],
    tier: 'pro',
    priority: false,
    watermark: false,
    buckets: { free: 0, subscription: 0, purchased: 0 },
  } satisfies Partial<StoredGeneration>;
}
