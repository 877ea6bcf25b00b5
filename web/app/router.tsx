import { createBrowserRouter, Navigate, Outlet, ScrollRestoration } from 'react-router-dom';
import { comeBackTo } from '#shared/domain/sign-in.ts';
import { publicPages } from '#shared/public-pages.ts';
import { paths, studioViewOf } from '#web/paths.ts';
import { FullScreenSpinner } from '#web/ui/full-screen-spinner.tsx';
import { ErrorPage, NotFoundPage } from './error-page.tsx';
import { loadInApp } from './public-in-app.tsx';
import { SignedInOrLanding } from './signed-in-or-landing.tsx';

/** Every page, each loaded when it is first opened. */
export const router = createBrowserRouter([
  {
    element: (
      <>
        <ScrollRestoration />
        <Outlet />
      </>
    ),
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <FullScreenSpinner />,
    children: [
      {
        element: <SignedInOrLanding />,
        children: [
          {
            lazy: async () => ({ Component: (await import('./shell.tsx')).Shell }),
            children: [
              { path: paths.home, lazy: studio },
              { path: '/studio', lazy: studio },
              {
                path: paths.credits,
                lazy: async () => ({
                  Component: (await import('#web/credits/credits-page.tsx')).CreditsPage,
                }),
              },
              {
                path: paths.account,
                lazy: account,
              },
            ],
          },
        ],
      },
      {
        lazy: async () => ({ Component: (await import('#web/admin/admin-shell.tsx')).AdminShell }),
        children: [
          {
            path: paths.admin.overview,
            lazy: async () => ({
              Component: (await import('#web/admin/overview/overview-page.tsx')).OverviewPage,
            }),
          },
          {
            path: paths.admin.landingImages,
            lazy: async () => ({
              Component: (await import('#web/admin/landing-images/landing-images-page.tsx'))
                .LandingImagesPage,
            }),
          },
          {
            path: paths.admin.menuPackImages,
            lazy: async () => ({
              Component: (await import('#web/admin/menu-pack-images/menu-pack-images-page.tsx'))
                .MenuPackImagesPage,
            }),
          },
          {
            path: paths.admin.promptTesting,
            lazy: async () => ({
              Component: (await import('#web/admin/prompt-testing/prompt-testing-page.tsx'))
                .PromptTestingPage,
            }),
          },
          {
            path: paths.admin.users,
            lazy: async () => ({ Component: (await import('#web/admin/users/users-page.tsx')).UsersPage }),
          },
          {
            path: paths.admin.content,
            lazy: async () => ({
              Component: (await import('#web/admin/content/content-page.tsx')).ContentPage,
            }),
          },
          {
            path: paths.admin.financial,
            lazy: async () => ({
              Component: (await import('#web/admin/financial/financial-page.tsx')).FinancialPage,
            }),
          },
          {
            path: paths.admin.analytics,
            lazy: async () => ({
              Component: (await import('#web/admin/analytics/analytics-page.tsx')).AnalyticsPage,
            }),
          },
          {
            path: paths.admin.settings,
            lazy: async () => ({
              Component: (await import('#web/admin/settings/settings-page.tsx')).SettingsPage,
            }),
          },
          // For admins only: the frame redirects everybody else to `/`.
          { path: '/admin/*', element: <Navigate to={paths.admin.overview} replace /> },
        ],
      },
      // The edge serves these addresses as prerendered files; these routes are for links within the app.
      ...publicPages.map(({ path }) => ({
        path,
        lazy: async () => ({ Component: await loadInApp(path) }),
      })),
      {
        path: '/auth',
        lazy: async () => ({ Component: (await import('#web/auth/auth-page.tsx')).AuthPage }),
      },
      {
        path: comeBackTo.signedOut,
        lazy: async () => ({ Component: (await import('./signed-out.tsx')).SignedOut }),
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
]);

async function account() {
  const [{ AccountPage }, { BrandKit }] = await Promise.all([
    import('#web/account/account-page.tsx'),
    import('#web/generations/brand-kit.tsx'),
  ]);
  return { Component: () => <AccountPage brandKit={<BrandKit />} /> };
}

async function studio() {
  // Loads the view's script at the same time. If that fails, the view itself reports it.
  if (studioViewOf(new URLSearchParams(location.search)) === 'creative')
    import('#web/studio/studio-page.tsx').catch(() => undefined);
  return { Component: (await import('./studio-views.tsx')).StudioViews };
}
