/** Pages for people who are not signed in. */
import { createRoute } from '@tanstack/react-router';
import { lazyRouteComponent } from '../lazy-route-component.ts';
import { paths } from '../../page/paths.ts';
import { readSearch, word } from '../../page/search.ts';
import { rootRoute } from './parents.tsx';

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signIn,
  validateSearch: (given) => readSearch(given, { return_to: word, problem: word }),
  component: lazyRouteComponent(() => import('../../screens/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.signUp,
  component: lazyRouteComponent(() => import('../../screens/sign-in/sign-up-page.tsx'), 'SignUpPage'),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.invitation,
  component: lazyRouteComponent(() => import('../../screens/sign-in/invitation-page.tsx'), 'InvitationPage'),
});

const passwordResetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.passwordReset,
  component: lazyRouteComponent(
    () => import('../../screens/sign-in/password-reset-page.tsx'),
    'PasswordResetPage',
  ),
});

export const signInRoutes = [signInRoute, signUpRoute, invitationRoute, passwordResetRoute] as const;
