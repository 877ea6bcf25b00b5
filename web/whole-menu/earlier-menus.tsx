import { Badge, Box, Grid, Heading, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { MenuSummary } from '#shared/api/menus.ts';
import { dateOf } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { menusQuery } from './menu-queries.ts';
import { words } from './words.ts';

/** The name of a menu, or its date. */
export function titleOf({ name, createdAt }: Pick<MenuSummary, 'name' | 'createdAt'>): string {
  return name === '' ? words.untitled(dateOf(createdAt)) : name;
}

/** How many dishes a menu has. */
export function dishesOf({ counts }: Pick<MenuSummary, 'counts'>): number {
  return Object.values(counts).reduce((sum, number) => sum + number, 0);
}

/** Menus that were started before; renders nothing if there are none. */
export function EarlierMenus() {
  const items = useQuery(menusQuery).data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Box as="section" aria-labelledby="earlier-menus" mt="10">
      <Heading as="h2" id="earlier-menus" fontSize="md" mb="3">
        {words.earlier}
      </Heading>
      <Grid as="ul" gap="3" templateColumns="repeat(auto-fill, minmax(min(100%, 18rem), 1fr))">
        {items.map((menu) => (
          <Box as="li" listStyleType="none" key={menu.id}>
            <PageLink
              to={paths.wholeMenu(menu.id)}
              display="flex"
              justifyContent="space-between"
              gap="3"
              alignItems="center"
              h="full"
              px="4"
              py="3"
              borderRadius="card"
              borderWidth="1px"
              borderColor="border.muted"
              bg="bg.panel"
              focusVisibleRing="outside"
              _hover={{ borderColor: 'border.emphasized' }}
            >
              <Box minW="0">
                <Text fontWeight="600" lineClamp={1}>
                  {titleOf(menu)}
                </Text>
                <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
                  {`${dateOf(menu.createdAt)} · ${words.doneOf(menu.counts.done, dishesOf(menu))}`}
                </Text>
              </Box>
              <Badge
                colorPalette={menu.state === 'done' ? 'basil' : menu.state === 'paused' ? 'saffron' : 'gray'}
              >
                {words.states[menu.state]}
              </Badge>
            </PageLink>
          </Box>
        ))}
      </Grid>
    </Box>
  );
}
