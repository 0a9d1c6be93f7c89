import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { type Operation, type OperationId, operations } from '#generated/server/operations.ts'
import { errorCodes } from '#runtime/base/errors.ts'
import { checkBody } from '#testing/check-response.ts'
import { serverForTests } from '#testing/server.ts'

const server = serverForTests({
  settings: { PROVIDERS: 'examples', LIMIT_ACCOUNT_PER_MINUTE: 'off', LIMIT_ANONYMOUS_PER_MINUTE: 'off' },
})

async function read(path: string) {
  const { status, headers, text } = await fetch(server().url + path).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  }))
  return { status, type: headers.get('content-type'), text }
}

const methods = operations.filter(({ formOf }) => !formOf)
const families = [...new Set(methods.map(({ family }) => family))]

/** The text of a method: from its heading to the next one. */
function partOf(markdown: string, id: string): string {
  const parts = markdown.split(/^## /m).filter((part) => part.startsWith(`${id}\n`))
  expect(parts, id).toHaveLength(1)
  return parts[0] as string
}

function blocks(markdown: string, language: string): string[] {
  return [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)\\n\`\`\`$`, 'gms'))].map(
    ([, text]) => text as string,
  )
}

test('llms.txt names every method, links to a page for each service, and lists every error code', async () => {
  const { status, type, text } = await read('/llms.txt')
  expect({ status, type }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' })
  expect(text).toMatch(/^# Onedoor\n\n> /)
  for (const family of families) {
    const line = text.split('\n').find((each) => each.startsWith(`- [${family}](${server().url}/docs/${family}.md): `))
    const named = / Methods: (.*?)\./.exec(line ?? '')?.[1]?.split(', ')
    const own = methods.filter((each) => each.family === family).map(({ method }) => method as string)
    expect(named?.toSorted(), family).toEqual(own.toSorted())
  }
  for (const [code, { status }] of Object.entries(errorCodes)) expect(text).toContain(`- \`${code}\` (${status}): `)
  expect(text.length).toBeLessThan(16_000)
})

test('every address in llms.txt and in the pages for models exists', async () => {
  const texts = await Promise.all(['/llms.txt', ...families.map((name) => `/docs/${name}.md`)].map(read))
  const links = texts.flatMap(({ text }) => [...text.matchAll(/\]\((http[^)]+)\)/g)].map(([, link]) => link as string))
  expect(links).toContain(`${server().url}/docs/notes.md`)
  for (const link of new Set(links)) {
    expect(link.startsWith(server().url)).toBe(true)
    expect({ link, status: (await fetch(link)).status }).toEqual({ link, status: 200 })
  }
  expect((await read('/docs/nothing.md')).status).toBe(404)
})

test('the fields inside a list of objects are listed, and the services with errors in the older form named', async () => {
  for (const [path, field] of [
    ['/docs/url.md', '- `links[].destinationURL` (string, optional, '],
    ['/docs/url/create_many', '<li id="argument-links-destinationURL">'],
  ] as const) {
    expect((await read(path)).text).toContain(field)
  }
  const named: string[] = []
  for (const family of [...families, 'gateway']) {
    const { method } =
      family === 'gateway'
        ? { method: 'call_endpoint' }
        : (operations.find((each) => each.family === family) as Operation)
    const [page, markdown] = await Promise.all([read(`/docs/${family}/${method}`), read(`/docs/${family}.md`)])
    const isOlder = markdown.text.includes('{"id", "code", "detail", "status"}')
    expect(page.text.includes('/docs/errors#older-form')).toBe(isOlder)
    if (isOlder) named.push(family)
  }
  expect(named.toSorted()).toEqual(['gateway', 'url'])
  expect((await read('/docs/errors')).text).toContain('<p id="older-form">')
})

test('the page of a service for people links to the one for models', async () => {
  const { text } = await read('/docs/notes')
  expect(text).toContain('<link rel="alternate" type="text/markdown" href="/docs/notes.md">')
  expect((await read('/')).text).toContain('href="/llms.txt"')
  expect((await read('/docs')).text).toContain('href="/llms.txt"')
})

/** The arguments of each curl command, as a shell splits them. */
function wordsOf(commands: readonly string[]): string[][] {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\1'; }\n${commands.join('\n')}`
  const output = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { ONEDOOR_TOKEN: 'TOKEN' } })
  return output
    .split('\u0001')
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1))
}

/** The request that a curl command of the reference makes. */
function requestOf(words: readonly string[], token: string): Request {
  const headers = new Headers()
  const query = new URLSearchParams()
  let method = 'GET'
  let body: string | undefined
  let address = ''
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string
    const value = words[at + 1] as string
    if (word === '-H') headers.append(...(value.replace('TOKEN', token).split(': ') as [string, string]))
    else if (word === '-d') [method, body] = ['POST', value]
    else if (word === '-X') method = value
    else if (word === '--data-urlencode') query.append(...(value.split(/=(.*)/s).slice(0, 2) as [string, string]))
    else if (word === '--get') continue
    else address = word
    if (word.startsWith('-') && word !== '--get') at += 1
  }
  return new Request(`${address}${query.size > 0 ? `?${query}` : ''}`, { method, headers, ...(body ? { body } : {}) })
}

describe.each(families)('/docs/%s.md', (family) => {
  const own = methods.filter((each) => each.family === family)

  test('has every method with its access, its price and its address', async () => {
    const { type, text } = await read(`/docs/${family}.md`)
    expect(type).toBe('text/markdown; charset=utf-8')
    for (const { id, verb, path } of own) expect(partOf(text, id)).toContain(`\`${verb} ${path}\`: `)
  })

  test('has examples that this server accepts: none of their arguments is rejected', async () => {
    const ann = await server().account()
    const { text } = await read(`/docs/${family}.md`)
    const commands = own.map(({ id }) => blocks(partOf(text, id), 'sh')[0] as string)
    for (const [index, words] of wordsOf(commands).entries()) {
      const response = await fetch(requestOf(words, ann.token as string))
      const { code } = (await response.json()) as { code?: string }
      // The address of the example cannot be resolved here, which is its reader's fault.
      if (family === 'browser' && code === 'invalid_argument') continue
      expect({ call: own[index]?.id, code }).not.toMatchObject({
        code: expect.stringMatching(
          /invalid_argument|unknown_method|method_not_allowed|unsupported_media_type|internal/,
        ),
      })
    }
  })

  test('has the example responses of the API document', async () => {
    const { text } = await read(`/docs/${family}.md`)
    for (const { id } of own) {
      const [example] = blocks(partOf(text, id), 'json')
      if (example !== undefined) checkBody(id as OperationId, 200, JSON.parse(example))
    }
    expect(blocks(text, 'json').length).toBeGreaterThan(0)
  })
})
