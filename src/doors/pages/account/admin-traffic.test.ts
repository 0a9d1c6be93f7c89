import { beforeAll, expect, test } from 'vitest'
import { signedInVisitor } from '#testing/program-sign-in.ts'
import { serverForTests } from '#testing/server.ts'

const server = serverForTests()

// The first account of an instance is an administrator.
beforeAll(async () => void (await server().account()))

/** The cells of the row of a table that begins with this text. */
function rowOf(html: string, first: string): string[] | undefined {
  const rows = html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)
  const cells = [...rows].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '').trim()),
  )
  return cells.find(([name]) => name === first)
}

test('an administrator sees how many calls there were and which errors, and nothing of their content', async () => {
  const { account: ann, visitor: other } = await signedInVisitor(server())
  const { visitor: admin } = await signedInVisitor(server(), { isAdmin: true })
  await ann.ok('notes.add', { title: 'Secret title', text: 'a secret' })
  await ann.fails('notes.get', { id: 'note_secret_id' })
  const { html } = await admin.get('/admin/calls')
  expect(rowOf(html, 'notes.add')).toEqual(['notes.add', '1', '0', ''])
  expect(rowOf(html, 'notes.get')).toEqual(['notes.get', '1', '1', expect.stringMatching(/^\w+ 1$/)])
  expect(html).not.toMatch(/secret/i)
  for (const path of ['/admin/calls', '/admin/providers', '/admin/audit/export']) {
    expect([path, (await other.get(path)).status]).toEqual([path, 403])
  }
})

test('an administrator sees which providers respond', async () => {
  const { visitor: admin } = await signedInVisitor(server(), { isAdmin: true })
  const { html } = await admin.get('/admin/providers')
  expect(rowOf(html, 'web')).toEqual(['web', 'sends requests', '0', '0', 'never', 'never'])
})

test('an administrator sees what each account stores, beside the quota', async () => {
  const { account } = await signedInVisitor(server())
  const { visitor: admin } = await signedInVisitor(server(), { isAdmin: true })
  const cells = async () => rowOf((await admin.get('/admin')).html, account.username)
  expect(await cells()).toContain('1000')
  expect((await cells())?.at(-2)).toBe('1024')
  const before = Number((await cells())?.at(-3))
  for (const title of ['One', 'Two', 'Three']) await account.ok('notes.add', { title, text: 'x'.repeat(100_000) })
  expect(Number((await cells())?.at(-3))).toBeGreaterThan(before + 0.2)
})
