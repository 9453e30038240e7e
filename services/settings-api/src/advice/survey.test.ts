import { expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { settingsErrors } from '../framework/errors.ts';
import { createSurveyReader } from './survey.ts';

it('is made for one project at a time; a hundred others wait, and more are refused', async () => {
  let end: (error: Error) => void = () => {};
  const ended = new Promise<never>((_, reject) => {
    end = reject;
  });
  const surveyed: string[] = [];
  const pool = {
    query: async (text: string, [id]: [string]) => {
      if (text.includes('json_build_array(max')) return { rows: [{ stamp: '' }] };
      surveyed.push(id);
      return ended;
    },
  } as unknown as Pool;
  const reader = createSurveyReader({ pool, now: () => 0 });
  const of = (number: number) =>
    reader.survey({ id: `project ${number}`, organisationId: 'acme', advice: null });
  const surveys = Array.from({ length: 101 }, async (_, number) => of(number));
  const outcomes = Promise.allSettled(surveys);
  await expect(of(101)).rejects.toBe(settingsErrors.tooManySurveys);
  expect(surveyed).toEqual(['project 0']);
  end(new Error('The connection ended.'));
  expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(101);
  await expect(of(102)).rejects.toThrow('The connection ended.');
});
