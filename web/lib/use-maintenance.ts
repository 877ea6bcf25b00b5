import { useQuery } from '@tanstack/react-query';
import type { MaintenanceMode } from '#shared/domain/maintenance.ts';
import { offerQuery } from './offer-query.ts';

/** The mode of the maintenance switch; undefined while unknown, `off` if it cannot be read. */
export function useMaintenance(): MaintenanceMode | undefined {
  const { data, isError } = useQuery({ ...offerQuery, refetchInterval: 60_000 });
  return data?.maintenance ?? (isError ? 'off' : undefined);
}
