// biome-ignore-all lint/suspicious/noTemplateCurlyInString: seeds refer to results in this form
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { recordAttempts } from '#testing/attempts.ts'
import { type RunningSandbox, startSandbox } from '../sandbox.ts'
import { readySeeds } from './ready-seeds.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 })
})
afterAll(() => sandbox.stop())

const tokenOf = (name: string) => sandbox.accounts.find(({ username }) => username === name)?.token ?? ''
const clientOf = (world: string, token = tokenOf('omar')) =>
  createClient({ baseUrl: `${sandbox.url}/w/${world}`, token })

async function answerOf(
  response: Response,
): Promise<{ status: number; body: Record<string, never> & { error: string } }> {
  return { status: response.status, body: (await response.json()) as never }
}

async function put(world: string, text: string) {
  const address = `${sandbox.url}/sandbox/worlds/${world}/seed`
  return answerOf(await fetch(address, { method: 'PUT', headers: { 'content-type': 'application/yaml' }, body: text }))
}

async function create(body: object) {
  const headers = { 'content-type': 'application/json' }
  return answerOf(await fetch(`${sandbox.url}/sandbox/worlds`, { method: 'POST', headers, body: JSON.stringify(body) }))
}

const isThere = (world: string) => sandbox.worlds.list().some(({ name }) => name === world)

describe('the ready seeds', () => {
  const counts: Record<string, (world: string) => Promise<number>> = {
    attack: async (world) => (await clientOf(world).notes.list({})).items.length,
    empty: async (world) => (await clientOf(world).notes.list({})).items.length,
    family: async (world) => (await clientOf(world).mail.inbox({})).items.length,
    inbox: async (world) => (await clientOf(world).mail.inbox({ limit: 100 })).items.length,
    links: async (world) => {
      let found = 0
      for await (const _link of clientOf(world).url.list.all({ limit: 500 })) found += 1
      return found
    },
    week: async (world) => (await clientOf(world).tasks.list({})).items.length,
  }

  test('all play, and the second world of each is a copy', async () => {
    for (const seed of readySeeds.keys()) {
      const { status, body } = await create({ name: `ready-${seed}`, seed })
      expect(status, `${seed}: ${body.error}`).toBe(200)
      expect((await create({ name: `again-${seed}`, seed })).status).toBe(200)
      const [first, second] = [await counts[seed]?.(`ready-${seed}`), await counts[seed]?.(`again-${seed}`)]
      expect({ seed, count: first }).toEqual({ seed, count: second })
    }
    expect(await counts.links?.('again-links')).toBe(1000)
    expect(await counts.attack?.('again-attack')).toBe(11)
    expect(await counts.empty?.('again-empty')).toBe(0)
  })
})

describe('a wrong seed names line, call and fault, and makes no world', () => {
  const calls = (...lines: string[]) => ['calls:', ...lines.map((line) => `  - ${line}`)].join('\n')
  test.each([
    ['text that is not YAML', 'calls: [', 'Line 1, column 9'],
    ['a key that occurs twice', 'calls: []\ncalls: []', 'Line 2, column 1: the key calls occurs twice'],
    ['a member that no seed has', 'cals: []', 'Line 1, column 1: cals: no seed has this'],
    ['a call without a caller', calls('{ call: notes.list }'), "call 1 (notes.list): must have required property 'as'"],
    [
      'an unknown caller',
      calls('{ as: nobody, call: notes.list }'),
      'Line 2, column 7, call 1 (notes.list): as: no acc',
    ],
    ['an unknown operation', calls('{ as: omar, call: notes.fry }'), 'call: no operation notes.fry'],
    [
      'an unknown name',
      calls('{ as: omar, call: notes.get, with: { title: "${n.id}" } }'),
      'with.title: no call before it is named n',
    ],
    [
      'arguments that its operation refuses',
      calls('{ as: omar, call: notes.list }', '{ as: omar, call: notes.add, with: { title: 1, text: x } }'),
      'Line 3, column 42, call 2 (notes.add): with.title: must be',
    ],
    [
      'a call that fails',
      calls('{ as: omar, call: notes.get, with: { title: Nowhere } }'),
      'Line 2, column 5, call 1 (notes.get): ',
    ],
    [
      'a result that has no such member',
      calls(
        '{ as: omar, call: notes.list, name: all }',
        '{ as: omar, call: notes.get, with: { title: "${all.items.0.id}" } }',
      ),
      'with.title: the result has no items.0.id',
    ],
    [
      'text that is no time',
      calls('{ as: omar, call: notes.list, at: -6d }'),
      'at: must be an RFC 3339 time or a duration',
    ],
    ['a time before all others', calls('{ as: omar, call: notes.list, at: -P9999Y }'), 'at: is before 1970'],
    [
      'a reference to text that is no time',
      calls('{ as: omar, call: notes.add, with: { title: t, text: "${now+2h}" } }'),
      'with.text: ${now+2h} must have a duration such as +PT2H30M',
    ],
    [
      'a reference to a time that no result can have',
      calls('{ as: omar, call: notes.add, with: { title: t, text: "${now+P9000Y}" } }'),
      'with.text: ${now+P9000Y} is not in the years from 1970 to 9999',
    ],
    ['a time after the clock', calls('{ as: omar, call: notes.list, at: +P1D }'), 'at: is after the clock'],
    [
      'times that go back',
      calls('{ as: omar, call: notes.list, at: -P1D }', '{ as: omar, call: notes.list, at: -P2D }'),
      'call 2 (notes.list): at: is before the call before it',
    ],
    [
      'too many calls',
      calls('{ as: omar, call: notes.list, repeat: 1500 }', '{ as: omar, call: notes.list, repeat: 501 }'),
      'more than 2000 calls',
    ],
    [
      'references that make too much of little',
      calls(`{ as: omar, call: notes.add, with: { title: t, text: ${'a'.repeat(90_000)} }, repeat: 200 }`),
      'more than 8 MiB',
    ],
    ['an account that exists', 'accounts: [{ username: ada }]', 'accounts.0.username: ada exists already'],
    ['nesting without end', `calls: ${'['.repeat(5000)}`, 'is nested too deeply'],
    [
      'aliases that multiply',
      `a: &a [${'x,'.repeat(99)}]\nb: &b [${'*a,'.repeat(99)}]\nc: [${'*b,'.repeat(99)}]`,
      'It cannot be read',
    ],
    ['more than 1 MiB', `# ${'x'.repeat(1024 * 1024)}`, 'It is larger than 1 MiB'],
  ])('%s', async (_what, text, fault) => {
    const { status, body } = await put('wrong', text)
    expect(body.error).toMatch(/^The seed is wrong\. /)
    expect(body.error).toContain(fault)
    expect(status).toBe(400)
    expect(isThere('wrong')).toBe(false)
  })

  test('also when it is given as a document', async () => {
    const document = { calls: [{ as: 'omar', call: 'notes.add', with: { title: 'x' } }] }
    const { body } = await create({ name: 'wrong', document })
    expect(body.error).toContain('Call 1 (notes.add): with.text: ')
    expect(isThere('wrong')).toBe(false)
  })
})

