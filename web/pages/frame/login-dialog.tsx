import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { notify } from '#web/lib/notify.ts';
import { takeWantedAddress } from '#web/lib/wanted-address.ts';
import { paths } from '#web/paths.ts';
import { Button } from './button.tsx';
import { Field, Problem } from './field.tsx';
import css from './form.module.css';
import { formWords as words } from './form-words.ts';
import dialogCss from './login-dialog.module.css';
import { useSiteServices } from './services.ts';
import { useSignIn } from './use-sign-in.ts';

/** The Log In dialog with e-mail and password. After it, public pages stay open, and `/` shows the app. */
export function LoginDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const services = useSiteServices();
  useEffect(() => dialog.current?.showModal(), []);
  const form = useSignIn(() => {
    onClose();
    const wanted = takeWantedAddress();
    if (wanted !== undefined || location.pathname === paths.home)
      services?.openApp(wanted ?? paths.home, words.loggedIn);
    else notify.success(words.loggedIn);
  });
  return (
    <dialog ref={dialog} className={dialogCss.dialog} aria-labelledby="login-title" onClose={onClose}>
      <button
        type="button"
        className={dialogCss.close}
        aria-label={words.close}
        onClick={() => dialog.current?.close()}
      >
        <X size={20} aria-hidden />
      </button>
      <h2 id="login-title">{words.loginTitle}</h2>
      <p className={dialogCss.text}>{words.loginText}</p>
      <form className={css.form} onSubmit={form.submit} noValidate>
        <Field
          label={words.email}
          type="email"
          autoComplete="email"
          value={form.email}
          onChange={form.setEmail}
        />
        <Field
          label={words.password}
          type="password"
          autoComplete="current-password"
          value={form.password}
          onChange={form.setPassword}
        />
        <Problem text={form.problem} />
        <Button type="submit" size="lg" disabled={form.isPending}>
          {form.isPending ? words.waiting : words.logIn}
        </Button>
      </form>
      <p className={`${css.minor} ${dialogCss.more}`}>
        <a href={paths.signIn}>{words.forgot}</a> · {words.newHere}{' '}
        <a href={paths.signUp}>{words.createAccount}</a>
      </p>
    </dialog>
  );
}
