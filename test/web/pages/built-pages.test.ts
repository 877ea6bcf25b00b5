import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { HtmlValidate } from 'html-validate/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#lib/bundle.ts';
import { buildSiteIfStale } from '#lib/site-build.ts';
import { siteRoutes } from '#shared/api/site.ts';
import { filters } from '#shared/domain/filters.ts';
import { plans, topUpPacks } from '#shared/domain/plans.ts';
import { platforms } from '#shared/domain/platforms.ts';
import { foodScenes, influencerScenes } from '#shared/domain/scenes.ts';
import { maxDishes } from '#shared/domain/whole-menu.ts';
import { type PublicPath, publicPages, siteOriginPlaceholder } from '#shared/public-pages.ts';
import { dateOfDay, penceOf, priceOf } from '#web/lib/format.ts';
import { words as frameWords } from '#web/pages/frame/words.ts';
import { questions as menuPackQuestions } from '#web/pages/guides/words.ts';
import { questions } from '#web/pages/landing/words.ts';

const dist = join(projectRoot, 'dist');
const paths = publicPages.map(({ path }) => path);
const html = {} as Record<PublicPath, string>;

/** The modules of the site, without the page that lists what they keep. */
const sources = globSync('web/**/*.{ts,tsx}', { cwd: projectRoot })
  .filter((file) => !file.endsWith('cookies-page.tsx'))
  .map((file) => readFileSync(join(projectRoot, file), 'utf8'));