test('a seed makes accounts, tokens with their rights, and calls at their times that refer to earlier results', async () => {
  const { status, body } = await put(
    'timed',
    `
clock: 2027-03-01T09:00:00Z
accounts: [{ username: zara }]
tokens: [{ name: reader, account: zara, services: [notes] }]
calls:
  - { as: zara, at: -P2D, call: notes.add, name: note, with: { title: First, text: "\${now} \${today+P1D} $\${now}" } }
  - { as: reader, at: 2027-03-01T08:00:00Z, call: notes.get, with: { title: "\${note.note.title}" } }
  - { as: zara, call: notes.add, repeat: 2, name: more, with: { title: "Number \${index}", text: "\${note.note.title} at \${base_url}" } }
`,
  )
  expect(body.error).toBeUndefined()
  expect({ status, time: (body as unknown as { time: string }).time.slice(0, 16) }).toEqual({
    status: 200,
    time: '2027-03-01T09:00',
  })
  const { accounts, tokens, base_url } = body as unknown as {
    accounts: { username: string; token: string }[]
    tokens: { token: string }[]
    base_url: string
  }
  const zara = createClient({ baseUrl: base_url, token: accounts.at(-1)?.token ?? '' })
  const items = (await zara.notes.list({})).items.map(({ title, text, created }) => ({ title, text, created }))
  expect(items.sort((a, b) => a.title.localeCompare(b.title))).toEqual([
    { title: 'First', text: '2027-02-27T09:00:00.000Z 2027-02-28 ${now}', created: '2027-02-27T09:00:00.000Z' },
    { title: 'Number 1', text: `First at ${base_url}`, created: '2027-03-01T08:00:00.000Z' },
    { title: 'Number 2', text: `First at ${base_url}`, created: '2027-03-01T08:00:00.000Z' },
  ])
  const reader = createClient({ baseUrl: base_url, token: tokens[0]?.token ?? '' })
  expect((await reader.notes.list({})).items).toHaveLength(3)
  await expect(reader.notes.add({ title: 'x', text: 'x' })).rejects.toThrow()
  await expect(reader.tasks.list({})).rejects.toThrow()
})

test('a sandbox that is started with a seed starts every world from it', async () => {
  const seeded = await startSandbox({ host: '127.0.0.1', port: 0, seed: 'week' })
  try {
    const token = seeded.accounts.find(({ username }) => username === 'omar')?.token ?? ''
    for (const world of ['one', 'two']) {
      const client = createClient({ baseUrl: `${seeded.url}/w/${world}`, token })
      expect((await client.contacts.list({})).items.map(({ name }) => name)).toContain('Theo Marsh')
    }
  } finally {
    await seeded.stop()
  }
})

test('a seed sends nothing outside while it is played', async () => {
  const attempts = recordAttempts(Number(new URL(sandbox.url).port))
  try {
    const text = `calls: [{ as: omar, call: mail.send, with: { to: ada@somewhere.example, subject: Hello, body: Hello } }]`
    const { status, body } = await put('outward', text)
    expect(body.error).toBeUndefined()
    expect({ status, seen: attempts.seen }).toEqual({ status: 200, seen: [] })
  } finally {
    attempts.stop()
  }
})
