import { expect, test } from 'vitest'
import { signedInVisitor } from '#testing/program-sign-in.ts'
import { serverForTests } from '#testing/server.ts'

const server = serverForTests()

test('an administrator sees failed jobs, retries one and deletes another; nobody else does', async () => {
  const { store } = server()
  const { visitor } = await signedInVisitor(server(), { isAdmin: true })
  const { account: ben, visitor: other } = await signedInVisitor(server())
  const row = { kind: 'tests.gone', lane: 'x', owner: ben.id, payload: '{}', state: 'dead', error: 'no <luck>' }
  const times = { run_at: 1, attempt: 3, max_attempts: 3, created_at: 1, finished_at: 1 }
  await store.run(store.sql('jobs').insert(['job_a', 'job_b'].map((id) => ({ id, ...row, ...times }))))
  const { html } = await visitor.get('/admin/jobs')
  for (const text of ['job_a', 'job_b', 'no &lt;luck&gt;', ben.username, 'failed']) expect(html).toContain(text)
  const states = async () =>
    store.all(store.sql('jobs').select('id', 'state').where({ kind: 'tests.gone' }).orderBy('id'))
  expect((await other.get('/admin/jobs')).status).not.toBe(200)
  expect((await visitor.submit('/admin/jobs', '/admin/jobs/retry', { job: 'job_a' })).status).toBe(303)
  expect((await visitor.submit('/admin/jobs', '/admin/jobs/discard', { job: 'job_b' })).status).toBe(303)
  expect(await states()).toEqual([{ id: 'job_a', state: 'ready' }])
})
