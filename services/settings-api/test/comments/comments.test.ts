import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { acmeToken, organisations, settingsToken } from '../organisations.ts';
import { bearer, callsAs, getProblemPaths, getStatuses } from '../people.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
type Calls = ReturnType<typeof callsAs>;
const as = {} as Record<'viewer' | 'member' | 'admin' | 'foreigner', Calls>;
let thread: string;
beforeAll(async () => {
  as.viewer = callsAs(app, await signIn(app, 'viewer@acme.example'));
  as.member = callsAs(app, await signIn(app, 'member@acme.example'));
  as.admin = callsAs(app, await signIn(app, 'admin@acme.example'));
  as.foreigner = callsAs(app, await signIn(app, 'owner@globex.example'));
});
beforeEach(async () => {
  await app.pool.query('DELETE FROM comment');
  await as.admin.patch('/organisations/acme', { name: `Acme ${Math.random()}` }).expect(200);
  thread = `/organisations/acme/audit-log/${await newestRecord()}/comments`;
});

async function newestRecord(): Promise<string> {
  const { body } = await as.admin.get('/organisations/acme/audit-log?limit=1').expect(200);
  return (body.items as [{ id: string }])[0].id;
}

interface Comment {
  readonly id: string;
  readonly author: string;
  readonly text: string;
  readonly edited_at: string | null;
}

async function say(text: string, who: Calls = as.viewer): Promise<Comment> {
  const { body } = await who.post(thread, { text }).expect(201);
  return body as Comment;
}

const read = async (query = '') =>
  (await as.member.get(`${thread}${query}`).expect(200)).body as {
    items: Comment[];
    next_cursor: string | null;
  };

describe('the thread of an audit record', () => {
  it('is empty at first, and has what people say of the record, the oldest first', async () => {
    expect(await read()).toEqual({ items: [], next_cursor: null });
    const first = await say('Why?', as.admin);
    const second = await say('Because <b>everybody</b>\nasked.', as.viewer);
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      author: 'admin@acme.example',
      text: 'Why?',
      created_at: expect.stringMatching(/Z$/),
      edited_at: null,
    });
    expect(await read()).toEqual({ items: [first, second], next_cursor: null });
  });

  it('is counted by the audit log', async () => {
    const log = '/organisations/acme/audit-log';
    await say('Why?');
    await say('Because.', as.admin);
    const id = await newestRecord();
    expect((await as.viewer.get(`${log}?limit=1`).expect(200)).body.items).toMatchObject([
      { id, comments: 2 },
    ]);
    expect((await as.viewer.get(`${log}/${id}`).expect(200)).body).toMatchObject({ id, comments: 2 });
  });

  it('is read page by page, also where its comments are large', async () => {
    const text = '🎌'.repeat(10_000);
    for (let number = 0; number < 5; number += 1) await say(`${number}${text.slice(2)}`);
    const one = await read('?limit=2');
    const two = await read(`?limit=200&cursor=${one.next_cursor}`);
    expect([...one.items, ...two.items].map((each) => each.text[0])).toEqual(['0', '1', '2', '3', '4']);
    expect(two.next_cursor).toBeNull();
  });

  it.each([
    ['no text', {}, 'text'],
    ['an empty text', { text: '' }, 'text'],
    ['10,001 characters', { text: 'x'.repeat(10_001) }, 'text'],
    ['U+0000', { text: 'a\0b' }, 'text'],
    ['another member', { text: 'a', author: 'admin@acme.example' }, 'author'],
  ])('refuses %s', async (_, body, path) => {
    expect(getProblemPaths(await as.viewer.post(thread, body).expect(400))).toEqual([path]);
    expect((await read()).items).toEqual([]);
  });

  it('has at most 1,000 comments, however many people write at once', async () => {
    await app.pool.query(
      `INSERT INTO comment (id, organisation_id, audit_record_id, author, text)
       SELECT gen_random_uuid(), organisation_id, id, 'ada@acme.example', 'Hm'
       FROM audit_record, generate_series(1, 998) WHERE id = $1`,
      [thread.split('/').at(-2)],
    );
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => as.viewer.post(thread, { text: 'Me too' })),
    );
    expect(getStatuses(answers)).toEqual([201, 201, 409, 409]);
    const { body } = await as.viewer.post(thread, { text: 'Me too' }).expect(409);
    expect(body).toEqual({ error: 'An audit record can have at most 1000 comments.', code: 'limit_reached' });
  });

  it('leaves no audit record and no change_id', async () => {
    const record = await newestRecord();
    const answer = await as.viewer.post(thread, { text: 'Why?' }).expect(201);
    expect(answer.headers).not.toHaveProperty('change-id');
    expect(await newestRecord()).toBe(record);
  });

  it('is removed with its record', async () => {
    await say('Why?');
    const count = async () => (await app.pool.query('SELECT FROM comment')).rowCount;
    expect(await count()).toBe(1);
    await app.pool.query('DELETE FROM audit_record WHERE id = $1', [thread.split('/').at(-2)]);
    expect(await count()).toBe(0);
    await as.viewer.get(thread).expect(404);
  });
});

