import type { PromptTestConfig } from '#shared/api/prompt-tests.ts';

/** One side of a prompt test, with nothing chosen besides a format; change what matters. */
export function promptTestConfig(change: Partial<PromptTestConfig> = {}): PromptTestConfig {
  return {
    productName: 'Margherita',
    format: 'instagram_post',
    angle: null,
    adjustments: { blurBackground: false, enhanceDetails: false, dramaticLighting: false },
    creationPath: 'social',
    filter: null,
    scene: null,
    avatarGender: 'random',
    avatarEthnicity: 'random',
    customInstructions: '',
    footerText: '',
    ...change,
  };
}
