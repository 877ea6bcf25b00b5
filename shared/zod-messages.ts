import { config, locales } from 'zod/mini';

// zod/mini says "Invalid input" of everything that has no message of its own; who sends such input shall read what
// was expected. Not through `z`, whose calls the bundler may leave out (lib/bundle.ts).
config(locales.en());