describe('what one person may leave in an organisation', () => {
  /** Inserts comments of the viewer on an older record. */
  const leave = (count: number, text: string) =>
    app.pool.query(
      `INSERT INTO comment (id, organisation_id, audit_record_id, author, text)
       SELECT gen_random_uuid(), organisation_id, id, 'viewer@acme.example', $2
       FROM audit_record, generate_series(1, $3::int) WHERE id = $1`,
      [thread.split('/').at(-2), text, count],
    );
  const nextRecord = async () => {
    await as.admin.patch('/organisations/acme', { name: `Acme ${Math.random()}` }).expect(200);
    thread = `/organisations/acme/audit-log/${await newestRecord()}/comments`;
  };
  const refused = (bound: string) => ({
    error: `${bound} Delete some first.`,
    code: 'limit_reached',
  });
  const tooMany = refused('You have reached your limit of 5000 comments in this organisation.');
  const tooLarge = refused('Your comments in this organisation have reached their limit of 5 MiB.');

  it('is 5,000 comments, on however many records, also when written at once; a deleted one makes room', async () => {
    await leave(4_998, 'Hm');
    const threads: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      await nextRecord();
      threads.push(thread);
    }
    const answers = await Promise.all(threads.map((path) => as.viewer.post(path, { text: 'Me too' })));
    expect(getStatuses(answers)).toEqual([201, 201, 409, 409]);
    expect((await as.viewer.post(thread, { text: 'Me too' }).expect(409)).body).toEqual(tooMany);
    await say('I may.', as.admin);
    const written = answers.findIndex(({ status }) => status === 201);
    const { id } = answers[written]!.body as Comment;
    await as.viewer.patch(`${threads[written]}/${id}`, { text: 'A longer text' }).expect(200);
    await as.viewer.delete(`${threads[written]}/${id}`).expect(204);
    await say('Me too');
  });

  it('is 5 MiB of text in UTF-8, and no edit passes it', async () => {
    const { id } = await say('x');
    await leave(131, '🎌'.repeat(10_000));
    await nextRecord();
    const rest = 5 * 1024 * 1024 - 131 * 40_000 - 1;
    expect((await as.viewer.post(thread, { text: 'x'.repeat(rest + 1) }).expect(409)).body).toEqual(tooLarge);
    await say('x'.repeat(rest));
    expect((await as.viewer.post(thread, { text: 'x' }).expect(409)).body).toEqual(tooLarge);
    const { rows } = await app.pool.query<{ record: string }>(
      'SELECT audit_record_id AS record FROM comment WHERE id = $1',
      [id],
    );
    const path = `/organisations/acme/audit-log/${rows[0]!.record}/comments/${id}`;
    expect((await as.viewer.patch(path, { text: 'xy' }).expect(409)).body).toEqual(tooLarge);
    await as.viewer.patch(path, { text: 'y' }).expect(200);
  });

  it('stays where an earlier release let people leave more, and may be made shorter', async () => {
    await leave(140, '🎌'.repeat(10_000));
    const { id } = (await read('?limit=1')).items[0]!;
    await as.viewer.patch(`${thread}/${id}`, { text: 'Shorter' }).expect(200);
    expect((await as.viewer.patch(`${thread}/${id}`, { text: 'Longer again' }).expect(409)).body).toEqual(
      tooLarge,
    );
  });
});

