import { createApiClient } from './api-client.ts';
import { accessToken, endSession } from './session.ts';

/** The site's API client: signs each call with the session's current token. */
export const call = createApiClient({
  fetch: (input, init) => fetch(input, init),
  accessToken,
  onUnauthenticated: () => void endSession(),
});
