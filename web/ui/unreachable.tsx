import { Button } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api-error.ts';
import { restartSession } from '#web/lib/session.ts';
import { words as shared } from '#web/lib/words.ts';
import { FullScreenMessage } from './full-screen-message.tsx';
import { words } from './words.ts';

const offline = new ApiError('offline');

/** Shown while it is unknown whether there is a session, because the connection failed. */
export function Unreachable() {
  const { isPending, mutate } = useMutation({ mutationFn: restartSession });
  return (
    <FullScreenMessage title={words.unreachable} text={offline.message}>
      <Button loading={isPending} loadingText={shared.tryAgain} onClick={() => mutate()}>
        {shared.tryAgain}
      </Button>
    </FullScreenMessage>
  );
}
