import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { providerNames } from '#web/lib/auth-words.ts';
import type { SiteConfig } from '#web/lib/config.ts';
import { logError } from '#web/lib/log-error.ts';
import { notify } from '#web/lib/notify.ts';
import { minimumPasswordLength } from '#web/lib/password.ts';
import { keepPendingCode } from '#web/lib/pending-code.ts';
import { useSession } from '#web/lib/session.ts';
import { takeWantedAddress } from '#web/lib/wanted-address.ts';
import { Button, ButtonLink } from '#web/pages/frame/button.tsx';
import { signUpMessage, signUpProblem } from '#web/pages/frame/credentials.ts';
import { Field, Problem } from '#web/pages/frame/field.tsx';
import formCss from '#web/pages/frame/form.module.css';
import { formWords } from '#web/pages/frame/form-words.ts';
import { useSiteServices } from '#web/pages/frame/services.ts';
import { useSignIn } from '#web/pages/frame/use-sign-in.ts';
import { words as frameWords } from '#web/pages/frame/words.ts';
import { paths } from '#web/paths.ts';
import css from './account-card.module.css';
import { words } from './words.ts';

export type CardTab = 'signIn' | 'signUp';

interface AccountCardProps {
  readonly tab: CardTab;
  readonly onTab: (tab: CardTab) => void;
}

const tabs = ['signIn', 'signUp'] as const;

/** The card at the end of the landing page: sign in, or sign up and confirm on the sign-in page. */
export function AccountCard({ tab, onTab }: AccountCardProps) {
  const id = useId();
  const session = useSession();
  if (session.status === 'signedIn') {
    return (
      <div className={css.card}>
        <ButtonLink size="lg" href={paths.home}>
          {frameWords.studio}
        </ButtonLink>
        <ButtonLink size="lg" look="outline" href={paths.credits}>
          {words.seeCredits}
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className={css.card}>
      <div role="tablist" className={css.tabs}>
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={tab === name}
            aria-controls={`${id}-panel`}
            onClick={() => onTab(name)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
              const other = name === 'signIn' ? 'signUp' : 'signIn';
              onTab(other);
              document.getElementById(`${id}-${other}`)?.focus();
            }}
            tabIndex={tab === name ? 0 : -1}
          >
            {formWords[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {tab === 'signIn' ? <SignIn onSignUp={() => onTab('signUp')} /> : <SignUp />}
      </div>
      <Providers />
    </div>
  );
}

function SignIn({ onSignUp }: { onSignUp: () => void }) {
  const services = useSiteServices();
  const form = useSignIn(() => services?.openApp(takeWantedAddress() ?? paths.home, formWords.welcomeBack));
  return (
    <form className={formCss.form} onSubmit={form.submit} noValidate action="/auth">
      <input type="hidden" name="tab" value="sign-in" />
      <Field
        label={formWords.email}
        type="email"
        autoComplete="email"
        value={form.email}
        onChange={form.setEmail}
      />
      <Field
        label={formWords.password}
        type="password"
        autoComplete="current-password"
        value={form.password}
        onChange={form.setPassword}
      />
      <Problem text={form.problem} />
      <Button type="submit" size="lg" disabled={form.isPending}>
        {form.isPending ? formWords.waiting : formWords.signIn}
      </Button>
      <p className={formCss.minor}>
        <a href={paths.signIn}>{formWords.forgot}</a> · {formWords.newHere}{' '}
        <a
          href={paths.signUp}
          onClick={(event) => {
            event.preventDefault();
            onSignUp();
          }}
        >
          {formWords.createAccount}
        </a>
      </p>
    </form>
  );
}

const emptyForm = { email: '', password: '', confirmation: '', fullName: '', company: '' };

function SignUp() {
  const services = useSiteServices();
  const [form, setForm] = useState(emptyForm);
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);
  const change = (name: keyof typeof emptyForm) => (value: string) =>
    setForm((known) => ({ ...known, [name]: value }));

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isPending) return;
    const found = signUpProblem(form);
    setProblem(found);
    if (found !== undefined) return;
    setPending(true);
    const email = form.email.trim();
    const { password } = form;
    const [fullName, company] = [form.fullName.trim(), form.company.trim()];
    try {
      const { register } = await import('#web/lib/identity.ts');
      await register({ email, password, fullName, company });
      keepPendingCode({ of: 'signUp', email, password, profile: { fullName, companyName: company } });
      services?.openApp(paths.signUp, formWords.created);
    } catch (error) {
      setProblem(signUpMessage(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <form className={formCss.form} onSubmit={submit} noValidate>
      <Field
        label={formWords.email}
        type="email"
        autoComplete="email"
        value={form.email}
        onChange={change('email')}
      />
      <Field
        label={formWords.password}
        type="password"
        autoComplete="new-password"
        hint={formWords.passwordHint(minimumPasswordLength())}
        value={form.password}
        onChange={change('password')}
      />
      <Field
        label={formWords.confirmPassword}
        type="password"
        autoComplete="new-password"
        value={form.confirmation}
        onChange={change('confirmation')}
      />
      <Field
        label={formWords.fullName}
        autoComplete="name"
        value={form.fullName}
        onChange={change('fullName')}
      />
      <Field
        label={formWords.company}
        autoComplete="organization"
        optional
        value={form.company}
        onChange={change('company')}
      />
      <Problem text={problem} />
      <Button type="submit" size="lg" disabled={isPending}>
        {isPending ? formWords.waiting : formWords.signUp}
      </Button>
    </form>
  );
}

/** Buttons for Google and Apple, if the deployment has them; loaded shortly before the card is visible. */
function Providers() {
  const place = useRef<HTMLDivElement>(null);
  const [social, setSocial] = useState<SiteConfig['social']>([]);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver(
      (changes) => {
        if (!changes.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        import('#web/lib/config.ts')
          .then(({ siteConfig }) => siteConfig())
          .then((config) => setSocial(config.social))
          // The form works without them.
          .catch(logError);
      },
      { rootMargin: '800px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className={css.providers}>
      {social.map((provider) => (
        <Button
          key={provider}
          look="outline"
          size="lg"
          onClick={() => {
            import('#web/lib/cognito.ts')
              .then(({ signInWithProvider }) => signInWithProvider(providerNames[provider]))
              .catch(() => notify.error(formWords.signInFailed));
          }}
        >
          {formWords.continueWith(providerNames[provider])}
        </Button>
      ))}
    </div>
  );
}
