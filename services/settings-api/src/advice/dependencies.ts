import type { BaseDependencies } from '../framework/dependencies.ts';
import type { SurveyReader } from './survey.ts';

export interface AdviceDependencies extends BaseDependencies {
  /** Advice on all features of a project. */
  readonly surveys: SurveyReader;
}
