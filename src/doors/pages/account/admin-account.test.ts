import { expect, test } from 'vitest'
import { createAdministered } from '#runtime/accounts/administered.ts'
import { signedInVisitor } from '#testing/program-sign-in.ts'
import { forEachServer, type TestCaller } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const password = 'correct horse battery'
const newPassword = 'another horse battery'

forEachServer((server) => {
  /** An administrator in a browser, and an account with a token and a signed-in browser. */
  async function people() {
    const { account: boss, visitor: admin } = await signedInVisitor(server(), { isAdmin: true })
    const { account: ann, visitor: browser } = await signedInVisitor(server())
    const page = `/admin/account?username=${ann.username}`
    const act = (action: string, username = ann.username) =>
      admin.submit(page, `/admin/account/${action}`, { username })
    return { boss, ann, admin, browser, page, act }
  }

  const mayRead = async (caller: TestCaller) => (await caller.call('notes.list', {})).status

  async function signInStatus(username: string, typed = password): Promise<[number, string]> {
    const { status, html } = await new TestVisitor(server().url).submit('/signin', '/signin', {
      username,
      password: typed,
    })
    return [status, html]
  }

  test('a disabled account is signed out, its tokens and sign-ins are rejected, and enabling restores everything', async () => {
    const { ann, admin, browser, page, act } = await people()
    expect([await mayRead(ann), (await browser.get('/settings')).status]).toEqual([200, 200])
    expect((await act('disabled')).location).toBe(`${page}&done=disabled`)
    expect((await admin.get(page)).html).toContain('<dt>Disabled</dt>')
    const refused = await ann.fails('notes.list', {})
    expect([refused.status, refused.body.code]).toEqual([401, 'unauthenticated'])
    expect(refused.body.error).toContain('This account is disabled')
    expect((await browser.get('/settings')).status).toBe(303)
    const [status, html] = await signInStatus(ann.username)
    expect([status, html.includes('This account is disabled')]).toEqual([403, true])
    expect((await signInStatus(ann.username, 'wrong password'))[1]).not.toContain('is disabled')
    await act('enabled')
    expect([await mayRead(ann), (await signInStatus(ann.username))[0]]).toEqual([200, 303])
    expect((await browser.get('/settings')).status).toBe(303)
  })

  test('a promoted account administers, a demoted one does not', async () => {
    const { ann, browser, act } = await people()
    expect((await browser.get('/admin')).status).toBe(403)
    await act('promoted')
    expect((await browser.get('/admin')).status).toBe(200)
    await act('demoted')
    expect((await browser.get('/admin')).status).toBe(403)
    expect(await mayRead(ann)).toBe(200)
  })

  test('a reset link sets a new password once, ends other sessions, and signs in', async () => {
    const { ann, browser, act } = await people()
    const linkIn = (html: string) => /\/reset\?token=([\w-]{43})/.exec(html)?.[1] as string
    const older = linkIn((await act('reset')).html)
    const token = linkIn((await act('reset')).html)
    const visitor = new TestVisitor(server().url)
    expect((await visitor.get(`/reset?token=${older}`)).status).toBe(400)
    const page = `/reset?token=${token}`
    expect((await visitor.get(page)).html).toContain(ann.username)
    const differing = { token, new_password: newPassword, repeated: 'something else' }
    expect((await visitor.submit(page, '/reset', differing)).status).toBe(400)
    const right = { token, new_password: newPassword, repeated: newPassword }
    expect((await visitor.submit(page, '/reset', right)).location).toBe('/settings')
    expect((await visitor.get('/settings')).status).toBe(200)
    expect((await browser.get('/settings')).status).toBe(303)
    expect([(await signInStatus(ann.username))[0], (await signInStatus(ann.username, newPassword))[0]]).toEqual([
      400, 303,
    ])
    const late = await new TestVisitor(server().url).get(page)
    expect([late.status, late.html.includes('This link cannot be used')]).toEqual([400, true])
    expect(await mayRead(ann)).toBe(200)
  })

  test('a reset link expires after a day, and its secret is not stored', async () => {
    const { ann } = await people()
    const { store, clock } = server()
    const administered = createAdministered({ store, clock })
    const secret = await administered.makeResetLink(ann.username)
    expect(JSON.stringify(await store.all(store.sql('reset_links')))).not.toContain(secret)
    clock.advance(24 * 3_600_000 - 1)
    expect(await administered.resetLinkOf(secret)).toBe(ann.username)
    clock.advance(1)
    expect(await administered.resetLinkOf(secret)).toBeUndefined()
    await expect(administered.useResetLink(secret, newPassword)).rejects.toMatchObject({ code: 'failed_precondition' })
  })

  test('only administrators can use the page and its forms', async () => {
    const { ann, browser, page } = await people()
    expect((await browser.get(page)).status).toBe(403)
    const csrf_token = /csrf-token" content="([\w-]+)"/.exec((await browser.get('/settings')).html)?.[1] as string
    for (const action of ['disabled', 'enabled', 'promoted', 'demoted', 'quota', 'general', 'reset']) {
      const sent = await browser.post(`/admin/account/${action}`, { csrf_token, username: ann.username })
      expect(sent.status).toBe(403)
    }
    expect((await new TestVisitor(server().url).get(page)).status).toBe(303)
  })

  test('the quota of an account is set and removed, shown to both, and in the audit log', async () => {
    const { ann, admin, browser, page } = await people()
    const set = (quota: string) => admin.submit(page, '/admin/account/quota', { username: ann.username, quota })
    expect((await admin.get(page)).html).toMatch(/ of 1 GiB\.<\/p>/)
    for (const wrong of ['', '0', '-1', '1.5', '1e3', '104857601', 'much']) {
      const refused = await set(wrong)
      expect([refused.status, refused.html.includes('a whole number of MiB from 1 to')]).toEqual([400, true])
    }
    expect((await browser.get('/settings/data')).html).not.toContain('has set this quota')
    expect((await set('3')).location).toBe(`${page}&done=quota`)
    expect((await admin.get(page)).html).toMatch(/ of 3 MiB\.<\/p>/)
    expect((await admin.get('/admin')).html).toMatch(new RegExp(`>${ann.username}</a>.*?<td[^>]*>3</td>`, 's'))
    const { html } = await browser.get('/settings/data')
    expect([html.includes('of 3 MiB used'), html.includes('has set this quota')]).toEqual([true, true])
    expect((await ann.ok('files.list', {})).quota_bytes).toBe(3 * 1024 * 1024)
    const removed = await admin.submit(page, '/admin/account/general', { username: ann.username })
    expect(removed.location).toBe(`${page}&done=general`)
    expect((await ann.ok('files.list', {})).quota_bytes).toBe(1024 * 1024 * 1024)
    const { html: audit } = await admin.get(`/admin/audit?account=${ann.username}`)
    expect([audit.includes('3 MiB'), audit.includes('uota removed'), audit.includes('uota set')]).toEqual([
      true,
      true,
      true,
    ])
  })

  test('an administrator of a namespace cannot set quotas, not even in its namespace', async () => {
    const { ann, page } = await people()
    const { account, visitor } = await signedInVisitor(server())
    const { store } = server()
    const named = (id: string, is_admin: boolean) =>
      store.run(store.sql('accounts').where({ id }).update({ namespace: 'acme', is_admin }))
    await named(account.id, true)
    await named(ann.id, false)
    expect((await visitor.get(page)).status).toBe(403)
    const csrf_token = /csrf-token" content="([\w-]+)"/.exec((await visitor.get('/settings')).html)?.[1] as string
    const sent = await visitor.post('/admin/account/quota', { csrf_token, username: ann.username, quota: '1' })
    expect([sent.status, (await ann.ok('files.list', {})).quota_bytes]).toEqual([403, 1024 * 1024 * 1024])
  })

  test('an unknown account is an error that names it', async () => {
    const { admin } = await people()
    const seen = await admin.get('/admin/account?username=nobody_here')
    expect([seen.status, seen.html.includes('nobody_here')]).toEqual([400, true])
  })
})
