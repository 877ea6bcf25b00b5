import { Box, Button, chakra, Grid, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { brand } from '#shared/brand.ts';
import { filters } from '#shared/domain/filters.ts';
import { freePlanPoints, plans } from '#shared/domain/plans.ts';
import { sampleMenuItems } from '#shared/domain/samples.ts';
import { priceOf } from '#web/lib/format.ts';
import { useSession } from '#web/lib/session.ts';
import { useDocumentTitle } from '#web/lib/use-document-title.ts';
import { useNotice } from '#web/lib/use-notice.ts';
import { paths } from '#web/paths.ts';
import { BeforeAfter } from '#web/ui/before-after.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { PreviewImage } from '#web/ui/preview-image.tsx';
import { words } from './words.ts';

const wide = { maxW: '80rem', mx: 'auto', px: { base: '4', md: '8' }, w: 'full' } as const;

/** `/landing`: what the product does, shown rather than told. */
export function LandingPage() {
  useDocumentTitle(brand.tagline);
  const notice = useNotice();
  return (
    <Box>
      <TopNav />
      <chakra.main>
        <Hero />
        <Looks />
        <HowItWorks />
        <Examples />
        <Pricing />
      </chakra.main>
      <chakra.footer borderTopWidth="1px" borderColor="border.muted" mt="16">
        <HStack {...wide} py="8" justify="space-between" wrap="wrap" gap="4">
          <Text color="fg.muted" maxW="40rem">
            {words.footer}
            {notice && ` · ${notice}`}
          </Text>
          <chakra.a
            href={`mailto:${brand.supportEmail}`}
            color="fg.muted"
            minH="11"
            display="inline-flex"
            alignItems="center"
          >
            {brand.supportEmail}
          </chakra.a>
        </HStack>
      </chakra.footer>
    </Box>
  );
}

function TopNav() {
  const signedIn = useSession().status === 'signedIn';
  return (
    <chakra.header position="sticky" top="0" zIndex="sticky" bg="bg">
      <HStack {...wide} h="4.25rem" justify="space-between">
        <Logo />
        <HStack gap={{ base: '1', md: '2' }}>
          {signedIn ? (
            <Button asChild>
              <Link to={paths.home}>{words.studio}</Link>
            </Button>
          ) : (
            <>
              <Button asChild variant="ghost">
                <Link to={paths.signIn}>{words.logIn}</Link>
              </Button>
              <Button asChild>
                <Link to={paths.signUp}>{words.getStarted}</Link>
              </Button>
            </>
          )}
        </HStack>
      </HStack>
    </chakra.header>
  );
}

function Hero() {
  return (
    <Grid
      {...wide}
      templateColumns={{ base: '1fr', lg: '1fr 1.05fr' }}
      gap={{ base: '8', lg: '16' }}
      alignItems="center"
      pt={{ base: '4', md: '10' }}
      pb={{ base: '12', md: '20' }}
    >
      <Stack gap="6" maxW="34rem">
        <Heading as="h1" fontSize="2xl" lineHeight="1.02" letterSpacing="-0.035em">
          {words.headline}
        </Heading>
        <Text fontSize="lg" lineHeight="1.45" color="fg.muted">
          {words.lead}
        </Text>
        <HStack gap="3" wrap="wrap">
          <Button asChild size="lg">
            <Link to={paths.signUp}>{words.start}</Link>
          </Button>
          <Button asChild size="lg" variant="outline">
            <a href="#examples">{words.seeExamples}</a>
          </Button>
        </HStack>
        <Text fontSize="sm" color="fg.muted">
          {words.noCard}
        </Text>
      </Stack>
      <Box>
        <BeforeAfter
          before="/samples/burger-before.jpg"
          after="/samples/burger.jpg"
          label="Classic Burger"
          ratio={1}
        />
        <Text mt="3" fontSize="sm" color="fg.muted" textAlign="center">
          {words.compare}
        </Text>
      </Box>
    </Grid>
  );
}

function Looks() {
  return (
    <Box bg="bg.subtle" py={{ base: '12', md: '20' }} as="section">
      <Stack {...wide} gap="2" mb="8">
        <Heading as="h2" fontSize="xl">
          {words.looks}
        </Heading>
        <Text color="fg.muted" maxW="36rem">
          {words.looksText}
        </Text>
      </Stack>
      <Box {...wide}>
        <Grid
          as="ul"
          listStyleType="none"
          gap={{ base: '3', md: '4' }}
          templateColumns={{ base: 'repeat(2, 1fr)', md: 'repeat(4, 1fr)', xl: 'repeat(8, 1fr)' }}
        >
          {filters.map(({ id, name }, index) => (
            <Box as="li" key={id} position="relative" borderRadius="card" overflow="hidden" aspectRatio={0.8}>
              <PreviewImage
                src={`/previews/filter/${id}.webp`}
                fallback={sampleMenuItems[index % sampleMenuItems.length]?.imageUrl ?? '/samples/burger.jpg'}
                alt=""
                w="full"
                h="full"
              />
              <Text
                position="absolute"
                insetX="0"
                bottom="0"
                px="3"
                pt="8"
                pb="2.5"
                color="white"
                fontSize="xs"
                fontWeight="600"
                bgImage="linear-gradient(transparent, rgb(20 14 10 / 0.8))"
              >
                {name}
              </Text>
            </Box>
          ))}
        </Grid>
      </Box>
    </Box>
  );
}

function HowItWorks() {
  return (
    <Box {...wide} as="section" id="how-it-works" py={{ base: '12', md: '20' }}>
      <Heading as="h2" fontSize="xl" mb="8">
        {words.how}
      </Heading>
      <Grid
        as="ol"
        listStyleType="none"
        gap={{ base: '6', md: '8' }}
        templateColumns={{ base: '1fr', md: 'repeat(4, 1fr)' }}
      >
        {words.steps.map(({ title, text }, index) => (
          <Stack as="li" key={title} gap="2" borderTopWidth="3px" borderColor="brand.solid" pt="4">
            <Text fontFamily="heading" fontWeight="700" fontSize="lg">
              <Text as="span" color="brand.fg" me="2" fontVariantNumeric="tabular-nums">
                {index + 1}
              </Text>
              {title}
            </Text>
            <Text color="fg.muted">{text}</Text>
          </Stack>
        ))}
      </Grid>
    </Box>
  );
}

function Examples() {
  return (
    <Box {...wide} as="section" id="examples" pb={{ base: '12', md: '20' }}>
      <Heading as="h2" fontSize="xl" mb="8">
        {words.examples}
      </Heading>
      <Grid gap={{ base: '4', md: '6' }} templateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}>
        {sampleMenuItems.slice(1, 4).map(({ id, name, imageUrl }) => (
          <BeforeAfter
            key={id}
            before={imageUrl.replace('.jpg', '-before.jpg')}
            after={imageUrl}
            label={name}
            ratio={1}
          />
        ))}
      </Grid>
    </Box>
  );
}

