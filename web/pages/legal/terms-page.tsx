import { brand } from '#shared/brand.ts';
import { plans, topUpPacks } from '#shared/domain/plans.ts';
import { priceOf } from '#web/lib/format.ts';
import { supportEmail } from '#web/lib/support-email.ts';
import { pages } from '#web/pages/pages.ts';
import { LegalPage } from './legal-page.tsx';

const { starter, pro } = plans;

/** `/terms`. The specification gives its facts: age 18, 12 months of fees, England & Wales, October 1, 2025. */
export function TermsPage() {
  return (
    <LegalPage
      title={pages['/terms'].title}
      updated="October 1, 2025"
      sections={[
        {
          title: 'What this is about',
          text: [
            `${brand.name} turns photos of dishes and menus into images for marketing and for delivery platforms. These terms apply between you and us when you use the site, with or without an account. If you use it for a business, you agree on its behalf and confirm that you may.`,
          ],
        },
        {
          title: 'Your account',
          text: [
            'You must be at least 18 years old. Give us an email address that you read, keep your password to yourself, and tell us when somebody else has used your account. One person has one account; free credits are given once to each person.',
          ],
        },
        {
          title: 'Plans: Free, Starter and Pro',
          text: [
            [
              'Free: once the free credits stated when you sign up, square format, random looks, a watermark on exports.',
              `Starter: ${priceOf(starter.pricePence)} a month for ${starter.creditsPerMonth} credits, square format, chosen looks, no watermark.`,
              `Pro: ${priceOf(pro.pricePence)} a month for ${pro.creditsPerMonth} credits, every format and look, the Menu Enhancer Pack.`,
              `Top-ups for subscribers: ${Object.values(topUpPacks)
                .map(({ credits, pricePence }) => `${credits} credits for ${priceOf(pricePence)}`)
                .join(', ')}, paid once.`,
            ],
            'One credit makes two variations of one image. What each plan contains in full stands on its card at the time you buy. Prices are in pounds sterling. We announce changes by email at least 30 days ahead; they apply from your next renewal.',
          ],
        },
        {
          title: 'Payment, renewal and cancellation',
          text: [
            'Payments are handled by Stripe; we never see your card. Plans renew every month until you cancel, which you can do at any time on the credits page. The plan then runs to the end of the month that is paid. A change to the bigger plan takes effect at once, a change to the smaller one at the end of the month.',
            'Credits of a paid month and top-up credits that you have not used stay in your account, also after a plan has ended. Credits have no value in money and cannot be passed on.',
          ],
        },
        {
          title: 'Refunds',
          text: [
            'When we could not make an image because of our own capacity, because your photo could not be read or because the image model refused it, the credit comes back by itself. When an image model fails for good, a studio generation may end with your own photo as its result, labelled as such; it may count as a credit used.',
            'As a consumer in the United Kingdom you may withdraw from a purchase within 14 days. By using credits you ask us to begin at once, and the right ends for the credits that you have used. Write to us and we refund the rest. Your statutory rights stay as they are.',
          ],
        },
        {
          title: 'Your photos and your images',
          text: [
            'What you upload stays yours, and what is made from it is yours to use for any lawful purpose, as far as rights in it exist. You give us the permission that we need to do the work: to store, change and show your photos to you and to those with whom you share them. It ends when you delete them.',
            'Upload only photos that you may use. People in them must have agreed. Images are made with the help of artificial intelligence and say so in their metadata: please leave it in.',
          ],
        },
        {
          title: 'What is not allowed',
          text: [
            [
              'Photos or texts that are unlawful, hateful, sexual or that mock people.',
              'Images that mislead guests about what they are served.',
              'Getting around limits: several accounts for free credits, automated sign-ups, removing watermarks of the Free plan.',
              'Attacking the service or reselling access to it.',
            ],
            'We may pause or close an account that does this. Paid credits left in an account that we close without such a reason are refunded.',
          ],
        },
        {
          title: 'What we promise, and what we do not',
          text: [
            'We run the service with reasonable care and skill. It may be down for maintenance or for reasons outside our reach. Image models make mistakes: look at each image before you publish it. Whether a delivery platform accepts an image is the platform’s decision.',
          ],
        },
        {
          title: 'Liability',
          text: [
            'Nothing in these terms limits liability for death or personal injury caused by negligence, for fraud, or where the law does not allow a limit. Otherwise our total liability is capped at the fees that you paid us in the 12 months before the claim. For businesses we are not liable for loss of profit, of sales or of data, nor for indirect loss.',
          ],
        },
        {
          title: 'Ending',
          text: [
            'You may delete your account at any time under My Account. We may end the service with 60 days’ notice and refund credits that were paid for and not used. What is meant to outlast the end, such as liability and law, does.',
          ],
        },
        {
          title: 'Changes, law and contact',
          text: [
            'We may change these terms for good reasons, such as new features or new law, and tell you by email at least 30 days ahead. If you do not agree you may cancel until then.',
            'These terms are governed by the law of England & Wales, and its courts decide. Consumers who live elsewhere in the United Kingdom may also go to their own courts.',
            `Questions: ${supportEmail()}.`,
          ],
        },
      ]}
    />
  );
}