const namesIn = (source: string) => source.match(/(?<=['`])platepost\.[a-z-]+/g) ?? [];
const keptNames = new Set(sources.flatMap(namesIn));

beforeAll(async () => {
  await buildSiteIfStale();
  for (const { path, file } of publicPages) html[path] = readFileSync(join(dist, file), 'utf8');
});

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The visible text of a page: its body without tags, in one line. */
function textOf(path: PublicPath): string {
  const body = html[path].slice(html[path].indexOf('<body>'));
  return body
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;|&#39;/g, "'")
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ');
}

function contentOf(path: PublicPath, pattern: RegExp): string | undefined {
  return pattern.exec(html[path])?.[1];
}

const descriptionOf = (path: PublicPath) => contentOf(path, /name="description" content="([^"]+)"/);

/** The scripts that a page loads to come alive, by their names: its entry, what that loads, and all that they import. */
function scriptsOf(path: PublicPath): Set<string> {
  const codeOf = (name: string) => readFileSync(join(dist, 'assets', name), 'utf8');
  const scripts = new Set<string>();
  const add = (name = '') => {
    if (scripts.has(name)) return;
    scripts.add(name);
    for (const [, imported] of codeOf(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) add(imported);
  };
  const start = contentOf(path, /type="module" src="\/assets\/([^"]+)"/) ?? '';
  add(start);
  add(/import\(`\.\/(hydrate-page-[^`]+)`\)/.exec(codeOf(start))?.[1]);
  // The entry imports the list of pages, which says which file each is in.
  const list = [...scripts].map(codeOf).join('\n');
  add(new RegExp(`${path}["\`]:.*?import\\(["\`]\\./([^"\`]+)`).exec(list)?.[1]);
  return scripts;
}

describe('every public page', () => {
  it('is valid HTML', async () => {
    const validator = new HtmlValidate({
      extends: ['html-validate:standard'],
      // How React writes void elements, attributes without a value and styles is not a matter of validity.
      rules: { 'void-style': 'off', 'no-inline-style': 'off', 'attr-quotes': 'off', 'long-title': 'off' },
    });
    for (const path of paths) {
      const report = await validator.validateString(html[path], `${path}.html`);
      const problems = report.results.flatMap(({ messages }) =>
        messages.map(
          ({ ruleId, message, line, column }) => `${path} ${line}:${column} ${ruleId}: ${message}`,
        ),
      );
      expect(problems).toEqual([]);
    }
  });

  it('has a title, a description and a canonical address of its own, and a picture for link previews', () => {
    const titles = paths.map((path) => contentOf(path, /<title>([^<]+)<\/title>/));
    const descriptions = paths.map(descriptionOf);
    expect(new Set(titles).size).toBe(paths.length);
    expect(new Set(descriptions).size).toBe(paths.length);
    for (const description of descriptions) expect(description?.length).toBeLessThan(165);
    for (const path of paths) {
      const address = siteOriginPlaceholder + path;
      expect(contentOf(path, /rel="canonical" href="([^"]+)"/)).toBe(address);
      expect(contentOf(path, /property="og:url" content="([^"]+)"/)).toBe(address);
      expect(contentOf(path, /property="og:image" content="([^"]+)"/)).toBe(
        `${siteOriginPlaceholder}/og.jpg`,
      );
    }
    expect(readFileSync(join(dist, 'og.jpg')).length).toBeLessThan(300_000);
  });

  // T1.R1, V3.7.1, V14.2.3
  it('requests nothing from other hosts, and no missing file', () => {
    for (const path of paths) {
      const addresses = [...html[path].matchAll(/\s(?:src|srcSet|srcset|href)="([^"]+)"/g)].flatMap(
        ([, value = '']) => value.split(', ').map((part) => part.split(' ')[0] ?? ''),
      );
      const own = addresses.filter((address) => !/^(#|mailto:|\/)/.test(address));
      expect(own.filter((address) => !address.startsWith(siteOriginPlaceholder))).toEqual([]);
      const files = addresses.filter((address) => /^\/.*\.\w+$/.test(address));
      expect(files.length).toBeGreaterThan(5);
      for (const file of files) expect(() => readFileSync(join(dist, file)), file).not.toThrow();
      expect(html[path]).not.toMatch(/url\((?!\/|data:)/);
    }
  });

  it('loads at most 130 KB of script, packed', () => {
    for (const path of paths) {
      const scripts = scriptsOf(path);
      expect([...scripts].filter((name) => name.startsWith('react-'))).toHaveLength(1);
      const bytes = [...scripts].reduce(
        (sum, name) => sum + gzipSync(readFileSync(join(dist, 'assets', name)), { level: 9 }).length,
        0,
      );
      expect(bytes, path).toBeLessThan(130 * 1024);
    }
  });

  it('sets light or dark by the script that the policy of the site allows', () => {
    const snippet = /<script>([\s\S]*?)<\/script>/;
    const allowed = snippet.exec(readFileSync(join(dist, 'index.html'), 'utf8'))?.[1];
    for (const path of paths) {
      expect(contentOf(path, snippet)).toBe(allowed);
      const inline = html[path].match(/<script(?![^>]*(src=|ld\+json))[^>]*>/g);
      expect(inline).toHaveLength(1);
    }
  });

  it('is in the sitemap', () => {
    const sitemap = readFileSync(join(dist, 'sitemap.xml'), 'utf8');
    for (const path of paths) expect(sitemap).toContain(`<loc>${siteOriginPlaceholder}${path}</loc>`);
    expect(readFileSync(join(dist, 'robots.txt'), 'utf8')).toContain(
      `Sitemap: ${siteOriginPlaceholder}/sitemap.xml`,
    );
  });

  it('leaves share pages open to robots, which only then read that they must not list them', () => {
    const robots = readFileSync(join(dist, 'robots.txt'), 'utf8');
    const closed = [...robots.matchAll(/^Disallow: (.*)$/gm)].map(([, path = '']) => path);
    expect(closed).toContain('/admin');
    expect(closed.filter((path) => path !== '' && '/s/share-1'.startsWith(path))).toEqual([]);
  });

  it('describes itself to search engines', () => {
    const data = Object.fromEntries(
      paths.map((path) => [
        path,
        [...html[path].matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
          ([, json = '']) =>
            JSON.parse(json) as { '@type': string; mainEntity?: unknown[]; offers?: unknown[] },
        ),
      ]),
    );
    for (const path of paths) expect(data[path]?.[0]?.['@type']).toBe('WebPage');
    const [, product, faq] = data['/landing'] ?? [];
    expect(product).toMatchObject({ '@type': 'Product' });
    expect(product?.offers).toHaveLength(1 + Object.keys(plans).length + Object.keys(topUpPacks).length);
    // Staff may set the free credits to 0, which these files do not know.
    expect(faq?.mainEntity).toHaveLength(questions.length - 1);
    expect(JSON.stringify([data['/landing'], descriptionOf('/landing')])).not.toMatch(
      /free credits|start free/i,
    );
    expect(data['/menu-pack']?.[1]?.mainEntity).toHaveLength(menuPackQuestions.length);
  });

  it('has the footer with the legal pages, the help and the consent to cookies', () => {
    for (const path of paths) {
      const footer = html[path].slice(html[path].indexOf('<footer'));
      // B2.107
      for (const link of ['/terms', '/privacy', '/cookies', '/labels', 'mailto:'])
        expect(footer).toContain(`href="${link}`);
      expect(footer).toContain('Cookie settings');
    }
  });
});

describe('the landing page', () => {
  // B2.113
  it('has its sections in the order given', () => {
    const text = textOf('/landing');
    const marks = [
      'From plate to post in under 60 seconds',
      'Same dish, better light',
      'Why it works',
      'See it happen',
      'What you create',
      'How it works',
      'What better pictures can do',
      'Your delivery menu deserves daylight',
      'Pricing One credit',
      'Questions people ask',
      'Your table is ready',
      '© 2025',
    ];
    const main = text.slice(text.indexOf('Log In'));
    const places = marks.map((mark) => main.lastIndexOf(mark));
    // C9.37, B2.97, B2.105
    expect(places).not.toContain(-1);
    // B2.92
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it.each([
    'features',
    'how-it-works',
    'examples',
    'pricing',
    'faq',
    'signup',
  ])('has the anchor #%s', (id) => {
    // B2.82
    expect(html['/landing'].split(`id="${id}"`)).toHaveLength(2);
  });

  it.each([
    'Start Free (2 images)',
    'Watch 45-sec Demo',
    'Stories',
    'Square posts',
    'Reels',
    'Menu visuals',
    '1 Snap',
    '2 Pick a vibe',
    '3 Add text',
    '4 Export',
    '+22%',
    'story saves',
    '+31%',
    'followers',
    '+18%',
    'add-to-basket',
    'illustrative',
  ])('says "%s"', (words) => {
    // B2.94, B2.95, B2.100, B2.101, B2.102
    expect(textOf('/landing')).toContain(words);
  });

  // B1.10, B2.104
  it('sells what the catalogue has', () => {
    const text = textOf('/landing');
    for (const { name, pricePence, points } of Object.values(plans)) {
      expect(text).toContain(`Choose ${name}`);
      expect(text).toContain(`${priceOf(pricePence)} per month`);
      for (const point of points) expect(text).toContain(point);
    }
    for (const { credits, pricePence, label } of Object.values(topUpPacks))
      expect(text).toContain(`${credits} ${priceOf(pricePence)} ${penceOf(pricePence / credits)} ${label}`);
  });

  it('says who sees the photos', () => {
    expect(textOf('/landing')).toContain(
      'You, and our staff when they look after the service or answer a complaint. Nobody else, unless you share them.',
    );
  });

  it('counts the looks as they are', () => {
    const scenes = foodScenes.length + influencerScenes.length;
    expect(textOf('/landing')).toContain(`${filters.length + scenes} looks`);
    expect(textOf('/landing')).toContain(`${filters.length} filters and ${scenes} scenes`);
  });

  it('shows six sample pictures in the hero', () => {
    const collage = /<ul[^>]*aria-label="Made with PlatePost">([\s\S]*?)<\/ul>/.exec(html['/landing'])?.[1];
    // B2.93, B2.112, B9.7
    expect(collage?.match(/<img /g)).toHaveLength(6);
  });

  it('plays a demo of 45 seconds', () => {
    const seconds = [...html['/landing'].matchAll(/--seconds:(\d+)s/g)].map(([, value]) => Number(value));
    // C9.37, B2.113
    expect(seconds.reduce((sum, value) => sum + value, 0)).toBe(45);
  });
});

describe('the menu-pack page', () => {
  it.each([
    'Menu photos that platforms accept',
    'Why photos matter',
    'Five tips for the phone',
    'See the difference',
    'What each platform asks for',
    'How to fix a rejected photo',
    'Questions about the pack',
    'Further reading',
  ])('has the section "%s"', (title) => {
    // B2.11, B2.117, B2.118, B2.122, B2.123
    expect(textOf('/menu-pack')).toContain(title);
  });

  it('gives five tips and shows four sample comparisons', () => {
    const tips = /id="tips"[\s\S]*?<ol[^>]*>([\s\S]*?)<\/ol>/.exec(html['/menu-pack'])?.[1];
    // B2.119
    expect(tips?.match(/<li/g)).toHaveLength(5);
    const difference = /id="difference"([\s\S]*?)<\/section>/.exec(html['/menu-pack'])?.[1];
    // B2.120
    expect(difference?.match(/type="range"/g)).toHaveLength(4);
  });

  // B2.124
  it('leads to the studio and to the guides', () => {
    // B2.125
    expect(html['/menu-pack']).toContain('href="/studio?view=menu-enhancer"');
    expect(html['/menu-pack']).toContain('href="/resources#cheat-sheets"');
  });

  it.each([
    ['Uber Eats', '5:4, up to 10 MB, JPEG'],
    ['Deliveroo', '3:2, JPEG and square crop'],
    ['Just Eat', 'Square or 4:3'],
    ['DoorDash', 'Strict 16:9'],
    ['Grubhub', 'Square'],
  ])('gives the specification of %s', (name, summary) => {
    // B2.121, B9.30, B9.31, B9.32, B9.33, B9.34
    expect(textOf('/menu-pack')).toContain(`${name} In short: ${summary}`);
  });

  it('says how many dishes a menu may have', () => {
    expect(textOf('/menu-pack')).toContain(
      `Yes, with the Pro plan: choose up to ${maxDishes} photos at once.`,
    );
  });

  // B2.121
  it('names the source and the day of each requirement, and says where there is none', () => {
    const text = textOf('/menu-pack');
    for (const { requirements } of platforms) {
      for (const { size, source } of requirements) {
        expect(text).toContain(size);
        expect(text).toContain(
          source.readOn === null
            ? `${source.name}, undated`
            : `${source.name}, read on ${dateOfDay(source.readOn)}`,
        );
      }
      if (requirements.length === 0) expect(text).toContain('We found no official page of this platform.');
    }
  });
});

// B2.12
it('has the guides on the resources page', () => {
  // B2.127
  for (const guide of [
    'Cheat sheets',
    'Top 5 rejection reasons',
    'The hidden cost',
    'Phone tips',
    'What’s next',
  ])
    expect(html['/resources']).toContain(`${guide}</h2>`);
  const reasons = /id="rejection-reasons"[\s\S]*?<ol[^>]*>([\s\S]*?)<\/ol>/.exec(html['/resources'])?.[1];
  expect(reasons?.match(/<li/g)).toHaveLength(5);
  for (const { name } of platforms) expect(html['/resources']).toContain(`<th scope="row">${name}</th>`);
});

describe('the legal pages', () => {
  it.each([
    '/terms',
    '/privacy',
    '/cookies',
    '/labels',
  ] as const)('%s leads back to the landing page', (path) => {
    const back = /<a [^>]*href="\/landing"[^>]*>(?:(?!<\/a>)[\s\S])*Back to the landing page<\/a>/;
    // B2.10, B2.128
    expect(html[path]).toMatch(back);
  });

  it.each([
    ['minimum age', 'at least 18 years old'],
    ['liability', 'capped at the fees that you paid us in the 12 months before the claim'],
    ['law', 'governed by the law of England & Wales'],
    ['date', 'Last updated: October 1, 2025'],
    ['plans', 'Plans: Free, Starter and Pro'],
    ['free credits', 'Free: once the free credits stated when you sign up'],
  ])('terms: %s', (_fact, words) => {
    // B2.129, B2.130, B2.131, B2.132, B2.133, B9.35, B9.36, B9.37, B9.38
    expect(textOf('/terms')).toContain(words);
  });

  it.each([
    'Photos that you upload: 10 days',
    'Your uploads are deleted after 10 days',
    'the dish cut out of it, the parts that you marked, a copy that we repaired for a platform: 30 days',
    'what we read from it, such as the dish’s name: up to 28 days',
    'Exports of your data and ZIP files of your images: two days',
    'Deleted full-size files and files made from photos can be restored by us for 30 days',
    'Photos are processed in the United States',
    'previews have addresses that cannot be guessed',
    'access records with IP address, 90 days',
    'A keyed hash of your email',
    'the address of your profile picture if you sign in with Google',
    'Not My Dish: the reason that you choose and what you write, which our staff read',
    'Approvals: when you first downloaded or shared an image',
    'Collections, saved styles and your brand kit',
    'Whole menus: name, platforms and look, and each dish with its name, photo and result',
    'Stripe: payments',
    'a vision model there looks at it: at what it shows, to advise you and to suggest a name',
    'Your photo is uploaded with its metadata, such as the place where it was taken, and kept like that for 10 days',
    'The copy that we work on, and everything that is made of it, is without that metadata',
    'for 30 days, unless the operator of this site has set another time of at most a year',
    'the email of an account that our staff deleted stays in it without end',
  ])('privacy: "%s"', (words) => {
    // B2.134, R7.6
    expect(textOf('/privacy')).toContain(words);
  });

  it.each([
    'the dish was cut from your photo',
    'Content Credentials: a record in the open standard C2PA, signed by us',
    'Merchant Center: pictures made with generative AI must keep the field that says so.',
    'Article 50 of the AI Act applies since August 2, 2026.',
    'our pictures have none yet',
  ])('how we label pictures: "%s"', (words) => {
    expect(textOf('/labels')).toContain(words);
  });

  it.each([
    'light or dark mode',
    'keeps your dish exactly as it is',
    'posts',
    'shortcuts',
    'offers',
  ])('ask for consent to remember: %s', (what) => {
    expect(frameWords.cookieBanner.preferencesText).toContain(what);
  });

  it('names everything that the site keeps in a browser', () => {
    const text = textOf('/cookies');
    // B2.134, T1.R1, V14.3.3
    for (const name of [...keptNames, 'CognitoIdentityServiceProvider', 'react-router-scroll-positions'])
      expect(text).toContain(name);
  });
});

it('forgets with the consent to preferences everything that is kept only with it', () => {
  const preferences = sources.filter((source) => source.includes('maySavePreferences()'));
  expect(preferences.length).toBeGreaterThan(4);
  const forgotten = readFileSync(join(projectRoot, 'web/lib/cookie-consent.ts'), 'utf8');
  for (const name of preferences.flatMap(namesIn)) expect(forgotten).toContain(name);
});

it('reads images and offer where the contract has them', () => {
  const files = ['web/pages/frame/site-images.ts', 'web/lib/offer.ts'];
  const readers = files.map((file) => readFileSync(join(projectRoot, file), 'utf8')).join('\n');
  for (const { path } of Object.values(siteRoutes).filter(({ access }) => access === 'public'))
    expect(readers).toContain(`'${path}'`);
});
