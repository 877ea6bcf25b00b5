import { Button } from '@chakra-ui/react';
import { Dices } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { isFilterAllowed } from '#shared/domain/entitlements.ts';
import { filterById, filters } from '#shared/domain/filters.ts';
import { words as shared } from '#web/generations/words.ts';
import { useEntitlements } from '#web/lib/account.ts';
import { notify } from '#web/lib/notify.ts';
import { useGoTo } from '#web/lib/use-go-to.ts';
import { paths } from '#web/paths.ts';
import { LookCard } from '#web/ui/look-card.tsx';
import { LookList } from '#web/ui/look-list.tsx';
import { PanelTitle } from '#web/ui/panel-title.tsx';
import { FoodLockSwitch } from './food-lock-switch.tsx';
import { fallbackOf, previewOf } from './look-previews.ts';
import { useRandomLook } from './use-random-look.ts';
import { useScrollTo } from './use-scroll-to.ts';
import type { Wizard } from './use-wizard.ts';
import { words } from './words.ts';

/** Value of the option that keeps the original look. */
const none = '';

/** The filter: none, a random one within the plan, or one chosen by its picture. */
export function FilterStep({ wizard }: { wizard: Wizard }) {
  const { state, dispatch } = wizard;
  const goTo = useGoTo();
  const entitlements = useEntitlements();
  const random = useRandomLook('filter');
  const list = useRef<HTMLDivElement>(null);
  const scrollTo = useScrollTo(list);
  const fallback = fallbackOf(state.dish);
  // Filters of the plan come first.
  const offered = filters.toSorted(
    (a, b) => Number(isFilterAllowed(entitlements, b.id)) - Number(isFilterAllowed(entitlements, a.id)),
  );
  const title = state.creationPath === 'social' ? words.sceneStyleTitle : words.filterTitle;

  const toPlans = useCallback(() => goTo(paths.credits), [goTo]);

  function choose(id: string): void {
    const filter = filterById(id);
    if (filter === undefined) {
      dispatch({ type: 'touched', changes: { filter: null } });
    } else if (!isFilterAllowed(entitlements, filter.id)) {
      notify.info(shared.filtersLocked, { description: shared.filterLockedText });
    } else if (!entitlements.choosesLooks) {
      notify.info(shared.randomOnly, { description: words.randomOnlyFilters });
    } else {
      dispatch({ type: 'touched', changes: { filter: { id: filter.id } } });
    }
  }

  function draw(): void {
    if (entitlements.allowedFilters.length === 0) {
      notify.error(words.noFilters);
      return;
    }
    random.draw(state.creationPath, (filter) => {
      dispatch({ type: 'touched', changes: { filter }, askedFor: state });
      scrollTo(filter.id);
    });
  }

  return (
    <>
      <PanelTitle
        title={title}
        control={
          <Button
            variant="outline"
            colorPalette="gray"
            loading={random.isPending}
            loadingText={words.random}
            onClick={draw}
          >
            <Dices size={18} aria-hidden />
            {words.random}
          </Button>
        }
      />
      <div ref={list}>
        <LookList label={title} value={state.filter?.id ?? none} onChange={choose}>
          <LookCard
            value={none}
            name={words.none}
            blurb={words.noneFilterText}
            src={fallback}
            selected={state.filter === null}
          />
          {offered.map((filter) => (
            <LookCard
              key={filter.id}
              value={filter.id}
              name={filter.name}
              blurb={filter.blurb}
              src={previewOf.filter(filter.id)}
              fallback={fallback}
              selected={state.filter?.id === filter.id}
              onUpgrade={isFilterAllowed(entitlements, filter.id) ? undefined : toPlans}
            />
          ))}
        </LookList>
      </div>
      {/* Below the list, which on a phone fills the space between the picture and the buttons. */}
      <FoodLockSwitch wizard={wizard} />
      <Button variant="ghost" mt="3" ms="-4" onClick={() => dispatch({ type: 'pathChangeAsked' })}>
        {words.changePath}
      </Button>
    </>
  );
}
