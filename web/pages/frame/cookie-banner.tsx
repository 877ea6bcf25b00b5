import { X } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { choose, showBanner, useCookieConsent } from '#web/lib/cookie-consent.ts';
import { paths } from '#web/paths.ts';
import { Button } from './button.tsx';
import css from './cookie-banner.module.css';
import { useIsAlive } from './use-is-alive.ts';
import { words } from './words.ts';

const texts = words.cookieBanner;

/** Asks about cookies until a choice is stored; its close button only hides it until the next visit. */
export function CookieBanner() {
  const { banner, choice } = useCookieConsent();
  const isAlive = useIsAlive();
  const section = useOpenedFocus(banner);
  if (banner === 'hidden') return null;
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={css.banner}
      aria-label={texts.label}
      data-asking={banner === 'asking' || undefined}
    >
      <button
        type="button"
        className={css.close}
        aria-label={texts.close}
        onClick={() => showBanner('hidden')}
      >
        <X size={20} aria-hidden />
      </button>
      <h2>{texts.title}</h2>
      <p>
        <span className={css.long}>
          {texts.text} <a href={paths.cookies}>{texts.more}</a>
        </span>
        <span className={css.short}>
          {texts.shortText} <a href={paths.cookies}>{texts.shortMore}</a>
        </span>
      </p>
      {banner === 'customising' ? (
        <Settings preferences={choice?.preferences ?? false} statistics={choice?.statistics ?? false} />
      ) : (
        <div className={css.actions}>
          <Button
            disabled={!isAlive}
            onClick={() => choose({ choice: 'accepted', preferences: true, statistics: true })}
            look="outline"
          >
            {texts.accept}
          </Button>
          <Button
            disabled={!isAlive}
            onClick={() => choose({ choice: 'rejected', preferences: false, statistics: false })}
            look="outline"
          >
            {texts.reject}
          </Button>
          <Button disabled={!isAlive} onClick={() => showBanner('customising')} look="ghost">
            {texts.customise}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Focuses the banner when its settings are opened, and what opened them when it closes. */
function useOpenedFocus(banner: ReturnType<typeof useCookieConsent>['banner']) {
  const section = useRef<HTMLElement>(null);
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (banner === 'customising') {
      opener.current = document.activeElement;
      section.current?.focus();
    } else if (banner === 'hidden' && opener.current instanceof HTMLElement) {
      opener.current.focus();
      opener.current = null;
    }
  }, [banner]);
  return section;
}

function Settings(stored: { preferences: boolean; statistics: boolean }) {
  const [preferences, setPreferences] = useState(stored.preferences);
  const [statistics, setStatistics] = useState(stored.statistics);
  const save = (event: FormEvent) => {
    event.preventDefault();
    choose({ choice: 'customized', preferences, statistics });
  };
  return (
    <form onSubmit={save}>
      <Kind name={texts.necessary} text={texts.necessaryText} checked />
      <Kind
        name={texts.preferences}
        text={texts.preferencesText}
        checked={preferences}
        onChange={setPreferences}
      />
      <Kind
        name={texts.statistics}
        text={texts.statisticsText}
        checked={statistics}
        onChange={setStatistics}
      />
      <div className={css.actions}>
        <Button type="submit">{texts.save}</Button>
      </div>
    </form>
  );
}

interface KindProps {
  readonly name: string;
  readonly text: string;
  readonly checked: boolean;
  /** Undefined for a category that cannot be refused. */
  readonly onChange?: (checked: boolean) => void;
}

function Kind({ name, text, checked, onChange }: KindProps) {
  return (
    <label className={css.kind}>
      <input
        type="checkbox"
        checked={checked}
        disabled={onChange === undefined}
        onChange={(event) => onChange?.(event.target.checked)}
      />
      <span>
        <strong>{name}</strong>
        <span>{text}</span>
      </span>
    </label>
  );
}
