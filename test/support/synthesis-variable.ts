/**
 * Names the folder in which the groups of `npm test` share the synthesized stack and the compiled code of its
 * functions.
 */
export const synthesisVariable = 'TEST_SYNTHESIS';
