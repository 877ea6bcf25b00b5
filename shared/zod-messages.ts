import { config, locales } from 'zod/mini';

// zod/mini has no default messages; these tell the sender of invalid input what was expected.
config(locales.en());
