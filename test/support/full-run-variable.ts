/** Environment variable that test/run.ts sets in a full run. */
export const fullRunVariable = 'PLATEPOST_FULL_RUN';
