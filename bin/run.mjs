/**
 * Starts a command of this folder, as in `node bin/run.mjs deploy --stage trial`. It is JavaScript, so that an older
 * Node.js can run it and say what is missing.
 */
const [command] = process.argv.splice(2, 1);
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `This is Node ${process.versions.node}, and PlatePost needs Node 24, which \`npm ci\` installs in the project: run \`npm ci\`, then \`npm run ${command}\`.\n`,
  );
  process.exitCode = 1;
} else {
  const { main } = await import(`./${command}.ts`);
  await main().catch((error) => {
    const isUsage = error?.code?.startsWith('ERR_PARSE_ARGS');
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(isUsage ? `${message}. --help lists the options.\n` : `${message}\n`);
    process.exitCode = 1;
  });
}
