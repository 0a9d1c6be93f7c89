import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { SETTINGS } from '../../app/config.ts'
import { serverForTests } from '../../testing/server.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/limits-and-retries.md'), 'utf8')
const limits = Object.values(SETTINGS).filter(({ name }) => name.startsWith('LIMIT_'))
const defaults = Object.fromEntries(limits.map((each) => [each.name, 'fallback' in each ? String(each.fallback) : '']))
const server = serverForTests({ settings: defaults })

test('the page has every limit, with its default', () => {
  const rows = [...page.matchAll(/^\| .* \| (\d+) (?:a|an|at|in) .* \| `(LIMIT_\w+)` \|$/gm)]
  expect(Object.fromEntries(rows.map(([, quota, name]) => [name, quota]))).toEqual(defaults)
})

test('the page names the public writes, and the argument that makes some methods public', () => {
  const [, always = '', sometimes = ''] =
    /visible to others\. (.*?) are always public writes\.\s+(.*?)\s+are public writes if/s.exec(page) ?? []
  const named = (text: string) => [...text.matchAll(/`(\w+\.\w+)`/g)].map(([, id]) => id).sort()
  const marked = (by: true | string) => operations.filter(({ publicWrite }) => publicWrite === by).map(({ id }) => id)
  expect(named(always)).toEqual(marked(true))
  expect(named(sometimes)).toEqual(marked('public'))
  expect(operations.filter(({ publicWrite }) => publicWrite).every(({ kind }) => kind === 'write')).toBe(true)
})

test('the requests on the page get its responses', async () => {
  const { token } = await server().account()
  const blocks = [...page.matchAll(/^```http\n(.*?)^```$/gms)].map(([, text]) => text as string)
  const pairs = blocks.flatMap((_, index) => (index % 2 ? [] : [[blocks[index], blocks[index + 1]] as const]))
  expect(pairs.length).toBe(2)
  for (const [request = '', expected = ''] of pairs) {
    const [head = '', body] = request.trim().split('\n\n')
    const [start = '', ...fields] = head.split('\n')
    const [method = '', path] = start.split(' ')
    const headers = new Headers(fields.map((field) => field.split(': ') as [string, string]))
    headers.set('Authorization', `Bearer ${token}`)
    if (body) headers.set('Content-Type', 'application/json')
    const send = () => fetch(`${server().url}${path}`, { method, headers, ...(body ? { body } : {}) })
    // The page shows a repeat for a keyed call.
    if (headers.has('Idempotency-Key')) expect((await send()).status).toBe(200)
    const answer = await send()
    const [status, ...lines] = expected.trim().split('\n')
    expect(String(answer.status)).toBe(status)
    for (const line of lines) {
      const [name = '', value] = line.split(': ')
      expect([name, answer.headers.get(name)]).toEqual([name, value])
    }
  }
})
