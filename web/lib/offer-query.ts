import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

/** The offer as staff have set it, with the mode of the maintenance switch, for screens of signed-in users. */
export const offerQuery = queryOptions({
  queryKey: ['offer'],
  queryFn: ({ signal }) => call('getOffer', {}, signal),
});
