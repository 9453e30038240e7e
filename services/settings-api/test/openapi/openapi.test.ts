import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createShapeCheck } from '@bunting/definitions/checks';
import { Validator } from '@seriousme/openapi-schema-validator';
import request from 'supertest';
import { allRoutes, prefix } from '../../src/app.ts';
import { evaluationEndpoints } from '../../src/openapi/evaluation-interface.ts';
import { openApiDocument } from '../../src/openapi/openapi-document.ts';
import { errorSchema } from '../../src/openapi/refusals.ts';
import { organisations } from '../organisations.ts';
import { startApp, type RunningApp } from '../running-app.ts';

const root = new URL('../../../../', import.meta.url);
const document = JSON.parse(JSON.stringify(openApiDocument(prefix, allRoutes))) as ReturnType<
  typeof openApiDocument
>;

interface VectorCase {
  readonly name: string;
  readonly request: { readonly method: string; readonly path: string };
  readonly response: { readonly status: number; readonly json?: unknown };
}

interface Operation {
  readonly parameters: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(
      structuredClone(document) as unknown as Record<string, unknown>,
    );
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect(validator.version).toBe('3.1');
  });

  it('in docs/openapi.json agrees with the schemas (npm run openapi writes it)', () => {
    const written = JSON.parse(readFileSync(new URL('docs/openapi.json', root), 'utf8')) as unknown;
    expect(written).toEqual(document);
  });

  it('has everything that is long and stands more than twice under a name', () => {
    const { components, paths } = document as unknown as Record<string, Record<string, unknown>>;
    const counts = new Map<string, number>();
    const count = (value: unknown) => {
      if (typeof value !== 'object' || value === null) return;
      const text = JSON.stringify(value);
      if (text.length > 300) counts.set(text, (counts.get(text) ?? 0) + 1);
      for (const each of Object.values(value)) count(each);
    };
    for (const operations of Object.values(paths!)) {
      for (const { parameters, requestBody, responses } of Object.values(
        operations as object,
      ) as Operation[]) {
        for (const part of [...parameters, requestBody, ...Object.values(responses)]) count(part);
      }
    }
    for (const named of Object.values(components!)) Object.values(named as object).forEach(count);
    expect([...counts].filter(([, times]) => times > 2).map(([text]) => text)).toEqual([]);
  });

  it('gives every operation a name of its own', () => {
    const names = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map((operation) => (operation as { operationId: string }).operationId),
    );
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  });

  describe('agrees with the vectors of the contract', () => {
    const cases = readdirSync(new URL('contract/http/', root))
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => {
        const text = readFileSync(new URL(`contract/http/${name}`, root), 'utf8');
        return (JSON.parse(text.replaceAll('"<version>"', '1')) as { cases: VectorCase[] }).cases;
      });

    it.each(
      evaluationEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
    )('%s', (_, endpoint) => {
      const pattern = new RegExp(`^${endpoint.path.replace('{key}', '[^/?]+')}(\\?.*)?$`);
      const answers = cases.filter(
        ({ request: { method, path }, response }) =>
          method === endpoint.method.toUpperCase() && pattern.test(path) && response.json !== undefined,
      );
      expect(answers.length).toBeGreaterThan(0);
      const isAnswer = createShapeCheck(endpoint.answer);
      const isError = createShapeCheck(endpoint.error ?? errorSchema);
      for (const { name, response } of answers) {
        const check = response.status === endpoint.status ? isAnswer : isError;
        expect({ name, problems: check.problems(response.json) }).toEqual({ name, problems: [] });
        if (response.status !== endpoint.status) expect(endpoint.refusals).toContain(response.status);
      }
    });
  });

  describe('is served', () => {
    let app: RunningApp;
    beforeAll(async () => {
      app = await startApp({ document: organisations });
    });
    afterAll(() => app.stop());

    it('as JSON', async () => {
      const answer = await request(app.server).get(`${prefix}/openapi.json`).expect(200);
      expect(answer.body).toEqual(document);
    });

    it('as a page that loads nothing from other sites', async () => {
      const page = await request(app.server).get(`${prefix}/docs`).expect(200).expect('Content-Type', /html/);
      const assets = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
      expect(assets).toHaveLength(3);
      for (const path of assets) {
        expect(path).not.toMatch(/^(https?:)?\/\//);
        await request(app.server).get(`${prefix}/${path}`).expect(200);
      }
      const policy = page.headers['content-security-policy'] as string;
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'$/);
      expect(policy).not.toContain('https:');
      expect(policy).not.toContain('unsafe-inline');
      // Under another name than localhost, and without TLS, the page would load nothing.
      expect(policy).not.toContain('upgrade-insecure-requests');
    });

    it.each([
      'package.json',
      'index.html',
      'oauth2-redirect.html',
      'swagger-ui-bundle.js.map',
      'swagger-ui.js',
    ])('without what the page does not load: %s', async (file) => {
      await request(app.server).get(`${prefix}/docs/${file}`).expect(404);
    });
  });
});
