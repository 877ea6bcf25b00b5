import '@fontsource-variable/bricolage-grotesque/wght.css';
import '@fontsource-variable/inter/wght.css';
import { renderApp } from './app/mount-app.tsx';
import { printInLight } from './lib/color-mode.ts';
import { watchTextSize } from './lib/text-size.ts';

printInLight();
watchTextSize();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
renderApp(root);
