import { beforeAll, describe, expect, it } from '@jest/globals';
import { createCalls } from '../client.ts';
import { organisations } from '../organisations.ts';
import { callsAs } from '../people.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const mebibyte = 1024 * 1024;

/** Returns about 150 KB that cannot be compressed. */
function conditions(seed: number): object {
  let state = seed + 1;
  const word = () => {
    let text = '';
    while (text.length < 50) {
      state = (state * 48_271) % 2_147_483_647;
      text += state.toString(36);
    }
    return text;
  };
  const values = Array.from({ length: 2_800 }, word);
  return { all_of: [{ property: 'email', operator: 'is', values }] };
}

interface List {
  readonly items: readonly Record<string, unknown>[];
  readonly pages: number;
}

/** Reads a whole list, and expects that no page is too long. */
async function readAll(path: string): Promise<List> {
  const viewer = callsAs(app, await signIn(app, 'viewer@acme.example'));
  const items: Record<string, unknown>[] = [];
  let pages = 0;
  let cursor = '';
  do {
    const { body, text } = await viewer.get(`${path}?limit=200${cursor}`).expect(200);
    expect(Buffer.byteLength(text)).toBeLessThan(1.1 * mebibyte);
    items.push(...(body.items as Record<string, unknown>[]));
    pages += 1;
    cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
  } while (cursor !== '');
  return { items, pages };
}

const slugs = Array.from({ length: 12 }, (_, index) => `large-${String(index).padStart(2, '0')}`);

beforeAll(async () => {
  const acme = createCalls(app);
  for (const [index, slug] of slugs.entries()) {
    const made = await acme.post('/segments', { slug, any_of: [conditions(index)] });
    expect(made.status).toBe(201);
  }
});

describe('a list of large things', () => {
  it('comes in pages of a mebibyte, and nothing is skipped or repeated', async () => {
    const { items, pages } = await readAll('/organisations/acme/projects/web/segments');
    expect(items.map(({ slug }) => slug)).toEqual(['canada', ...slugs]);
    expect(items.at(-1)).toMatchObject({ any_of: [conditions(11)] });
    expect(pages).toBe(2);
  });

  it('has one that is larger than a page on a page of its own', async () => {
    // As an older release stored it; this release refuses objects of this size.
    const anyOf = JSON.stringify(Array.from({ length: 9 }, (_, index) => conditions(index)));
    await app.pool.query(`UPDATE segment SET any_of = $1 WHERE slug = $2`, [anyOf, slugs[5]]);
    const viewer = callsAs(app, await signIn(app, 'viewer@acme.example'));
    const seen: string[] = [];
    let cursor = '';
    do {
      const path = `/organisations/acme/projects/web/segments?limit=200${cursor}`;
      const { body } = await viewer.get(path).expect(200);
      const page = (body.items as { slug: string }[]).map(({ slug }) => slug);
      if (page.includes(slugs[5]!)) expect(page).toEqual([slugs[5]]);
      seen.push(...page);
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    } while (cursor !== '');
    expect(seen).toEqual(['canada', ...slugs]);
  });

  it('of the audit log leaves out large states and says so; the record itself has them', async () => {
    const { items } = await readAll('/organisations/acme/audit-log');
    const large = items.filter(({ is_shortened: isShortened }) => isShortened);
    expect(large.map(({ subject }) => String(subject)).toSorted()).toEqual(
      slugs.map((slug) => `web/${slug}`),
    );
    for (const item of large) {
      expect(item).toMatchObject({ action: 'segment.created', before: null, after: null, changes: [] });
    }
    const viewer = callsAs(app, await signIn(app, 'viewer@acme.example'));
    const { body } = await viewer.get(`/organisations/acme/audit-log/${String(large[0]!['id'])}`).expect(200);
    expect(body).toMatchObject({
      is_shortened: false,
      before: null,
      after: { any_of: [conditions(11)] },
      changes: [expect.any(String)],
    });
  });

  it('has no records of other organisations, and 404 for unknown ones', async () => {
    const { items } = await readAll('/organisations/acme/audit-log');
    const globex = callsAs(app, await signIn(app, 'owner@globex.example'));
    await globex.get(`/organisations/globex/audit-log/${String(items[0]!['id'])}`).expect(404);
    const viewer = callsAs(app, await signIn(app, 'viewer@acme.example'));
    await viewer.get('/organisations/acme/audit-log/none').expect(404);
  });
});
