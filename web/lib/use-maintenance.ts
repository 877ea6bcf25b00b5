import { useQuery } from '@tanstack/react-query';
import type { MaintenanceMode } from '#shared/domain/maintenance.ts';
import { call } from './api.ts';

/** Query key of the offer, with the mode of the maintenance switch. */
export const offerKey = ['offer'] as const;

/** The mode of the maintenance switch; undefined while unknown, `off` if it cannot be read. */
export function useMaintenance(): MaintenanceMode | undefined {
  const { data, isError } = useQuery({
    queryKey: offerKey,
    queryFn: ({ signal }) => call('getOffer', {}, signal),
    refetchInterval: 60_000,
  });
  return data?.maintenance ?? (isError ? 'off' : undefined);
}
