import { expect, test } from 'vitest'
import { signedInVisitor } from '#testing/program-sign-in.ts'
import { serverForTests } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const server = serverForTests()

test('every page of an empty instance explains how to set it up, without circular links', async () => {
  const visitor = new TestVisitor(server().url)
  for (const page of ['/signin', '/setup?token=wrong', '/signup']) {
    const { html } = await visitor.get(page)
    expect(html).toContain('This server has no account yet')
    expect(html).toContain('account create NAME')
    expect(html.slice(html.indexOf('<main'))).not.toContain('href="/signin"')
  }
  expect((await visitor.get('/')).html).toContain('No account exists yet.')
})

test('the start page of a signed-in person links to their pages, and to the administration for administrators', async () => {
  const { visitor: boss } = await signedInVisitor(server(), { isAdmin: true })
  const { account: ann, visitor } = await signedInVisitor(server())
  const { html, headers } = await visitor.get('/')
  expect(html).toContain('<h1>Home</h1>')
  await server().store.run(server().store.sql('accounts').where({ id: ann.id }).update({ display_name: 'Ann <b>' }))
  expect((await visitor.get('/')).html).toContain('<h1>Hello, Ann &lt;b&gt;</h1>')
  for (const path of ['/settings/links', '/settings/tokens', '/settings/security', '/docs']) {
    expect(html).toContain(`<a href="${path}">`)
  }
  const main = html.slice(html.indexOf('<main'))
  expect(main.match(/>Mail</g)).toHaveLength(1)
  const forEverybody = main.slice(main.indexOf('Public pages'), main.indexOf('For your programs'))
  for (const path of ['/hazards', '/markets', '/stream']) expect(forEverybody).toContain(`<a href="${path}">`)
  expect([html.includes('"/admin'), headers.get('cache-control'), headers.get('vary')]).toEqual([
    false,
    'no-store',
    expect.stringContaining('Cookie'),
  ])
  expect((await boss.get('/')).html).toContain('<a href="/admin/audit">')
})

test('all others get the start page of the server: strangers, ended sessions, programs', async () => {
  const ann = await server().account()
  const visitor = await new TestVisitor(server().url).signIn(ann.username)
  const isCommon = async (headers: Record<string, string>, from = visitor) =>
    (await from.get('/', headers)).html.includes('First steps')
  expect(await isCommon({}, new TestVisitor(server().url))).toBe(true)
  expect(await isCommon({ Authorization: `Bearer ${ann.token}` })).toBe(true)
  expect((await visitor.get('/', { Accept: 'application/json' })).headers.get('content-type')).toContain('json')
  await server().store.run(server().store.sql('sessions').where({ account_id: ann.id }).delete())
  expect(await isCommon({})).toBe(true)
})

test('public pages link signed-in people to their pages, and strangers to signing in', async () => {
  const visitors = {
    stranger: new TestVisitor(server().url),
    ann: (await signedInVisitor(server())).visitor,
    boss: (await signedInVisitor(server(), { isAdmin: true })).visitor,
    ended: (await signedInVisitor(server())).visitor,
  }
  await visitors.ended.submit('/settings', '/signout', {})
  for (const path of ['/docs', '/docs/notes', '/docs/errors', '/docs/try', '/prayer', '/no/such/page']) {
    const linksFor = async (visitor: TestVisitor) => {
      const { html, headers } = await visitor.get(path)
      expect(headers.get('vary')).toContain('Cookie')
      const navigation = html.slice(html.indexOf('<header>'), html.indexOf('</header>'))
      return ['/signin', '/settings', '/admin'].filter((to) => navigation.includes(`href="${to}"`))
    }
    const links = await Promise.all(Object.values(visitors).map(linksFor))
    expect(links, path).toEqual([['/signin'], ['/settings'], ['/settings', '/admin'], ['/signin']])
  }
})
