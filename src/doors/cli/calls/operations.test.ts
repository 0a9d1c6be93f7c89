import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CliMethod, families } from '#generated/cli/index.ts'
import { createClient } from '#generated/client/index.js'
import { operations } from '#generated/server/operations.ts'
import { typeLine } from '#testing/typed-line.ts'
import { priceOf, typedArguments } from './described.ts'
import { reservedOptions } from './method-commands.ts'
import { kebab } from './spelling.ts'

const baseUrl = 'http://onedoor.example:8080'
const methods = await Promise.all(
  Object.entries(families).map(async ([family, { load }]) => (await load()).map((method) => ({ family, method }))),
).then((lists) => lists.flat().map((entry) => ({ ...entry, id: `${entry.family}.${entry.method.name}` })))

test('the commands are the operations, except the second forms of some', () => {
  const ids = operations.filter(({ formOf }) => formOf === undefined).map(({ id }) => id)
  expect(methods.map(({ id }) => id).sort()).toEqual([...ids].sort())
})

test('no family is called as a command, and no argument as an option of every call', async () => {
  const { out } = await typeLine(['--help'])
  const names = [...out.matchAll(/^ {2}([a-z]+) (?=.* {2}|\[)/gm)].map(([, name]) => name)
  expect(names).toEqual([...new Set(names)])
  expect(names).toEqual(expect.arrayContaining(Object.keys(families)))
  const options = methods.flatMap(({ id, method }) =>
    method.args.map(({ name }) => ({ id, option: `--${kebab(name)}` })),
  )
  expect(options.filter(({ option }) => reservedOptions.includes(option))).toEqual([])
  for (const { method } of methods) {
    const spelled = method.args.map(({ name }) => kebab(name))
    expect(spelled).toEqual([...new Set(spelled)])
  }
})

test('the general help lists every command with the text of its help', async () => {
  const { out } = await typeLine(['--help'], { columns: 300 })
  const listed = [...out.matchAll(/^ {2}([a-z]+)(?: \[command\])? {2,}(\S.*)$/gm)]
  expect(listed.map(([, name]) => name)).toEqual(expect.arrayContaining(Object.keys(families)))
  for (const [, name = '', text] of listed) {
    // The rest are short forms of calls, with the help of those.
    if (['help', 'call', 'approvals', 'approve', 'deny'].includes(name)) continue
    const own = (await typeLine([name, '--help'], { columns: 300 })).out
    expect(own.replace(/\.$/m, '')).toContain(text)
  }
})

describe.each(methods)('$id', ({ id, family, method }) => {
  test('has help with every argument, its price and an example', async () => {
    const answer = await typeLine(['call', id, '--help'], { columns: 100 })
    expect(answer).toMatchObject({ code: 0, err: '' })
    for (const { name, type } of method.args.filter(({ aliasOf }) => aliasOf === undefined)) {
      expect(answer.out).toMatch(new RegExp(`^ {2}--${kebab(name)} `, 'm'))
      if (type === 'boolean') expect(answer.out).toContain(`--no-${kebab(name)}`)
    }
    expect(answer.out).toContain(`Price: ${priceOf(method)}.`)
    expect(answer.out).toContain(`onedoor ${family} ${method.name}`)
    expect(answer.out.split('\n').filter((line) => line.length > 100 && !/^(Usage:| {2}onedoor )/.test(line))).toEqual(
      [],
    )
  })
})

test('an alias is an option too, which the help does not show', async () => {
  const { out: help } = await typeLine(['places', 'nearby', '--help'], { columns: 300 })
  expect(help).toMatch(/^ {2}--radius-m <number>/m)
  expect(help).not.toMatch(/--radius /)
  const env = { ONEDOOR_URL: baseUrl }
  const { code, out } = await typeLine(['places', 'nearby', '--near', 'Bow', '--radius', '500', '--dry-run'], { env })
  expect([code, out]).toEqual([0, expect.stringContaining('radius=500')])
})

interface Sent {
  address: string
  verb: string
  headers: Record<string, string>
  body: string | undefined
}

/** What the client sends for an operation's example, caught before it leaves. */
async function sentByClient(family: string, name: string, args: object): Promise<Sent> {
  let sent: Sent | undefined
  const fetch = async (address: string, { method = '', headers, body }: RequestInit) => {
    sent = {
      address,
      verb: method,
      headers: Object.fromEntries(
        [...new Headers(headers)].filter(([name]) => !/^user-agent$|^x-request-id$/.test(name)),
      ),
      body: body as string | undefined,
    }
    return new Response('{"result":{}}')
  }
  const client = createClient({ baseUrl, token: 'od_secret', fetch, retries: 0 }) as unknown as Record<
    string,
    Record<string, { raw(args: object): Promise<unknown> }>
  >
  await client[family]?.[name]?.raw(args)
  if (!sent) throw new Error(`${family}.${name} sent nothing`)
  return sent
}

/** The example with its arguments in the order of the help, which is the order in which they are sent. */
function inOrder({ args, example }: CliMethod): object {
  const names = args.map(({ name }) => name).filter((name) => name in example)
  return Object.fromEntries(names.map((name) => [name, example[name]]))
}

/** How a shell splits curl commands: the words that each passes to curl. */
function wordsOfCurl(commands: string[]): string[][] {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\1\\0'; }\n${commands.join('\n')}\n`
  const output = execFileSync('sh', { input: script, env: { ONEDOOR_TOKEN: 'od_secret' }, encoding: 'utf8' })
  return output
    .split('\u0001\0')
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1))
}

function requestOf(words: string[]): Sent {
  const request: Sent = { address: '', verb: 'GET', headers: {}, body: undefined }
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string
    if (word === '-X') request.verb = words[++index] as string
    else if (word === '-H') {
      const [name = '', ...value] = (words[++index] as string).split(': ')
      request.headers[name] = value.join(': ')
    } else if (word === '--data-raw') request.body = words[++index]
    else request.address = word
  }
  return request
}

describe('a dry run of every example', () => {
  let dryRuns: { masked: string; shown: string }[]
  beforeAll(async () => {
    dryRuns = []
    for (const { family, method } of methods) {
      const words = [family, method.name, ...typedArguments(method, method.example), '--dry-run']
      const env = { ONEDOOR_URL: baseUrl, ONEDOOR_TOKEN: 'od_secret' }
      const masked = await typeLine(words, { env })
      const shown = await typeLine([...words, '--show-token'], { env })
      expect([masked, shown]).toMatchObject([
        { code: 0, err: '' },
        { code: 0, err: '' },
      ])
      dryRuns.push({ masked: masked.out, shown: shown.out })
    }
  })
  afterAll(() => {
    dryRuns = []
  })

  test('is a curl command that sends what the client sends, with the token in a variable', async () => {
    const sent = await Promise.all(
      methods.map(({ family, method }) => sentByClient(family, method.name, inOrder(method))),
    )
    expect(wordsOfCurl(dryRuns.map(({ masked }) => masked)).map(requestOf)).toEqual(sent)
    expect(dryRuns.filter(({ masked }) => masked.includes('od_secret'))).toEqual([])
  })

  test('contains the token on request', async () => {
    const shown = wordsOfCurl(dryRuns.map(({ shown }) => shown)).map(requestOf)
    expect(shown).toEqual(wordsOfCurl(dryRuns.map(({ masked }) => masked)).map(requestOf))
    expect(dryRuns.every(({ shown }) => shown.includes('od_secret'))).toBe(true)
  })
})
