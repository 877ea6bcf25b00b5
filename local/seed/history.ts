import type { FilterId } from '#shared/domain/filters.ts';
import type { PackId, PlanId } from '#shared/domain/plans.ts';
import type { SampleMenuItem } from '#shared/domain/samples.ts';
import { seededAccounts } from './accounts.ts';
import { seededCustomers } from './customers.ts';

/** A picture of the past: a filter on a sample dish. Each adds about a second to the first start. */
export interface PastPicture {
  readonly dish: SampleMenuItem['id'];
  readonly name: string;
  readonly filter: FilterId;
  /** Name of a file in web/pages/pictures, without its width, that is used as the model's picture. */
  readonly drawn: string;
}

export type Deed =
  | { readonly does: 'sign up'; readonly fullName: string; readonly companyName?: string }
  | { readonly does: 'buy'; readonly plan: PlanId }
  | { readonly does: 'top up'; readonly pack: PackId }
  | { readonly does: 'make'; readonly picture: PastPicture }
  | { readonly does: 'cancel' }
  /** Does nothing; Stripe renews what is due. */
  | { readonly does: 'wait' };

export interface PastDeed {
  /** Whole days before today (UTC), at least 1. */
  readonly daysAgo: number;
  /** Hour of that day (UTC). */
  readonly hour: number;
  readonly email: string;
  readonly deed: Deed;
}

const people = new Map(
  [...seededCustomers, ...seededAccounts].map(({ email, ...person }) => [email, person] as const),
);

function signsUp(daysAgo: number, hour: number, email: string): PastDeed {
  const { fullName = '', ...person } = people.get(email) ?? {};
  const companyName = 'companyName' in person && person.companyName;
  return { daysAgo, hour, email, deed: { does: 'sign up', fullName, ...(companyName && { companyName }) } };
}

function makes(daysAgo: number, hour: number, email: string, picture: PastPicture): PastDeed {
  return { daysAgo, hour, email, deed: { does: 'make', picture } };
}

const pat = 'pro@platepost.example';
const sam = 'starter@platepost.example';
const mara = 'mara@osteria-lume.example';
const ben = 'ben@corner-grill.example';
const aiko = 'aiko@dori.example';
const luis = 'luis@prado.example';
const nina = 'nina@cafe-vogel.example';
const omar = 'omar@said-kitchen.example';

/**
 * Events of the sample business and its customers in the month before the first start, oldest first. Events with the
 * same day and hour happen at the same time, which shortens the start. Of these at most one is a picture, because a
 * picture takes more than a second, and at most one belongs to each person. Further pictures are made while the site is
 * running (customers.ts). The sign-ups of the seeded accounts are included; their tiers and roles must match
 * accounts.ts.
 */
export const history: readonly PastDeed[] = [
  signsUp(36, 9, 'super@platepost.example'),
  signsUp(34, 11, pat),
  { daysAgo: 34, hour: 12, email: pat, deed: { does: 'buy', plan: 'pro' } },
  signsUp(29, 9, 'admin@platepost.example'),
  makes(28, 10, pat, {
    dish: 'burger',
    name: 'Synthwave Burger',
    filter: 'synthwave',
    drawn: 'look-synthwave',
  }),
  signsUp(27, 12, mara),
  { daysAgo: 27, hour: 12, email: pat, deed: { does: 'top up', pack: 'SPECIAL_50' } },
  signsUp(26, 13, ben),
  { daysAgo: 24, hour: 18, email: ben, deed: { does: 'buy', plan: 'starter' } },
  { daysAgo: 23, hour: 16, email: mara, deed: { does: 'buy', plan: 'pro' } },
  signsUp(21, 9, aiko),
  signsUp(19, 14, luis),
  { daysAgo: 15, hour: 16, email: luis, deed: { does: 'buy', plan: 'pro' } },
  signsUp(11, 11, sam),
  signsUp(10, 9, nina),
  { daysAgo: 9, hour: 12, email: sam, deed: { does: 'buy', plan: 'starter' } },
  signsUp(8, 18, 'free@platepost.example'),
  { daysAgo: 8, hour: 18, email: ben, deed: { does: 'cancel' } },
  // A month after Pat's purchase, for any length of month.
  ...[5, 4, 3, 2].map((daysAgo): PastDeed => ({ daysAgo, hour: 17, email: pat, deed: { does: 'wait' } })),
  signsUp(1, 18, omar),
];
