import type { BaseDependencies, FrameworkDependencies } from '../framework/dependencies.ts';
import type { LinkDependencies } from '../framework/http/public-links.ts';

/** The dependencies of routes that make links of invitations, of which there is a limited number. */
export interface MemberDependencies
  extends BaseDependencies, LinkDependencies, Pick<FrameworkDependencies, 'attempts'> {}
