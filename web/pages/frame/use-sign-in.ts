import { type FormEvent, useState } from 'react';
import { keepPendingCode } from '#web/lib/pending-code.ts';
import { paths } from '#web/paths.ts';
import { signInMessage, signInProblem } from './credentials.ts';
import { formWords } from './form-words.ts';
import { useSiteServices } from './services.ts';

/**
 * The state of a sign-in form. Public pages have no form library and load the identity library only when the form is
 * sent, because their script must stay small: react-hook-form and zod would outweigh these two fields.
 */
export function useSignIn(onSignedIn: () => void) {
  const services = useSiteServices();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isPending) return;
    const found = signInProblem({ email, password });
    setProblem(found);
    if (found !== undefined) return;
    setPending(true);
    try {
      const { signInWith } = await import('#web/lib/identity.ts');
      const outcome = await signInWith(email.trim(), password);
      if (outcome === 'signedIn') onSignedIn();
      else if (outcome === 'appCode') {
        keepPendingCode({ of: 'signIn', email: email.trim(), password: '' });
        services?.openApp(paths.signIn);
      } else {
        keepPendingCode({ of: 'signUp', email: email.trim(), password });
        services?.openApp(paths.auth, formWords.unconfirmed);
      }
    } catch (error) {
      setProblem(signInMessage(error));
    } finally {
      setPending(false);
    }
  }

  return { email, setEmail, password, setPassword, problem, isPending, submit };
}
