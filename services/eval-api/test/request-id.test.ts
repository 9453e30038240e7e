import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keys, organisations } from './organisations.ts';
import { evaluateVariable } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ document: organisations });
});
afterAll(() => app.stop());

describe('the request id', () => {
  it('is returned with an evaluation that came with one, and is in its log line', async () => {
    const { headers } = await evaluateVariable(app.server, 'untargeted').set(
      'X-Request-Id',
      'from-the-proxy',
    );
    expect(headers['x-request-id']).toBe('from-the-proxy');
    expect(app.lines.filter(({ requestId }) => requestId === 'from-the-proxy')).toHaveLength(1);
  });

  it.each([
    ['none', undefined],
    ['one that is not sane', '<script>'],
  ])('is not made up for an evaluation that came with %s', async (_, given) => {
    const sending = evaluateVariable(app.server, 'untargeted');
    if (given !== undefined) sending.set('X-Request-Id', given);
    expect((await sending).headers['x-request-id']).toBeUndefined();
  });

  it('is generated for an error, and is the one in the log', async () => {
    const { status, headers } = await evaluateVariable(app.server, 'untargeted', {}, 'nobody-has-this-key');
    expect(status).toBe(401);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(app.lines.some(({ requestId }) => requestId === headers['x-request-id'])).toBe(true);
  });

  it('is in the log line of a request, beside only its route and its outcome', async () => {
    await evaluateVariable(app.server, 'untargeted', {
      user: { id: 'user-of-the-log', email: 'log@acme.example' },
    });
    const lines = app.lines.filter(({ msg }) => msg === 'request');
    for (const line of lines) {
      expect(Object.keys(line).toSorted()).toEqual([
        'durationMs',
        'level',
        'method',
        'msg',
        'requestId',
        'route',
        'service',
        'status',
        'time',
      ]);
    }
    expect(JSON.stringify(app.lines)).not.toMatch(/user-of-the-log|log@acme/);
    expect(JSON.stringify(app.lines)).not.toContain(keys.production);
  });
});
