import { Alert } from '@chakra-ui/react';
import { useMaintenance } from '#web/lib/use-maintenance.ts';
import { words } from './words.ts';

/** Says what maintenance prevents; renders nothing at other times, or while the mode is unknown. */
export function MaintenanceNotice() {
  const mode = useMaintenance();
  if (mode === undefined || mode === 'off') return null;
  return (
    <Alert.Root status="warning" borderRadius="0" role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{words.maintenanceTitle}</Alert.Title>
        <Alert.Description>{words.maintenance[mode]}</Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
