/** In place of another program of a deployment: appends its arguments to the file `tools.log` of the working folder. */
import { appendFileSync } from 'node:fs';

appendFileSync('tools.log', `${process.argv.slice(2).join(' ')}\n`);
