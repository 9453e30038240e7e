import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readBody, settings } from '../../api/client.ts';
import type { Targeting, User } from '../../api/types.ts';

export interface Question {
  readonly org: string;
  readonly project: string;
  readonly env: string;
  readonly variable: string;
  readonly user: User;
  /** ISO 8601; undefined for now. */
  readonly at?: string | undefined;
  /** Unsaved changes to evaluate with. */
  readonly asIf?: Draft | undefined;
}

/** Unsaved changes of what an environment serves of a feature. */
export interface Draft {
  readonly targeting: Targeting | null;
  readonly defaults: Readonly<Record<string, string | null>>;
}

export const bodyOfQuestion = ({ variable, user, at, asIf }: Question) => ({
  variable,
  user,
  ...(at !== undefined && { at }),
  ...(asIf !== undefined && { as_if: asIf }),
});

/** Explains an evaluation. The user is in the body, so that no log has it. */
export const explainQuery = (question: Question) =>
  queryOptions({
    queryKey: ['explain', question.org, question.project, question],
    queryFn: ({ signal }) =>
      readBody(
        settings.POST('/settings/v1/organisations/{org}/projects/{project}/environments/{env}/explain', {
          params: { path: { org: question.org, project: question.project, env: question.env } },
          body: bodyOfQuestion(question),
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