describe('one’s own comment', () => {
  it('may be edited, and is shown as edited', async () => {
    const { id } = await say('Wy?');
    const { body } = await as.viewer.patch(`${thread}/${id}`, { text: 'Why?' }).expect(200);
    expect(body).toMatchObject({ id, text: 'Why?', edited_at: expect.stringMatching(/Z$/) });
    expect((await read()).items).toEqual([body]);
  });

  it('with the same text again is not edited', async () => {
    const comment = await say('Why?');
    const { body } = await as.viewer.patch(`${thread}/${comment.id}`, { text: 'Why?' }).expect(200);
    expect(body).toEqual(comment);
  });

  it('may be deleted', async () => {
    const { id } = await say('Why?');
    await as.viewer.delete(`${thread}/${id}`).expect(204);
    expect((await read()).items).toEqual([]);
    await as.viewer.delete(`${thread}/${id}`).expect(404);
    await as.viewer.patch(`${thread}/${id}`, { text: 'x' }).expect(404);
  });

  it('is compared with If-Match', async () => {
    const answer = await as.viewer.post(thread, { text: 'Why?' }).expect(201);
    const path = `${thread}/${answer.body.id as string}`;
    const edited = await as.viewer
      .patch(path, { text: 'Why so?' })
      .set('If-Match', answer.headers['etag'] as string)
      .expect(200);
    await as.viewer
      .patch(path, { text: 'x' })
      .set('If-Match', answer.headers['etag'] as string)
      .expect(412);
    await as.viewer
      .delete(path)
      .set('If-Match', answer.headers['etag'] as string)
      .expect(412);
    await as.viewer
      .delete(path)
      .set('If-Match', edited.headers['etag'] as string)
      .expect(204);
  });
});

describe('the comment of another', () => {
  it('may be neither edited nor deleted, not even by an admin', async () => {
    const comment = await say('Why?');
    const refused = { error: 'Only the author can change a comment.', code: 'not_author' };
    const path = `${thread}/${comment.id}`;
    expect((await as.admin.patch(path, { text: 'x' }).expect(403)).body).toEqual(refused);
    expect((await as.admin.delete(path).expect(403)).body).toEqual(refused);
    expect((await read()).items).toEqual([comment]);
  });

  it('stays when its author has left', async () => {
    const comment = await say('Why?', as.member);
    await as.admin.delete('/organisations/acme/members/member@acme.example').expect(204);
    const { body } = await as.viewer.get(thread).expect(200);
    expect(body.items).toEqual([comment]);
    await as.member.patch(`${thread}/${comment.id}`, { text: 'x' }).expect(404);
  });
});

describe('others', () => {
  it.each([acmeToken, settingsToken])('organisation tokens read, and do not comment', async (token) => {
    const comment = await say('Why?');
    const calls = callsAs(app, bearer(token));
    expect((await calls.get(thread).expect(200)).body.items).toEqual([comment]);
    for (const answer of [
      await calls.post(thread, { text: 'x' }),
      await calls.patch(`${thread}/${comment.id}`, { text: 'x' }),
      await calls.delete(`${thread}/${comment.id}`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'session_required']);
    }
  });

  it('see nothing of another organisation, under its name or under their own', async () => {
    const { id } = await say('Why?');
    await as.foreigner.get(thread).expect(404);
    const own = thread.replace('/acme/', '/globex/');
    await as.foreigner.get(own).expect(404);
    await as.foreigner.post(own, { text: 'x' }).expect(404);
    await as.foreigner.patch(`${own}/${id}`, { text: 'x' }).expect(404);
    await as.foreigner.delete(`${own}/${id}`).expect(404);
  });

  it.each(['nothing', '00000000-0000-7000-8000-000000000000'])(
    'find no record %s, and no comment of that id',
    async (id) => {
      await as.viewer.get(`/organisations/acme/audit-log/${id}/comments`).expect(404);
      await as.viewer.post(`/organisations/acme/audit-log/${id}/comments`, { text: 'x' }).expect(404);
      await as.viewer.patch(`${thread}/${id}`, { text: 'x' }).expect(404);
      await as.viewer.delete(`${thread}/${id}`).expect(404);
    },
  );
});
