/** Started by synthesize-assembly.ts with the folder to write the assembly to, and `--local-start`. */
import { synthesize } from '#lib/synthesize.ts';
import { pushServices } from '#shared/domain/push-services.ts';
import { localPushService } from './push-service.ts';
import { socialSettings } from './social-sign-in.ts';

const [outdir = '', kind] = process.argv.slice(2);
const notice =
  'On this machine pictures are rendered by image processing and posts come from templates, not from generative models.';

await synthesize({
  outdir,
  settings: {
    notice,
    social: socialSettings,
    pushServices: [...pushServices, localPushService],
    email: { from: 'hello@platepost.example', sesRegion: 'eu-west-2', sesDomain: 'platepost.example' },
  },
  isLocalStart: kind === '--local-start',
});
