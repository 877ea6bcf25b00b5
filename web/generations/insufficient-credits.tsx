import { Box, Button, Heading, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { useMe } from '#web/lib/account.ts';
import { paths } from '#web/paths.ts';
import { words } from './words.ts';

/** The label of the button that leads to the credits page. */
export function useCreditsOffer(): string {
  return useMe()?.subscription.subscribed ? words.buyCredits : words.upgradePlan;
}

/** Shown in place of the button to generate if no credit is left. */
export function InsufficientCredits() {
  const offer = useCreditsOffer();
  return (
    <Box mb="4" borderRadius="card" bg="saffron.subtle" p="5" role="alert">
      <Heading as="h2" fontSize="md" mb="1">
        {words.insufficientTitle}
      </Heading>
      <Text mb="4">{words.insufficientBox}</Text>
      <Button asChild variant="outline" colorPalette="gray">
        <Link to={paths.credits}>{offer}</Link>
      </Button>
    </Box>
  );
}
