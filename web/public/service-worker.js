/**
 * The service worker of the signed-in app. It replaces the browser's error page if a page cannot be loaded, and shows
 * push messages when the app is closed. It stores nothing, so that an old copy of the site, of a picture or of a reply
 * is never shown.
 */
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(takeOver()));
addEventListener('fetch', (event) => {
  if (isPage(event.request)) event.respondWith(load(event));
});
addEventListener('push', (event) => event.waitUntil(show(event.data)));
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data.path));
});
addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event.oldSubscription)));

/** Shows a push message as a notification; a later one replaces it. */
async function show(data) {
  const { title, body, path } = data.json();
  await registration.showNotification(title, {
    body,
    icon: '/icon-192.png',
    tag: 'ready',
    renotify: true,
    data: { path },
  });
}

/** How long an open tab may take to answer, in milliseconds. Browsers open a window only within a second of a press. */
const patience = 600;

/**
 * Shows the notification's address in an open tab, or in a new one. Only addresses of this site. An open tab is never
 * loaded again: it may be uploading, or contain what is not saved.
 */
async function goTo(path) {
  const url = new URL(path, location.origin);
  const address = url.origin === location.origin ? url.href : location.origin;
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ focused }) => focused) ?? tabs[0];
  try {
    if (tab && (await follows(tab, address))) return void (await tab.focus());
  } catch {
    // A tab that this worker may not focus.
  }
  await clients.openWindow(address);
}

/**
 * Resolves to whether the app in a tab opens the address with its own router: see `followNotifications`. An earlier copy
 * of the app, and a page without the app, do not answer.
 */
function follows(tab, address) {
  const { port1, port2 } = new MessageChannel();
  const { pathname, search, hash } = new URL(address);
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, patience, false);
    tab.postMessage({ goTo: pathname + search + hash, before: Date.now() + patience }, [port2]);
  }).finally(() => port1.close());
}

/** Subscribes again after the browser ended a subscription; the app registers it with the server at its next start. */
async function renew(old) {
  if (old) await registration.pushManager.subscribe(old.options);
}

/** Enables navigation preload, and replaces an earlier worker in open pages. */
async function takeOver() {
  await registration.navigationPreload?.enable();
  await clients.claim();
}

/** Whether a request is for a page, and not for an API reply or a picture opened on its own. */
function isPage({ mode, method, url }) {
  return mode === 'navigate' && method === 'GET' && !/^\/(api|media)\//.test(new URL(url).pathname);
}

async function load(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return offlinePage();
  }
}

function offlinePage() {
  const nonce = crypto.randomUUID();
  return new Response(offlineHtml(nonce), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}

/** The offline page. While visible, it polls the site every five seconds, and reloads when it is reachable. */
function offlineHtml(nonce) {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>Offline · PlatePost</title>
<style>
  :root { --paper: #FFFBF5; --ink: #1F1A17; --soft: #6B5F58; --tomato: #D9381E; color-scheme: light; }
  :root.dark { --paper: #171310; --ink: #F6EEE6; --soft: #B9ABA1; color-scheme: dark; }
  body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: var(--paper); color: var(--ink);
    font: 16px/1.55 Inter, system-ui, sans-serif; }
  main { box-sizing: border-box; width: min(100%, 30rem); padding: 2rem 1.5rem; }
  svg { width: 3.5rem; height: 3.5rem; }
  h1 { margin: 1.25rem 0 0.75rem; font: 700 1.75rem/1.2 'Bricolage Grotesque', system-ui, sans-serif; }
  p { margin: 0 0 0.75rem; }
  .soft { color: var(--soft); }
  button { margin-top: 0.75rem; min-height: 3rem; padding: 0 1.75rem; border: 0; border-radius: 999px; background: var(--tomato);
    color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
  button:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
</style>
<script nonce="${nonce}">
  var mode = null;
  try { mode = localStorage.getItem('platepost.color-mode'); } catch (_) {}
  if (mode ? mode === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches)
    document.documentElement.classList.add('dark');
</script>
</head>
<body>
<main>
  <svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#D9381E"/><circle cx="16" cy="16" r="9.5" fill="none" stroke="#FFFBF5" stroke-width="2.5"/><circle cx="16" cy="16" r="4.5" fill="#F2A93B"/></svg>
  <h1>You are offline</h1>
  <p>Studio, gallery and credits need the internet.</p>
  <p>Nothing is lost: pictures that you ordered are still being made, and wait in your gallery.</p>
  <p class="soft" role="status">This page opens by itself when you are connected again.</p>
  <button type="button">Try again</button>
</main>
<script nonce="${nonce}">
  if (navigator.onLine) document.querySelector('h1').textContent = 'PlatePost can’t be reached';
  function look() {
    if (document.visibilityState === 'hidden') return;
    fetch('/config.json', { method: 'HEAD', cache: 'no-store' }).then(function () { location.reload(); }, function () {});
  }
  addEventListener('online', look);
  document.addEventListener('visibilitychange', look);
  setInterval(look, 5000);
  document.querySelector('button').addEventListener('click', function () { location.reload(); });
</script>
</body>
</html>`;
}
