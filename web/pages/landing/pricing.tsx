import { useState } from 'react';
import type { Offer } from '#shared/api/site.ts';
import { freePlanPoints, isLimit, type PlanId, plans, topUpPacks } from '#shared/domain/plans.ts';
import { penceOf, priceOf } from '#web/lib/format.ts';
import { useSession } from '#web/lib/session.ts';
import type { Account } from '#web/pages/frame/account-service.ts';
import { Button, ButtonLink } from '#web/pages/frame/button.tsx';
import { goToAnchor } from '#web/pages/frame/scroll.ts';
import { useSiteServices } from '#web/pages/frame/services.ts';
import { paths } from '#web/paths.ts';
import css from './pricing.module.css';
import { words } from './words.ts';

interface PricingProps {
  /** The signed-in user's account, once it is known. */
  readonly account: Account | undefined;
  readonly offer: Offer;
  /** Called when a visitor presses Start Free. */
  readonly onStartFree: () => void;
}

/** The plans and packs of the checkout's catalogue. */
export function Pricing({ account, offer, onStartFree }: PricingProps) {
  const isIn = useSession().status === 'signedIn';
  /** The plan whose payment page is being opened. */
  const [opening, setOpening] = useState<PlanId>();
  return (
    <>
      <ul className={css.plans}>
        <li className={css.plan}>
          <h3>{words.free}</h3>
          <p className={css.summary}>{words.freeSummary}</p>
          <p className={css.price}>
            <strong>{words.freePrice}</strong>
          </p>
          <Points points={freePlanPoints(offer.freeCredits)} />
          {account?.tier === 'free' && <CurrentPlan />}
          {isIn ? (
            <ButtonLink look="outline" href={paths.home}>
              {words.studio}
            </ButtonLink>
          ) : (
            <ButtonLink
              look="outline"
              href="#signup"
              onClick={(event) => {
                event.preventDefault();
                onStartFree();
                goToAnchor('signup');
              }}
            >
              {words.freeStart}
            </ButtonLink>
          )}
        </li>
        {[plans.starter, plans.pro].map(({ id, name, summary, pricePence, points }) => (
          <li key={id} className={css.plan} data-strong={id === 'pro' || undefined}>
            {id === 'pro' && <span className={css.badge}>{words.popular}</span>}
            <h3>{name}</h3>
            <p className={css.summary}>{summary}</p>
            <p className={css.price}>
              <strong>{priceOf(pricePence)}</strong> {words.perMonth}
            </p>
            <Points points={points} />
            <Choose plan={id} account={account} opening={opening} onOpening={setOpening} />
          </li>
        ))}
      </ul>
      <div className={css.packs}>
        <div>
          <h3>{words.packsTitle}</h3>
          <p className={css.summary}>{words.packsText}</p>
        </div>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.packColumns.credits}</th>
              <th scope="col">{words.packColumns.price}</th>
              <th scope="col">{words.packColumns.each}</th>
              <th scope="col">{words.packColumns.note}</th>
            </tr>
          </thead>
          <tbody>
            {Object.values(topUpPacks).map(({ id, credits, pricePence, label }) => (
              <tr key={id}>
                <th scope="row">{credits}</th>
                <td>{priceOf(pricePence)}</td>
                <td>{penceOf(pricePence / credits)}</td>
                <td>{id === 'SPECIAL_50' ? offer.specialPackLabel : label}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className={css.points}>
      {points.map((point) => (
        <li key={point} className={isLimit(point) ? css.limit : undefined}>
          {point}
        </li>
      ))}
    </ul>
  );
}

interface ChooseProps {
  readonly plan: PlanId;
  readonly account: Account | undefined;
  readonly opening: PlanId | undefined;
  readonly onOpening: (plan: PlanId | undefined) => void;
}

/** Sends customers to the payment; asks visitors to sign in first. */
function Choose({ plan, account, opening, onOpening }: ChooseProps) {
  const session = useSession();
  const services = useSiteServices();
  const look = plan === 'pro' ? 'solid' : 'outline';
  const { name } = plans[plan];
  if (session.status !== 'signedIn' || !services) {
    return (
      <ButtonLink look={look} href={paths.signInToSubscribe(plan)}>
        {words.choose(name)}
      </ButtonLink>
    );
  }
  if (account?.plan === name) return <CurrentPlan />;
  const change = account?.plan === 'Starter' ? words.upgrade : account?.plan === 'Pro' && words.downgrade;
  return (
    <>
      <Button
        look={look}
        disabled={opening !== undefined}
        onClick={() => {
          onOpening(plan);
          void services.subscribe(plan).finally(() => onOpening(undefined));
        }}
      >
        {opening === plan ? words.opening : change ? change.to(name) : words.choose(name)}
      </Button>
      {change && <p className={css.change}>{change.text}</p>}
    </>
  );
}

function CurrentPlan() {
  return <p className={css.current}>{words.currentPlan}</p>;
}
