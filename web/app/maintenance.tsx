import { Box, Button, HStack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useMaintenance } from '#web/lib/use-maintenance.ts';
import { paths } from '#web/paths.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MaintenanceNotice } from '#web/ui/maintenance-notice.tsx';
import { words as shared } from '#web/ui/words.ts';
import { words } from './words.ts';

interface MaintenanceProps {
  /** Whether the screen is only useful while writes are possible. */
  readonly isForMaking: boolean;
  readonly children: ReactNode;
}

/**
 * A screen with a notice of what maintenance prevents. If `isForMaking` and all writes are stopped, a message page is
 * shown instead. The screen stays mounted behind it, with its state, and is shown again after maintenance.
 */
export function Maintenance({ isForMaking, children }: MaintenanceProps) {
  const mode = useMaintenance();
  const isClosed = mode === 'all' && isForMaking;
  return (
    <>
      {isClosed ? <MaintenancePage /> : <MaintenanceNotice />}
      <Box hidden={isClosed}>{children}</Box>
    </>
  );
}

function MaintenancePage() {
  return (
    <Box role="status">
      <EmptyState
        isPage
        title={shared.maintenanceTitle}
        text={words.maintenancePage}
        action={
          <HStack wrap="wrap" justify="center">
            <Button asChild size="lg">
              <Link to={paths.studio('gallery')}>{words.openGallery}</Link>
            </Button>
            <Button asChild size="lg" variant="outline" colorPalette="gray">
              <Link to={paths.account}>{words.myAccount}</Link>
            </Button>
          </HStack>
        }
      />
    </Box>
  );
}
