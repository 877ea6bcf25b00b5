import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startSession } from '#web/lib/session.ts';
import { App } from './app.tsx';
import { returnFocus } from './return-focus.ts';

/**
 * Starts the app in place of a public page, at the current address. The session, a sign-up that waits for its code
 * and a toast that was not shown yet stay in memory.
 */
export function mountApp(): void {
  const root = document.createElement('div');
  root.id = 'root';
  document.body.replaceChildren(root);
  window.scrollTo(0, 0);
  renderApp(root);
}

/** Starts the app in an element of the document. */
export function renderApp(root: HTMLElement): void {
  void startSession();
  returnFocus();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
