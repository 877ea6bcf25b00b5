import { Button, Stack, Text } from '@chakra-ui/react';
import { messageOf } from '#web/lib/api-error.ts';
import { words } from '#web/lib/words.ts';

interface MoreButtonProps {
  readonly query: {
    readonly error: unknown;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** Loads the next page of a list, while there is one, and shows why it could not be loaded. */
export function MoreButton({ query }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <Stack mt="4" gap="2" align="start">
      {query.isFetchNextPageError && !query.isFetchingNextPage && (
        <Text role="alert" color="fg.error">
          {messageOf(query.error)}
        </Text>
      )}
      <Button variant="outline" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {words.more}
      </Button>
    </Stack>
  );
}
