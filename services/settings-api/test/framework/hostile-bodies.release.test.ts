import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import fc from 'fast-check';
import { bodies, checkout, json, raw, web } from './hostile-shapes.ts';
import { withEvaluator } from '../evaluator.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ document: organisations });
  await send('POST', `${web}/features`, '{"slug": "bare"}');
});
afterAll(() => app.stop());

const key = '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f';

async function send(method: string, path: string, text?: string) {
  const headers = { Authorization: `Bearer ${acmeToken}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${app.port}/settings/v1${path}`, {
    method,
    headers,
    body: text ?? null,
  });
  return { status: answer.status, text: await answer.text() };
}

function toText(body: unknown): string {
  const text = JSON.stringify(body);
  return Object.entries(raw).reduce(
    (all, [name, written]) => all.replaceAll(JSON.stringify(name), written),
    text,
  );
}

describe('whatever the path', () => {
  it('the answer is only that nothing was found', async () => {
    const names = [
      '%00',
      'web%00',
      '%F0%9F%98%80',
      '..%2F..',
      '__proto__',
      'constructor',
      'a'.repeat(9_000),
      '%20',
      '%',
    ];
    const paths = names.flatMap((name) => [
      `/organisations/${name}/projects`,
      `/organisations/acme/projects/${name}`,
      `${web}/environments/${name}`,
      `${web}/environments/staging/api-keys/${name}`,
      `${web}/segments/${name}`,
      `${web}/features/${name}`,
      `${checkout}/variables/${name}`,
      `${checkout}/variations/${name}`,
    ]);
    const statuses = new Set<number>();
    for (const path of paths) {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        statuses.add((await send(method, path, method === 'PATCH' ? '{}' : undefined)).status);
      }
    }
    // 400: a percent sign that begins nothing; 405: no such method there.
    expect([400, 404, 405]).toEqual(expect.arrayContaining([...statuses]));
  });
});

describe('a byte order mark in front of a body', () => {
  it('is ignored, also of imports in both languages', async () => {
    expect((await send('POST', `${web}/features`, '\uFEFF{"slug": "marked"}')).status).toBe(201);
    expect((await send('PATCH', `${web}/features/marked`, '\uFEFF{"name": "Marked"}')).status).toBe(200);
    expect((await send('PATCH', `${web}/features/marked`, '\uFEFF\uFEFF{}')).status).toBe(400);
    const rounded = await send('PATCH', `${web}/features/marked`, '\uFEFF{"name": 9007199254740993}');
    expect(rounded).toMatchObject({ status: 400, text: expect.stringContaining('"name"') });
    const imported = await send('POST', `${web}/import?dry_run=true`, '\uFEFF{"features": [{"slug": "f"}]}');
    expect(imported.status).toBe(200);
    expect((await send('DELETE', `${web}/features/marked`)).status).toBe(204);
  });
});

describe('whatever the body', () => {
  const succeeded = new Map<string, number>();

  for (const [method, path, body] of bodies) {
    it(`${method} ${path} accepts it, or lists its problems`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof({ weight: 8, arbitrary: body }, { weight: 1, arbitrary: json }),
          async (any) => {
            const sent = toText(any);
            const answer = await send(method, path, sent);
            if (answer.status < 300) {
              succeeded.set(`${method} ${path}`, (succeeded.get(`${method} ${path}`) ?? 0) + 1);
              return;
            }
            // 404 is possible, because an earlier PATCH has renamed it.
            expect([400, 404, 409]).toContain(answer.status);
            const { error, code, details } = JSON.parse(answer.text) as Record<string, unknown>;
            expect(typeof error).toBe('string');
            if (code !== 'invalid') return;
            expect((details as unknown[]).length).toBeGreaterThan(0);
            for (const detail of details as object[]) {
              expect(detail).toEqual({
                path: expect.any(String),
                message: expect.any(String),
                code: expect.stringMatching(/^[a-z_]+$/),
              });
            }
          },
        ),
        { numRuns: 60 },
      );
    });
  }

  it('one that is too large is not read to its end', async () => {
    const body = `{"slug": "large", "name": "${'a'.repeat(1024 * 1024)}"}`;
    expect((await send('POST', `${web}/features`, body)).status).toBe(413);
  });

  it('what was stored meanwhile can be evaluated for every user', async () => {
    expect([...succeeded.keys()]).toEqual(bodies.map(([method, path]) => `${method} ${path}`));
    // Every segment in a rule of its own, so that its conditions are evaluated.
    const { rows: segments } = await app.pool.query<{ slug: string; name: string; any_of: unknown }>(
      `SELECT segment.slug, segment.name, any_of FROM segment JOIN project ON project.id = project_id WHERE project.slug = 'web'`,
    );
    const rules = segments.map(({ slug: segment }) => ({
      any_of: [{ all_of: [{ property: 'segment', operator: 'in_segment', values: [segment] }] }],
      serve: { variation: 'yes' },
    }));
    const feature = {
      slug: 'last',
      variables: [{ slug: 'last-variable', type: 'boolean' }],
      variations: [{ slug: 'yes', values: { 'last-variable': true } }],
      environments: { production: { targeting: { rules } } },
    };
    const project = { slug: 'web', environments: [{ slug: 'production' }], segments, features: [feature] };
    await applyDocument({ pool: app.pool }, { organisations: [{ slug: 'acme', projects: [project] }] });

    await withEvaluator(app, async (evaluator) => {
      const { rows: variables } = await app.pool.query<{ slug: string }>(
        'SELECT slug FROM variable WHERE deleted_at IS NULL',
      );
      const users = [
        {},
        { id: 'u', email: 'a@b.example', country: 'CA', app_version: '1.2.3', ip_address: '10.1.2.3' },
        { audience: ['a'], custom_data: { x: 'a', constructor: 1 } },
        { custom_data: JSON.parse('{"__proto__": {"x": 1}, "x": ["a"]}') as object },
      ];
      expect(variables.length).toBeGreaterThan(2);
      for (const { slug: asked } of variables) {
        for (const user of users) {
          const { reason } = await evaluator.evaluate(key, asked, user);
          expect(typeof reason).toBe('string');
        }
      }
    });
  });
});
