export type AvatarGender = 'random' | 'male' | 'female' | 'non-binary';

export type AvatarEthnicity =
  | 'random'
  | 'caucasian'
  | 'african'
  | 'asian'
  | 'hispanic'
  | 'middle-eastern'
  | 'south-asian'
  | 'mixed';

/**
 * People of prompt tests. The list is shorter than the studio's (back office, section 3), and random draws from it:
 * both sides of a test then differ only in what its form shows.
 */
export const promptTestGenders = ['random', 'male', 'female'] as const satisfies readonly AvatarGender[];
export const promptTestEthnicities = [
  'random',
  'caucasian',
  'african',
  'asian',
  'hispanic',
] as const satisfies readonly AvatarEthnicity[];

export interface AvatarOption<Id extends string> {
  readonly id: Id;
  readonly name: string;
  /** Its description in a prompt; empty for random, which is resolved before a prompt is built. */
  readonly prompt: string;
}

/** Genders of the person in an influencer scene (specification, customer product, section 3). */
export const avatarGenders: readonly AvatarOption<AvatarGender>[] = [
  { id: 'random', name: 'Random', prompt: '' },
  { id: 'male', name: 'Male', prompt: 'man' },
  { id: 'female', name: 'Female', prompt: 'woman' },
  { id: 'non-binary', name: 'Non-binary', prompt: 'non-binary person' },
];

/** Ethnicities of the person in an influencer scene (specification, customer product, section 3). */
export const avatarEthnicities: readonly AvatarOption<AvatarEthnicity>[] = [
  { id: 'random', name: 'Random', prompt: '' },
  { id: 'caucasian', name: 'Caucasian', prompt: 'Caucasian' },
  { id: 'african', name: 'African', prompt: 'African' },
  { id: 'asian', name: 'Asian', prompt: 'East Asian' },
  { id: 'hispanic', name: 'Hispanic', prompt: 'Hispanic' },
  { id: 'middle-eastern', name: 'Middle Eastern', prompt: 'Middle Eastern' },
  { id: 'south-asian', name: 'South Asian', prompt: 'South Asian' },
  { id: 'mixed', name: 'Mixed', prompt: 'mixed-heritage' },
];
