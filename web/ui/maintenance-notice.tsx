import { Alert } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { words } from './words.ts';

/** Says what cannot be done during maintenance; nothing at other times, or while it is not known. */
export function MaintenanceNotice() {
  const { data } = useQuery({
    queryKey: ['offer'],
    queryFn: ({ signal }) => call('getOffer', {}, signal),
    refetchInterval: 60_000,
  });
  if (!data || data.maintenance === 'off') return null;
  return (
    <Alert.Root status="warning" borderRadius="0" role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{words.maintenanceTitle}</Alert.Title>
        <Alert.Description>{words.maintenance[data.maintenance]}</Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
