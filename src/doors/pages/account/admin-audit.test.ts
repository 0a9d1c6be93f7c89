import { expect, test } from 'vitest'
import { signedInVisitor } from '#testing/program-sign-in.ts'
import { serverForTests } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const lines: string[] = []
const server = serverForTests({ onLogLine: (line) => void lines.push(line) })

async function people() {
  const { account: boss, visitor: admin } = await signedInVisitor(server(), { isAdmin: true })
  return { boss, ann: await server().account(), admin }
}

async function actsOf(username: string): Promise<string[]> {
  const { store } = server()
  const query = store.sql('audit_log').orderBy('id')
  query.where((either) => either.where({ actor: username }).orWhere({ subject: username }))
  const rows = await store.all<{ action: string; actor: string | null; address: string; detail: string | null }>(query)
  return rows.map(({ action, actor, address, detail }) => `${actor} ${action} ${address} ${detail ?? ''}`.trim())
}

test('what people do with their accounts is recorded with the address it came from, and no secret', async () => {
  const { ann } = await people()
  const password = 'correct horse battery'
  const visitor = new TestVisitor(server().url)
  await visitor.submit('/signin', '/signin', { username: ann.username, password: 'wrong horse battery' })
  await visitor.submit('/signin', '/signin', { username: 'hunter2hunter2', password: 'x' })
  await visitor.signIn(` ${ann.username.toUpperCase()} `)
  const made = await visitor.submit('/settings/tokens', '/settings/tokens', {
    name: 'cron',
    kind: 'services',
    service: 'notes',
    days: '7',
  })
  const secret = /od_\w+/.exec(made.html)?.[0] as string
  const passwords = { password: 'nonsense', new_password: 'a new long password', repeated: 'a new long password' }
  const page = '/settings/security'
  await visitor.submit(page, '/settings/security/password', passwords)
  await visitor.submit(page, '/settings/security/password', { ...passwords, password })
  await visitor.submit('/settings/data', '/settings/export')
  await visitor.submit('/settings', '/signout')
  await visitor.signIn(ann.username, 'a new long password')
  await visitor.submit('/settings/data', '/settings/delete', { password: 'a new long password' })
  const acts = await actsOf(ann.username)
  const name = ann.username
  expect(acts).toEqual([
    'null sign_in_failed 127.0.0.1 password',
    `${name} sign_in 127.0.0.1 password`,
    expect.stringMatching(new RegExp(`^${name} token_created 127.0.0.1 token_\\w+ notes$`)),
    `${name} password_refused 127.0.0.1 change`,
    `${name} password_changed 127.0.0.1`,
    `${name} data_exported 127.0.0.1`,
    `${name} sign_out 127.0.0.1`,
    `${name} sign_in 127.0.0.1 password`,
    `${name} account_deleted 127.0.0.1`,
  ])
  const all = JSON.stringify(await server().store.all(server().store.sql('audit_log')))
  for (const each of [secret, 'hunter2', password, 'wrong horse', 'nonsense']) expect(all).not.toContain(each)
  const audited = lines.filter((line) => line.includes('"msg":"audit"')).map((line) => JSON.parse(line))
  expect(audited.filter(({ action }) => action === 'sign_in_failed')).toMatchObject([
    { level: 'warn', address: '127.0.0.1', subject: ann.username },
    { level: 'warn', address: '127.0.0.1' },
  ])
})

test('what administrators do is recorded, shown to them page by page, and to nobody else', async () => {
  const { boss, ann, admin } = await people()
  const page = `/admin/account?username=${ann.username}`
  await admin.submit(page, '/admin/account/disabled', { username: ann.username })
  await admin.submit(page, '/admin/account/enabled', { username: ann.username })
  await admin.submit(page, '/admin/account/reset', { username: ann.username })
  await admin.submit('/admin', '/admin/credits', { username: ann.username, amount: '5' })
  await admin.submit('/admin', '/admin/invites', { note: 'Zoë' })
  expect(await actsOf(boss.username)).toEqual([
    `${boss.username} sign_in 127.0.0.1 password`,
    `${boss.username} account_disabled 127.0.0.1`,
    `${boss.username} account_enabled 127.0.0.1`,
    `${boss.username} reset_link_made 127.0.0.1`,
    `${boss.username} credits_given 127.0.0.1 5`,
    expect.stringMatching(/invitation_made 127\.0\.0\.1 invite_\w+ Zoë$/),
  ])
  const { html } = await admin.get(`/admin/audit?account=${boss.username}`)
  for (const text of ['account disabled', 'reset link made', boss.username, ann.username, '127.0.0.1']) {
    expect(html).toContain(text)
  }
  expect((await admin.get(`/admin/audit?account=${boss.username}&action=sign_in`)).html).not.toContain(
    '"What">account disabled<',
  )
  const row = { at: 1, action: 'sign_out', actor: 'many', via: 'page' }
  await server().store.run(
    server()
      .store.sql('audit_log')
      .insert(Array.from({ length: 60 }, () => row)),
  )
  const first = await admin.get('/admin/audit?account=many')
  expect(first.html.match(/>sign out<\/td>/g)).toHaveLength(50)
  const older = /href="(\/admin\/audit\?account=many&amp;before=\d+)"/.exec(first.html)?.[1]?.replace('&amp;', '&')
  expect((await admin.get(older as string)).html.match(/>sign out<\/td>/g)).toHaveLength(10)
  const other = await new TestVisitor(server().url).signIn(ann.username)
  expect((await other.get('/admin/audit')).status).toBe(403)
})

test('the whole audit log is exported as JSON lines or CSV, in which no field is a formula, and the export is recorded', async () => {
  const { admin, boss } = await people()
  const { store } = server()
  const entry = { at: 1, action: 'token_created', via: 'page', subject: 'exported', address: '::1' }
  const details = ['=1+1', 'with "quotes", and a comma']
  // More than one batch.
  const filler = Array.from({ length: 501 }, () => ({ ...entry, actor: boss.username, detail: 'x' }))
  const rows = [...filler, ...details.map((detail) => ({ ...entry, detail }))]
  await store.write(async (tx) => {
    for (const row of rows) await tx.run(tx.sql('audit_log').insert(row))
  })
  const lines = (await admin.get('/admin/audit/export?account=exported')).html.trimEnd().split('\n')
  const acts = lines.map((line) => JSON.parse(line))
  expect(acts.map(({ detail }) => detail).slice(0, 3)).toEqual(['with "quotes", and a comma', '=1+1', 'x'])
  expect(acts).toHaveLength(503)
  const csv = await admin.get('/admin/audit/export?format=csv&account=exported')
  expect(csv.headers.get('content-type')).toContain('text/csv')
  const exported = csv.html.split('\r\n')
  expect(exported[0]).toBe('id,at,action,actor,subject,address,via,detail')
  expect(exported[1]).toMatch(/,"with ""quotes"", and a comma"$/)
  expect(exported[2]).toMatch(/,'=1\+1$/)
  expect(await actsOf(boss.username)).toContain(`${boss.username} audit_exported 127.0.0.1 csv`)
})
