/** Environment variable that test/run.ts sets to `full` or `everyday`; without it, somebody runs single files. */
export const runVariable = 'PLATEPOST_TEST_RUN';
