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
  /** The screen only serves to make something, which cannot be done while everything that writes is stopped. */
  readonly isForMaking: boolean;
  readonly children: ReactNode;
}

/**
 * A screen, and what cannot be done on it during maintenance. Where nothing could be done, a page takes the screen's place;
 * the screen stays behind it with all that was begun there, and is shown again when maintenance ends.
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
