import { brand } from '#shared/brand.ts';
import { plans, topUpPacks } from '#shared/domain/plans.ts';
import { type PublicPath, siteOriginPlaceholder } from '#shared/public-pages.ts';
import type { Question } from '#web/pages/frame/faq.tsx';
import { questions as menuPackQuestions } from '#web/pages/guides/words.ts';
import { aboutFreeCredits, questions as landingQuestions } from '#web/pages/landing/words.ts';
import { pages } from '#web/pages/pages.ts';

const context = 'https://schema.org';

/** Structured data of a page for search engines (schema.org, as JSON-LD). */
export function structuredData(path: PublicPath): readonly object[] {
  const { title, description } = pages[path];
  const page = {
    '@context': context,
    '@type': 'WebPage',
    name: title,
    description,
    url: siteOriginPlaceholder + path,
    inLanguage: 'en-GB',
  };
  if (path === '/landing')
    return [page, product(), faq(landingQuestions.filter((each) => each !== aboutFreeCredits))];
  if (path === '/menu-pack') return [page, faq(menuPackQuestions)];
  return [page];
}

function product() {
  const offers = [
    offer('Free', 0),
    ...Object.values(plans).map(({ name, pricePence }) => offer(name, pricePence)),
    ...Object.values(topUpPacks).map(({ credits, pricePence }) => offer(`${credits} credits`, pricePence)),
  ];
  return {
    '@context': context,
    '@type': 'Product',
    name: brand.name,
    description: pages['/landing'].description,
    image: `${siteOriginPlaceholder}/og.jpg`,
    brand: { '@type': 'Brand', name: brand.name },
    offers,
  };
}

function offer(name: string, pence: number) {
  return {
    '@type': 'Offer',
    name,
    price: (pence / 100).toFixed(2),
    priceCurrency: 'GBP',
    availability: 'https://schema.org/InStock',
    url: `${siteOriginPlaceholder}/landing#pricing`,
  };
}

function faq(questions: readonly Question[]) {
  return {
    '@context': context,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
