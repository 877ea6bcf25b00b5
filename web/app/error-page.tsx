import { Button } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { ApiError, messageOf } from '#web/lib/api-error.ts';
import { reportClientError } from '#web/lib/client-errors.ts';
import { isLoadFailure } from '#web/lib/load-patiently.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { paths } from '#web/paths.ts';
import { FullScreenMessage } from '#web/ui/full-screen-message.tsx';
import { words } from '#web/ui/words.ts';

/** Shown when a screen fails to load or to render. Offers a reload, which loses nothing. */
export function ErrorPage() {
  const error = useRouteError();
  const isCutOff = isLoadFailure(error);
  const title = isCutOff ? words.unreachable : words.failed;
  useDocumentTitle(title);
  useEffect(() => reportClientError('site', error), [error]);
  return (
    <FullScreenMessage
      title={title}
      text={
        isCutOff
          ? messageOf(new ApiError('offline'))
          : 'Your photos and credits are safe. Reload the page to continue.'
      }
    >
      <Button onClick={() => location.reload()}>Reload</Button>
      <Button asChild variant="outline">
        <a href={paths.home}>Go to home</a>
      </Button>
    </FullScreenMessage>
  );
}

/** The page for unknown addresses. */
export function NotFoundPage() {
  const title = 'This page is not on the menu';
  useDocumentTitle(title);
  return (
    <FullScreenMessage title={title} text="The address may be old or mistyped.">
      <Button asChild>
        <a href={paths.home}>Go to home</a>
      </Button>
    </FullScreenMessage>
  );
}
