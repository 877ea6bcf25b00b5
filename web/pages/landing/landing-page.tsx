import { useCallback, useEffect, useState } from 'react';
import type { LandingImage } from '#shared/api/site.ts';
import { heroSamples, menuSamples } from '#shared/site-samples.ts';
import { useOffer } from '#web/lib/offer.ts';
import { useSession } from '#web/lib/session.ts';
import { dropWantedPlan } from '#web/lib/wanted-plan.ts';
import { ButtonLink } from '#web/pages/frame/button.tsx';
import { Compare } from '#web/pages/frame/compare.tsx';
import { Faq } from '#web/pages/frame/faq.tsx';
import pageCss from '#web/pages/frame/page.module.css';
import { PageFrame, Section } from '#web/pages/frame/page-frame.tsx';
import { Picture } from '#web/pages/frame/picture.tsx';
import { goToAnchor } from '#web/pages/frame/scroll.ts';
import { SiteImage } from '#web/pages/frame/site-image.tsx';
import { useLandingImages } from '#web/pages/frame/site-images.ts';
import { useAccount } from '#web/pages/frame/use-account.ts';
import { pages } from '#web/pages/pages.ts';
import { paths } from '#web/paths.ts';
import { AccountCard, type CardTab } from './account-card.tsx';
import { Carousel } from './carousel.tsx';
import { Demo } from './demo.tsx';
import css from './landing.module.css';
import { Media } from './media.tsx';
import { Pricing } from './pricing.tsx';
import { aboutFreeCredits, questions, words } from './words.ts';

/** Maximum number of images of the hero (back office, section 9). */
const heroImages = 6;

/** `/landing`, and `/` for visitors: shows what the product does. */
export function LandingPage() {
  const images = useLandingImages();
  const [tab, setTab] = useState<CardTab>('signIn');
  const of = (section: LandingImage['section']) =>
    (images ?? []).filter((image) => image.section === section);
  // If an operator has uploaded pictures but no pairs, the section of pairs is left out.
  const hasPairs = !images?.length || of('menu').length > 0;
  const offer = useOffer();
  const session = useSession();
  const isIn = session.status === 'signedIn';
  const account = useAccount(isIn ? session.userId : undefined);
  const openSignUp = useCallback(() => {
    // A visitor who starts for free no longer wants the plan chosen before.
    dropWantedPlan();
    setTab('signUp');
  }, []);
  // Get Started on another page, or before this one is hydrated, is a plain link to the card.
  useEffect(() => {
    const followAddress = () => {
      if (location.hash === '#signup') openSignUp();
    };
    followAddress();
    addEventListener('hashchange', followAddress);
    return () => removeEventListener('hashchange', followAddress);
  }, [openSignUp]);
  return (
    <PageFrame title={pages['/landing'].title} hasSections onGetStarted={openSignUp}>
      <Hero images={of('hero')} isIn={isIn} freeCredits={offer.freeCredits} onStart={openSignUp} />
      {hasPairs && <Comparisons pairs={of('menu')} />}
      <WhyItWorks />
      <Section id="examples" title={words.examplesTitle} lead={words.examplesLead} tinted>
        <Demo />
        <Carousel images={of('carousel')} />
      </Section>
      <WhatYouCreate />
      <HowItWorks />
      <Impact />
      <MenuPackTeaser />
      <Section id="pricing" title={words.pricingTitle} lead={words.pricingLead}>
        <Pricing account={account} offer={offer} onStartFree={openSignUp} />
      </Section>
      <Section id="faq" title={words.faqTitle} tinted>
        <Faq questions={questions.filter((each) => offer.freeCredits > 0 || each !== aboutFreeCredits)} />
      </Section>
      <section id="signup" className={pageCss.section}>
        <div className={`${pageCss.wide} ${css.signup}`}>
          <div>
            <h2>{isIn ? words.welcomeTitle : words.signUpTitle}</h2>
            {isIn ? (
              account && <p className={pageCss.lead}>{words.welcomeLead(account.credits)}</p>
            ) : (
              <VisitorOffer freeCredits={offer.freeCredits} />
            )}
          </div>
          <AccountCard tab={tab} onTab={setTab} />
        </div>
      </section>
    </PageFrame>
  );
}

