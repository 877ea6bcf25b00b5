import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startSession } from '#web/lib/session.ts';
import { App } from './app.tsx';

/**
 * Starts the app in place of a public page, at the present address. What lives in memory lives on: the session,
 * and a sign-up that waits for its code. `notice` is shown once it stands.
 */
export function mountApp(notice?: string): void {
  void startSession();
  const root = document.createElement('div');
  root.id = 'root';
  document.body.replaceChildren(root);
  window.scrollTo(0, 0);
  createRoot(root).render(
    <StrictMode>
      <App {...(notice !== undefined && { notice })} />
    </StrictMode>,
  );
}
