import type { MenuPackImage } from '#shared/api/site.ts';
import { comparisonSamples } from '#shared/site-samples.ts';
import { notify } from '#web/lib/notify.ts';
import { ButtonLink } from '#web/pages/frame/button.tsx';
import { Compare } from '#web/pages/frame/compare.tsx';
import { Faq } from '#web/pages/frame/faq.tsx';
import pageCss from '#web/pages/frame/page.module.css';
import { PageFrame, Section } from '#web/pages/frame/page-frame.tsx';
import { Picture } from '#web/pages/frame/picture.tsx';
import { SiteImage } from '#web/pages/frame/site-image.tsx';
import { useMenuPackImages } from '#web/pages/frame/site-images.ts';
import { pages } from '#web/pages/pages.ts';
import { paths } from '#web/paths.ts';
import css from './guides.module.css';
import { PlatformGuide } from './platform-guide.tsx';
import { questions, words } from './words.ts';

const notifyFailure = () => notify.error(words.loadFailed);

/** `/menu-pack`: why menu photos matter, what platforms require, and how the pack helps. */
export function MenuPackPage() {
  const images = useMenuPackImages(notifyFailure);
  return (
    <PageFrame title={pages['/menu-pack'].title}>
      <Hero />
      <Section title={words.statsTitle} lead={words.statsLead} tinted>
        <dl className={css.stats}>
          {words.stats.map(({ figure, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
        <p className={css.small}>{words.statsSource}</p>
      </Section>
      <Section id="tips" title={words.tipsTitle} lead={words.tipsLead}>
        <ol className={css.tips}>
          {words.tips.map(({ title, text }, index) => (
            <li key={title}>
              <span aria-hidden="true">{index + 1}</span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section id="difference" title={words.differenceTitle} lead={words.differenceLead} tinted>
        <Differences images={images.filter(({ section }) => section === 'comparison')} />
      </Section>
      <Section id="platforms" title={words.guideTitle} lead={words.guideLead}>
        <PlatformGuide images={images.filter(({ section }) => section === 'platform_guide')} />
      </Section>
      <Section id="fixes" title={words.fixesTitle} lead={words.fixesLead} tinted>
        <dl className={css.fixes}>
          {words.fixes.map(({ problem, fix }) => (
            <div key={problem}>
              <dt>{problem}</dt>
              <dd>{fix}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section id="faq" title={words.faqTitle}>
        <Faq questions={questions} />
      </Section>
      <Section title={words.resourcesTitle} tinted>
        <ul className={css.links}>
          {words.resources.map(({ title, text, anchor }) => (
            <li key={anchor}>
              <a href={`${paths.resources}#${anchor}`}>
                <strong>{title}</strong>
                <span>{text}</span>
              </a>
            </li>
          ))}
        </ul>
      </Section>
      <CallToAction />
    </PageFrame>
  );
}

function Hero() {
  return (
    <div className={`${pageCss.wide} ${css.hero}`}>
      <div className={css.heroText}>
        <h1>{words.heroTitle}</h1>
        <p className={css.heroLead}>{words.heroLead}</p>
        <div className={css.buttons}>
          <ButtonLink size="lg" href={paths.studio('menu-enhancer')}>
            {words.open}
          </ButtonLink>
          <ButtonLink size="lg" look="outline" href={paths.resources}>
            {words.guides}
          </ButtonLink>
        </div>
        <p className={css.small}>{words.proNote}</p>
      </div>
      <Compare
        label="Chicken Wings"
        ratio={1.2}
        before={
          <Picture
            name="wings-before"
            alt="Wings, phone photo"
            ratio={1}
            sizes="(min-width: 62rem) 36rem, 92vw"
            eager
          />
        }
        after={
          <Picture
            name="wings-after"
            alt="Wings, finished"
            ratio={1}
            sizes="(min-width: 62rem) 36rem, 92vw"
            first
          />
        }
      />
    </div>
  );
}

function Differences({ images }: { images: readonly MenuPackImage[] }) {
  const sizes = '(min-width: 48rem) 36rem, 92vw';
  return (
    <div className={css.differences}>
      {images.length > 0
        ? images.map(({ id, url, renditions, beforeUrl, beforeRenditions, title, description }) => (
            <figure key={id}>
              <Compare
                label={title ?? words.differenceTitle}
                ratio={1.2}
                before={<SiteImage url={beforeUrl} renditions={beforeRenditions} alt="" sizes={sizes} />}
                after={<SiteImage url={url} renditions={renditions} alt={title ?? ''} sizes={sizes} />}
              />
              {(title ?? description) && <figcaption>{title ?? description}</figcaption>}
            </figure>
          ))
        : comparisonSamples.map(({ name, title }) => (
            <figure key={name}>
              <Compare
                label={title}
                ratio={1.2}
                before={
                  <Picture name={`${name}-before`} alt={`${title}, phone photo`} ratio={1} sizes={sizes} />
                }
                after={<Picture name={`${name}-after`} alt={`${title}, finished`} ratio={1} sizes={sizes} />}
              />
              <figcaption>{title}</figcaption>
            </figure>
          ))}
    </div>
  );
}

function CallToAction() {
  return (
    <div className={`${pageCss.section} ${css.cta}`}>
      <div className={pageCss.wide}>
        <h2>{words.ctaTitle}</h2>
        <p>{words.ctaText}</p>
        <ButtonLink size="lg" href={paths.studio('menu-enhancer')}>
          {words.open}
        </ButtonLink>
      </div>
    </div>
  );
}