function VisitorOffer({ freeCredits }: { freeCredits: number }) {
  return (
    <>
      <p className={pageCss.lead}>{words.signUpLead(freeCredits)}</p>
      <ul className={css.points}>
        {words.signUpPoints.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </>
  );
}

interface HeroProps {
  readonly images: readonly LandingImage[];
  readonly isIn: boolean;
  readonly freeCredits: number;
  readonly onStart: () => void;
}

function Hero({ images, isIn, freeCredits, onStart }: HeroProps) {
  const sizes = '(min-width: 62rem) 13rem, 31vw';
  return (
    <section className={css.hero}>
      <div className={`${pageCss.wide} ${css.heroGrid}`}>
        <div className={css.heroText}>
          <h1>{words.heroTitle}</h1>
          <p className={css.heroLead}>{words.heroLead}</p>
          <div className={css.buttons}>
            <ButtonLink
              size="lg"
              href={isIn ? paths.home : '#signup'}
              onClick={(event) => {
                if (isIn) return;
                event.preventDefault();
                onStart();
                goToAnchor('signup');
              }}
            >
              {isIn ? words.studio : words.start(freeCredits)}
            </ButtonLink>
            <ButtonLink
              size="lg"
              look="outline"
              href="#examples"
              onClick={(event) => {
                event.preventDefault();
                goToAnchor('examples');
              }}
            >
              {words.watch}
            </ButtonLink>
          </div>
          <p className={css.note}>{words.heroNote(isIn ? 0 : freeCredits)}</p>
        </div>
        <ul className={css.collage} aria-label={words.heroImages}>
          {images.length > 0
            ? images.slice(0, heroImages).map((image) => (
                <li key={image.id}>
                  <Media image={image} alt={image.title ?? image.description ?? ''} sizes={sizes} eager />
                </li>
              ))
            : heroSamples.map(({ name, title }) => (
                <li key={name}>
                  <Picture name={name} alt={title} ratio={1} sizes={sizes} eager />
                </li>
              ))}
        </ul>
      </div>
    </section>
  );
}

function Comparisons({ pairs }: { pairs: readonly LandingImage[] }) {
  const sizes = '(min-width: 48rem) 25rem, 92vw';
  return (
    <Section className={css.comparisons} title={words.comparisonsTitle} lead={words.comparisonsLead} tinted>
      <div className={css.pairs}>
        {pairs.length > 0
          ? pairs.map(({ id, url, renditions, beforeUrl, beforeRenditions, title, description }) => (
              <figure key={id}>
                <Compare
                  label={title ?? words.comparisonsTitle}
                  ratio={1}
                  before={
                    <SiteImage url={beforeUrl ?? url} renditions={beforeRenditions} alt="" sizes={sizes} />
                  }
                  after={<SiteImage url={url} renditions={renditions} alt={title ?? ''} sizes={sizes} />}
                />
                {(title ?? description) && <figcaption>{title ?? description}</figcaption>}
              </figure>
            ))
          : menuSamples.map(({ name, title }) => (
              <figure key={name}>
                <Compare
                  label={title}
                  ratio={1}
                  before={
                    <Picture name={`${name}-before`} alt={`${title}, phone photo`} ratio={1} sizes={sizes} />
                  }
                  after={
                    <Picture name={`${name}-after`} alt={`${title}, finished`} ratio={1} sizes={sizes} />
                  }
                />
                <figcaption>{title}</figcaption>
              </figure>
            ))}
      </div>
    </Section>
  );
}

function WhyItWorks() {
  return (
    <Section id="features" title={words.whyTitle} lead={words.whyLead}>
      <ul className={css.why}>
        {words.why.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function WhatYouCreate() {
  return (
    <Section title={words.createTitle} lead={words.createLead}>
      <ul className={css.create}>
        {words.create.map(({ name, ratio, title, text }) => (
          <li key={name}>
            <div className={css.made}>
              <Picture name={name} alt="" ratio={ratio} sizes="(min-width: 48rem) 18rem, 44vw" />
            </div>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function HowItWorks() {
  return (
    <Section id="how-it-works" title={words.howTitle} lead={words.howLead} tinted>
      <ol className={css.steps}>
        {words.steps.map(({ title, text }, index) => (
          <li key={title}>
            <h3>
              <span>{index + 1}</span>
              {title}
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Impact() {
  return (
    <Section title={words.impactTitle}>
      <dl className={css.impact}>
        {words.impact.map(({ figure, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <p className={css.note}>{words.impactNote}</p>
    </Section>
  );
}

function MenuPackTeaser() {
  return (
    <section className={`${pageCss.section} ${css.teaser}`}>
      <div className={`${pageCss.wide} ${css.teaserGrid}`}>
        <div>
          <h2>{words.teaserTitle}</h2>
          <p className={css.teaserText}>{words.teaserText}</p>
          <ButtonLink href={paths.menuPack} size="lg">
            {words.teaserLink}
          </ButtonLink>
        </div>
        <Compare
          label="Pepperoni Pizza"
          ratio={1.2}
          before={
            <Picture
              name="pizza-before"
              alt="Pizza, phone photo"
              ratio={1}
              sizes="(min-width: 48rem) 32rem, 92vw"
            />
          }
          after={
            <Picture
              name="pizza-after"
              alt="Pizza, finished"
              ratio={1}
              sizes="(min-width: 48rem) 32rem, 92vw"
            />
          }
        />
      </div>
    </section>
  );
}
