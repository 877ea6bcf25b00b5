import { useQuery } from '@tanstack/react-query';
import type { MaintenanceMode } from '#shared/domain/maintenance.ts';
import { call } from './api.ts';

/** The mode of the maintenance switch; `off` while it is not known. */
export function useMaintenance(): MaintenanceMode {
  const { data } = useQuery({
    queryKey: ['offer'],
    queryFn: ({ signal }) => call('getOffer', {}, signal),
    refetchInterval: 60_000,
  });
  return data?.maintenance ?? 'off';
}
