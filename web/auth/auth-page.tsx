import { Alert, Box, Button, chakra, Grid, Heading, HStack, Spinner, Stack, Text } from '@chakra-ui/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type PlanId, plans } from '#shared/domain/plans.ts';
import { accountEmail } from '#web/lib/account-email.ts';
import { priceOf } from '#web/lib/format.ts';
import { loadPatiently } from '#web/lib/load-patiently.ts';
import { useOffer } from '#web/lib/offer.ts';
import { useSession } from '#web/lib/session.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { takeWantedAddress } from '#web/lib/wanted-address.ts';
import { dropWantedPlan, keepWantedPlan, planIn, wantedPlan } from '#web/lib/wanted-plan.ts';
import { paths } from '#web/paths.ts';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { MaintenanceNotice } from '#web/ui/maintenance-notice.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { clearOf } from '#web/ui/screens.ts';
import { words } from './words.ts';

// The identity library is large: only this page's visitors load it.
const AuthForm = lazy(() =>
  loadPatiently(async () => {
    const [{ AuthForm: Form }, { configureCognito }] = await Promise.all([
      import('./auth-form.tsx'),
      import('#web/lib/cognito.ts'),
    ]);
    // The form would throw if the settings could not be read.
    await configureCognito();
    return { default: Form };
  }),
);

/** `/auth`: a description of the product on the left, the sign-in card on the right. */
export function AuthPage() {
  const navigate = useNavigate();
  const session = useSession();
  const [search, setSearch] = useSearchParams();
  const initialTab = search.get('tab') === 'sign-in' ? 'signIn' : 'signUp';
  const reason = search.get('reason') ?? '';
  const reasonText = words.reasons[reason];
  const isAgain = reason === 'expired' || reason === 'changed';
  const title = isAgain ? words.signInAgain : words.cardTitle;
  useDocumentTitle(title);
  const { freeCredits } = useOffer();
  const [chosen, setChosen] = useState(wantedPlan);
  const named = planIn(search);
  const signedIn = session.status === 'signedIn';
  const signedOut = session.status === 'signedOut';
  useEffect(() => {
    // A link starts no checkout for a user who is signed in already.
    if (!signedOut || named === undefined) return;
    keepWantedPlan(named);
    setChosen(named);
    setSearch(
      (known) => {
        known.delete('plan');
        return known;
      },
      { replace: true },
    );
  }, [signedOut, named, setSearch]);
  useEffect(() => {
    if (signedIn) navigate(takeWantedAddress() ?? paths.home, { replace: true });
  }, [signedIn, navigate]);

  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.1fr) minmax(0, 1fr)' }} minH="100dvh">
      <chakra.aside
        aria-label={words.aside}
        display={{ base: 'none', lg: 'flex' }}
        // Keeps it beside a form that is taller than the screen.
        position="sticky"
        top="0"
        h="100dvh"
        flexDirection="column"
        justifyContent="center"
        bg="bg.muted"
        p="12"
        gap="8"
      >
        <Box maxW="34rem" w="full" mx="auto">
          <BeforeAfter
            before="/samples/burger-before.jpg"
            after="/samples/burger-after.jpg"
            label={words.sample}
            ratio={1}
          />
          <Text mt="5" color="fg.muted">
            {words.sampleText}
          </Text>
        </Box>
      </chakra.aside>
      <chakra.main
        display="flex"
        flexDirection="column"
        alignItems="center"
        ps={clearOf('left', '1.25rem')}
        pe={clearOf('right', '1.25rem')}
        pb={clearOf('bottom', '2.5rem')}
        // Centred for the tallest form, and at the same place for the others, so that nothing moves when the tab
        // changes.
        pt={clearOf('top', 'clamp(2.5rem, 50dvh - 30rem, 12rem)')}
      >
        <Stack w="full" maxW="27rem" gap="7">
          <Stack gap="3">
            <PageLink
              to={paths.landing}
              aria-label={words.home}
              alignSelf="flex-start"
              borderRadius="l2"
              focusVisibleRing="outside"
            >
              <Logo />
            </PageLink>
            <Heading as="h1" fontSize="xl" lineHeight="1.1">
              {words.tagline}
            </Heading>
          </Stack>
          <MaintenanceNotice />
          <Box bg="bg.panel" borderRadius="card" boxShadow="float" p={{ base: '5', md: '7' }}>
            <Stack gap="1" mb="5">
              <Heading as="h2" fontSize="lg">
                {title}
              </Heading>
              {!isAgain && <Text color="fg.muted">{words.cardText(freeCredits)}</Text>}
            </Stack>
            {chosen && (
              <ChosenPlan
                plan={chosen}
                onRemove={() => {
                  dropWantedPlan();
                  setChosen(undefined);
                }}
              />
            )}
            {reasonText && (
              <Alert.Root status="warning" borderRadius="l3" mb="5">
                <Alert.Indicator />
                <Alert.Title>{reasonText}</Alert.Title>
              </Alert.Root>
            )}
            <Suspense
              fallback={
                <Box display="grid" placeItems="center" minH="16rem" role="status" aria-label={words.loading}>
                  <Spinner size="lg" color="brand.solid" />
                </Box>
              }
            >
              <AuthForm initialTab={initialTab} email={reason === 'changed' ? accountEmail() : undefined} />
            </Suspense>
          </Box>
        </Stack>
      </chakra.main>
    </Grid>
  );
}

interface ChosenPlanProps {
  readonly plan: PlanId;
  readonly onRemove: () => void;
}

/** The chosen plan, whose checkout opens after the sign-in, and a button to drop it. */
function ChosenPlan({ plan, onRemove }: ChosenPlanProps) {
  const { name, pricePence } = plans[plan];
  return (
    <HStack bg="bg.muted" borderRadius="l3" mb="5" ps="4" pe="2" py="3" justify="space-between" gap="3">
      <Box>
        <Text fontWeight="600">{words.chosen(name, priceOf(pricePence))}</Text>
        <Text fontSize="sm" color="fg.muted">
          {words.chosenText}
        </Text>
      </Box>
      <Button variant="ghost" size="sm" flexShrink="0" onClick={onRemove}>
        {words.notNow}
      </Button>
    </HStack>
  );
}
