import { platforms } from '#shared/domain/platforms.ts';
import { ButtonLink } from '#web/pages/frame/button.tsx';
import pageCss from '#web/pages/frame/page.module.css';
import { PageFrame, Section } from '#web/pages/frame/page-frame.tsx';
import { pages } from '#web/pages/pages.ts';
import { paths } from '#web/paths.ts';
import css from './guides.module.css';
import { words } from './resource-words.ts';

const contents = [
  { id: 'cheat-sheets', title: words.sheetsTitle },
  { id: 'rejection-reasons', title: words.rejectionTitle },
  { id: 'hidden-cost', title: words.costTitle },
  { id: 'phone-tips', title: words.phoneTitle },
  { id: 'whats-next', title: words.nextTitle },
] as const;

/** `/resources`: guides that are useful with or without an account. */
export function ResourcesPage() {
  return (
    <PageFrame title={pages['/resources'].title}>
      <div className={`${pageCss.wide} ${css.intro}`}>
        <h1>{words.title}</h1>
        <p className={css.heroLead}>{words.lead}</p>
        <nav aria-label={words.contents}>
          <ul className={css.contents}>
            {contents.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <Section id="cheat-sheets" title={words.sheetsTitle} lead={words.sheetsLead}>
        <CheatSheet />
      </Section>
      <Section id="rejection-reasons" title={words.rejectionTitle} lead={words.rejectionLead} tinted>
        <ol className={css.reasons}>
          {words.reasons.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section id="hidden-cost" title={words.costTitle}>
        <div className={css.article}>
          {words.cost.map(({ title, text }) => (
            <div key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          ))}
        </div>
      </Section>
      <Section id="phone-tips" title={words.phoneTitle} lead={words.phoneLead} tinted>
        <dl className={css.fixes}>
          {words.phone.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section id="whats-next" title={words.nextTitle} lead={words.nextText}>
        <div className={css.buttons}>
          <ButtonLink size="lg" href={paths.studio()}>
            {words.studio}
          </ButtonLink>
          <ButtonLink size="lg" look="outline" href={paths.menuPack}>
            {words.menuPack}
          </ButtonLink>
        </div>
      </Section>
    </PageFrame>
  );
}

function CheatSheet() {
  const { platform, short, photo, rules, source } = words.sheetColumns;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is scrolled by the keyboard too. */}
      <section className={css.scroll} aria-label={words.sheetsTitle} tabIndex={0}>
        <table className={css.sheet}>
          <thead>
            <tr>
              {[platform, short, photo, rules, source].map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {platforms.map(({ id, name, summary, requirements, guidance, contentRules }) => {
              const items = requirements.filter(({ use }) => use === 'item');
              const itemRules = contentRules.filter(({ uses }) => uses.includes('item'));
              return (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <td data-label={short}>{summary}</td>
                  <td data-label={photo}>
                    {items.length === 0 ? guidance : items.map(({ size }) => size).join('; ')}
                  </td>
                  <td data-label={rules}>
                    {itemRules.length === 0 ? words.unverified : itemRules.map(({ text }) => text).join('; ')}
                  </td>
                  <td data-label={source}>
                    {items.length === 0
                      ? words.unverified
                      : items.map((item) => words.readOn(item.source.name, item.source.readOn)).join('; ')}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      <p className={css.small}>{words.sheetNote}</p>
    </>
  );
}
