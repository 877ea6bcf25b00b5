import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/inter/wght.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { printInLight } from './lib/color-mode.ts';
import { startSession } from './lib/session.ts';
import { watchTextSize } from './lib/text-size.ts';

void startSession();
printInLight();
watchTextSize();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
