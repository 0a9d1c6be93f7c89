import { expect, test } from 'vitest'
import { serverForTests } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const server = serverForTests()

async function signedIn() {
  const account = await server().account()
  return { account, visitor: await new TestVisitor(server().url).signIn(account.username) }
}

test('a group is created, joined by invitation, handed over, left and closed using only forms', async () => {
  const [ann, ben] = [await signedIn(), await signedIn()]
  const created = await ann.visitor.submit('/settings/groups', '/settings/groups', { name: 'Obst & <b>Nüsse</b>' })
  expect(created).toMatchObject({ status: 303 })
  const page = created.location?.replace('?done=created', '') as string
  const id = page.split('/').at(-1) as string
  expect(id).toMatch(/^group_/)
  const change = (who: typeof ann, fields: Record<string, string>, from = page) =>
    who.visitor.submit(from, page, fields)
  const invited = await change(ann, { action: 'invite', account: ben.account.username })
  expect(invited.location).toBe(`${page}?done=invite`)
  expect((await ben.visitor.get('/settings/groups')).html).toContain('Obst &amp; &lt;b&gt;Nüsse&lt;/b&gt;')
  expect((await change(ben, { action: 'accept' }, '/settings/groups')).location).toBe(`${page}?done=accept`)
  const handover = `${page}/owner/${ben.account.username}`
  expect((await ann.visitor.get(handover)).html).toContain(`This makes ${ben.account.username} the owner`)
  await change(ann, { action: 'role', account: ben.account.username, value: 'owner' }, handover)
  expect((await ben.account.ok('groups.read', { id })).owner).toBe(ben.account.username)
  await change(ben, { action: 'role', account: ann.account.username, value: 'member' })
  const plain = (await ann.visitor.get(page)).html
  expect([plain.includes('Leave this group'), plain.includes('>Invite<'), plain.includes('Remove')]).toEqual([
    true,
    false,
    false,
  ])
  expect((await change(ann, { action: 'remove' })).location).toBe('/settings/groups?done=left')
  expect((await ben.visitor.get(`${page}/delete`)).html).toContain('This cannot be undone')
  expect((await change(ben, { action: 'delete' }, `${page}/delete`)).location).toBe('/settings/groups?done=delete')
  expect((await ben.account.ok('groups.list', {})).items).toEqual([])
})

test('the page shows why a form was rejected, with what was sent', async () => {
  const { account, visitor } = await signedIn()
  const unnamed = await visitor.submit('/settings/groups', '/settings/groups', { name: ' ' })
  expect([unnamed.status, unnamed.html.includes('Name must not be blank')]).toEqual([400, true])
  const { id } = await account.ok('groups.create', { name: 'Pears' })
  const page = `/settings/groups/${id}`
  const unknown = await visitor.submit(page, page, { action: 'invite', account: 'nobody_here' })
  expect([unknown.status, unknown.html.includes('No one on this server has the username')]).toEqual([400, true])
  expect(unknown.html).toContain('value="nobody_here"')
  const odd = await visitor.submit(page, page, { action: 'explode' })
  expect(odd.status).toBe(400)
})

test('a group of other people looks like an unknown one, to read and to change', async () => {
  const [ann, ben] = [await signedIn(), await signedIn()]
  const { id } = await ann.account.ok('groups.create', { name: 'Pears' })
  for (const path of ['', '/delete', `/owner/${ann.account.username}`]) {
    const [hidden, missing] = [
      await ben.visitor.get(`/settings/groups/${id}${path}`),
      await ben.visitor.get(`/settings/groups/group_none${path}`),
    ]
    expect([hidden.status, hidden.html]).toEqual([404, missing.html])
  }
  const { html } = await ben.visitor.get('/settings/groups')
  const token = /csrf-token" content="([\w-]+)"/.exec(html)?.[1] as string
  const post = (group: string) =>
    ben.visitor.post(`/settings/groups/${group}`, { csrf_token: token, action: 'rename', value: 'Mine' })
  const [hidden, missing] = [await post(id), await post('group_none')]
  expect([hidden.status, hidden.html]).toEqual([404, missing.html])
  expect((await ann.account.ok('groups.read', { id })).name).toBe('Pears')
})

test('a form without the token of its page changes nothing', async () => {
  const { account, visitor } = await signedIn()
  const { id } = await account.ok('groups.create', { name: 'Pears' })
  await visitor.get('/settings/groups')
  const forged = await visitor.post(`/settings/groups/${id}`, { csrf_token: 'wrong', action: 'delete' })
  expect(forged.status).toBe(403)
  expect((await account.ok('groups.list', {})).items).toHaveLength(1)
})