function Pricing() {
  const cards = [
    { name: words.free, price: priceOf(0), note: '', points: freePlanPoints, strong: false },
    ...[plans.starter, plans.pro].map((plan) => ({
      name: plan.name,
      price: priceOf(plan.pricePence),
      note: words.perMonth,
      points: plan.points,
      strong: plan.id === 'pro',
    })),
  ];
  return (
    <Box {...wide} as="section" id="pricing">
      <Stack gap="2" mb="8">
        <Heading as="h2" fontSize="xl">
          {words.pricing}
        </Heading>
        <Text color="fg.muted">{words.pricingText}</Text>
      </Stack>
      <Grid gap="5" templateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}>
        {cards.map(({ name, price, note, points, strong }) => (
          <Stack
            key={name}
            gap="5"
            p="7"
            borderRadius="card"
            bg={strong ? 'saffron.subtle' : 'bg.panel'}
            borderWidth="1px"
            borderColor={strong ? 'saffron.border' : 'border'}
          >
            <Stack gap="1">
              <Heading as="h3" fontSize="lg">
                {name}
              </Heading>
              <HStack align="baseline" gap="2">
                <Text fontFamily="heading" fontWeight="700" fontSize="xl" fontVariantNumeric="tabular-nums">
                  {price}
                </Text>
                <Text color="fg.muted" fontSize="sm">
                  {note}
                </Text>
              </HStack>
            </Stack>
            <Stack as="ul" gap="2.5" listStyleType="none" flex="1">
              {points.map((point) => (
                <HStack as="li" key={point} align="start" gap="2.5">
                  <Box color="fg.success" pt="0.5">
                    <Check size={17} strokeWidth={2.5} aria-hidden />
                  </Box>
                  <Text>{point}</Text>
                </HStack>
              ))}
            </Stack>
            <Button asChild variant={strong ? 'solid' : 'outline'}>
              <Link to={paths.signUp}>{words.getStarted}</Link>
            </Button>
          </Stack>
        ))}
      </Grid>
    </Box>
  );
}
