import { expect, test } from 'vitest'
import { serverForTests } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const server = serverForTests({ settings: { QUOTA_MIB: '64' } })

async function signedIn() {
  const account = await server().account()
  return { account, visitor: await new TestVisitor(server().url).signIn(account.username) }
}

async function upload(visitor: TestVisitor, name: string, content: string | Uint8Array, token?: string) {
  const { html } = await visitor.get('/settings/files')
  const form = new FormData()
  form.set('csrf_token', token ?? (/csrf-token" content="([\w-]+)"/.exec(html)?.[1] as string))
  form.set('file', new Blob([content as string]), name)
  return visitor.raw('/settings/files', { method: 'POST', body: form, headers: { Accept: 'text/html' } })
}

test('a file of a form is stored, shared, made private and deleted', async () => {
  const { account, visitor } = await signedIn()
  const done = await upload(visitor, 'plan <b>.csv', 'tree,kg\n')
  expect([done.status, done.headers.get('location')]).toEqual([303, '/settings/files?done=stored'])
  const { items } = await account.ok('files.list', {})
  expect(items).toMatchObject([{ name: 'plan <b>.csv', size_bytes: 8, type: 'text/csv', public: false }])
  const id = items[0]?.id as string
  const listed = await visitor.get('/settings/files')
  expect(listed.html).toContain('plan &lt;b&gt;.csv')
  const shared = await visitor.submit('/settings/files', `/settings/files/${id}/share`, { public: 'true' })
  expect(shared.location).toBe('/settings/files?done=public')
  expect((await account.ok('files.get', { id })).public).toBe(true)
  await visitor.submit('/settings/files', `/settings/files/${id}/share`, { public: 'false' })
  expect((await account.ok('files.get', { id })).public).toBe(false)
  const deleted = await visitor.submit(`/settings/files/${id}/delete`, `/settings/files/${id}/delete`)
  expect(deleted.location).toBe('/settings/files?done=deleted')
  expect((await account.ok('files.list', {})).items).toEqual([])
})

test('a form with a wrong token, without a file, or with one too large stores nothing', async () => {
  const { account, visitor } = await signedIn()
  const before = await account.ok('files.list', {})
  expect((await upload(visitor, 'a.txt', 'x', 'wrong')).status).toBe(403)
  expect((await upload(visitor, '', '')).status).toBe(400)
  const over = await upload(visitor, 'a.bin', new Uint8Array(10 * 1024 * 1024 + 1))
  expect([over.status, await over.text()]).toEqual([400, expect.stringContaining('must be at most 10 MiB')])
  expect(await account.ok('files.list', {})).toEqual(before)
})

test("another account's file looks the same as a missing one", async () => {
  const [ann, ben] = [await signedIn(), await signedIn()]
  const { id } = await ann.account.ok('files.put', { name: 'a', content: 'x' })
  const hidden = await ben.visitor.get(`/settings/files/${id}/delete`)
  const missing = await ben.visitor.get('/settings/files/file_none/delete')
  expect([hidden.status, missing.status]).toEqual([404, 404])
})
