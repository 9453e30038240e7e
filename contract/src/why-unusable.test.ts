import { describe, expect, it } from '@jest/globals';
import { readProjects } from './vectors/read-vectors.ts';
import { whyUnusable } from './why-unusable.ts';

const [project] = readProjects();

const answering = (status: number) => () => Promise.resolve({ status, headers: {}, text: '' });

describe('A server that cannot run the vectors', () => {
  it('does not know the keys of the fixture', async () => {
    expect(await whyUnusable(answering(401), project!)).toContain('not loaded');
  });

  it('does not answer', async () => {
    const refused = () => Promise.reject(new Error('ECONNREFUSED'));
    expect(await whyUnusable(refused, project!)).toContain('ECONNREFUSED');
  });

  it('is not a server with wrong answers, which the cases report', async () => {
    expect(await whyUnusable(answering(200), project!)).toBeUndefined();
    expect(await whyUnusable(answering(500), project!)).toBeUndefined();
  });
});
