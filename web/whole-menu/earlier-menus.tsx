import { Badge, Box, Grid, Heading, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { MenuSummary } from '#shared/api/menus.ts';
import { isNoneMade } from '#shared/domain/whole-menu.ts';
import { dateOf } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
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
  const menus = useQuery(menusQuery);
  if (menus.isError && !menus.data)
    return (
      <Box mt="10">
        <LoadFailed inPanel query={menus} title={words.earlierFailed} />
      </Box>
    );
  const items = menus.data?.items ?? [];
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
                <Text fontWeight="600" lineClamp={1} dir="auto">
                  {titleOf(menu)}
                </Text>
                <Text fontSize="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
                  {`${dateOf(menu.createdAt)} · ${words.doneOf(menu.counts.done, dishesOf(menu))}`}
                </Text>
              </Box>
              <StateBadge menu={menu} />
            </PageLink>
          </Box>
        ))}
      </Grid>
    </Box>
  );
}

function StateBadge({ menu }: { menu: MenuSummary }) {
  if (isNoneMade(menu)) return <Badge colorPalette="gray">{words.noneMade}</Badge>;
  const palette = menu.state === 'done' ? 'basil' : menu.state === 'paused' ? 'saffron' : 'gray';
  return <Badge colorPalette={palette}>{words.states[menu.state]}</Badge>;
}
