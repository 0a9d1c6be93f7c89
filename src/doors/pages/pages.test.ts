import { readFile, rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Operation, operations } from '#generated/server/operations.ts'
import { servedFamilies } from '../../app/families.ts'
import { checkResponse } from '../../testing/check-response.ts'
import { newDataDir } from '../../testing/databases.ts'
import { addLinks } from '../../testing/links.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { TestVisitor } from '../../testing/visitor.ts'

let server: TestServer
let dataDir: string

beforeAll(async () => {
  dataDir = await newDataDir()
  // The pages of the world are also read.
  server = await startTestServer({ dataDir, settings: { PROVIDERS: 'examples' } })
})

afterAll(async () => {
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const families = [...new Set(operations.map(({ family }) => family))]
/** One method of each family: the pages of the others are made in the same way. */
const methodPages = families.map((name) => {
  const { family, method } = operations.find((each) => each.family === name && !each.formOf) as Operation
  return `/docs/${family}/${method}`
})
const references = [
  '/docs',
  '/docs/errors',
  '/docs/changes',
  '/docs/doors',
  '/docs/gateway',
  '/docs/types/Note',
  '/docs/guides/first-call',
  '/docs/topics/errors',
  ...families.map((name) => `/docs/${name}`),
  ...methodPages,
]
const pages = ['/', ...references]

const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

async function read(path: string, headers: Record<string, string> = browser) {
  const response = await fetch(server.url + path, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

function attributes(markup: string, name: string): string[] {
  return [...markup.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value]) => value as string)
}

interface CatalogueBody {
  items: {
    service: string
    methods: { method: string; verb: string; path: string; served: boolean; docs: string; arguments: object[] }[]
  }[]
}

test.each(pages)('%s is a complete page that loads only from this server', async (path) => {
  const { status, headers, body } = await read(path)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('x-request-id')).toBeTruthy()
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
  expect(body).toMatch(/^<!doctype html>\n<html lang="en">/)
  expect(body).toMatch(/<title>[^<]+<\/title>/)
  const scripts = body.match(/<script[^>]*>/g) ?? []
  expect(scripts).toEqual(
    path === '/' ? [] : [expect.stringMatching(/^<script type="module" src="\/docs\/assets\/\w+\/reference.js">$/)],
  )
  expect(body).not.toMatch(/\son\w+="|\sstyle="|<style/)
  const loaded = [...attributes(body, 'href'), ...attributes(body, 'src')]
  expect(loaded.filter((address) => !/^[/#]|^data:,$/.test(address) || address.startsWith('//'))).toEqual([])
  const ids = attributes(body, 'id')
  expect(ids).toEqual([...new Set(ids)])
})

test('the start page names the version', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  expect((await read('/')).body).toContain(`Its version is ${version}.`)
})

test('every link leads to an existing page and, if it has one, an existing anchor', async () => {
  const seen = new Map<string, string>()
  const broken: string[] = []
  const open = ['/']
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue
    const { status, headers, body } = await read(path)
    const isForMembers = status === 303 && headers.get('location')?.startsWith('/signin?')
    if (status !== 200 && !isForMembers) broken.push(`${path} answers ${status}`)
    const isPage = headers.get('content-type')?.startsWith('text/html')
    seen.set(path, isPage ? body : '')
    if (isPage)
      open.push(
        ...attributes(body, 'href').flatMap((link) => (link.startsWith('/') ? [link.split('#')[0] as string] : [])),
      )
  }
  const ids = new Map([...seen].map(([path, body]) => [path, new Set(attributes(body, 'id'))]))
  for (const [path, body] of seen) {
    for (const link of attributes(body, 'href')) {
      const [target = '', place] = link.split('#')
      // An anchor that begins with a slash is rendered by the script of /docs/try, whose own test follows such a link.
      if (place?.startsWith('/')) continue
      if (place && !ids.get(target || path)?.has(place)) broken.push(`${path}: ${link}`)
    }
  }
  expect(broken).toEqual([])
  expect([...seen.keys()]).toEqual(expect.arrayContaining(pages))
})

test('the catalogue matches the API document and has every method once', async () => {
  const { status, headers, body } = await read('/api/v1', {})
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  const catalogue = JSON.parse(body) as CatalogueBody
  checkResponse('doors.catalogue', 200, catalogue)
  const methods = catalogue.items.flatMap((service) => service.methods)
  expect(methods.map(({ method }) => method).sort()).toEqual(
    operations
      .filter(({ formOf }) => !formOf)
      .map(({ id }) => id)
      .sort(),
  )
  for (const { method, verb, path, served } of methods) {
    const operation = operations.find(({ id }) => id === method)
    expect({ verb, path }).toEqual({ verb: operation?.verb, path: operation?.path })
    expect(served).toBe(operation !== undefined && servedFamilies.has(operation.family))
  }
})

test('the catalogue describes an argument as the validator checks it', async () => {
  const catalogue = JSON.parse((await read('/api/v1', {})).body) as CatalogueBody
  const argumentsOf = (id: string) =>
    catalogue.items.flatMap(({ methods }) => methods).find(({ method }) => method === id)?.arguments
  expect(argumentsOf('notes.get')).toEqual([
    {
      name: 'title',
      type: 'string',
      required: true,
      description: 'Full title of the note. Case is ignored.',
      min_length: 1,
      max_length: 200,
      pattern: '\\S',
    },
  ])
  expect(argumentsOf('bookmarks.list')).toContainEqual(
    expect.objectContaining({ name: 'limit', type: 'number', whole: true, required: false, default: 20, maximum: 100 }),
  )
  expect(argumentsOf('routes.nearest')).toContainEqual(
    expect.objectContaining({ name: 'to', type: 'array', items: 'string', required: true }),
  )
})

test('the start page is the catalogue for clients that ask for JSON', async () => {
  const { headers, body } = await read('/', { Accept: 'application/json' })
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(headers.get('vary')).toContain('Accept')
  checkResponse('doors.home', 200, JSON.parse(body))
  expect(body).toBe((await read('/api/v1')).body)
  expect((await read('/', { Accept: '*/*' })).headers.get('content-type')).toMatch(/^text\/html/)
})

test('an unchanged page is not sent again', async () => {
  for (const path of [
    '/',
    '/docs',
    '/docs/notes',
    '/docs/notes/add',
    '/docs/errors',
    '/pages.css',
    '/api/v1',
    '/openapi.json',
  ]) {
    const { headers } = await read(path)
    const etag = headers.get('etag')
    expect(etag).toBeTruthy()
    const again = await read(path, {
      ...browser,
      'If-None-Match': etag as string,
      // Without it fetch requests a fresh copy, like a reload.
      'Cache-Control': 'max-age=0',
    })
    expect({ path, status: again.status, body: again.body }).toEqual({ path, status: 304, body: '' })
  }
})

test('examples in the reference show the address of this server', async () => {
  const { body } = await read('/docs/notes/add')
  expect(body).toContain(`curl ${server.url}/api/v1/notes/add`)
  // The form knows which address its samples replace.
  expect(body.replace('data-sample-server="http://localhost:8080"', '')).not.toContain('localhost:8080')
})

test('a missing page is a page for browsers and an error in JSON for programs', async () => {
  const hostile = '/docs/%3Cscript%3Ealert(1)%3C%2Fscript%3E'
  const page = await read(hostile)
  expect(page.status).toBe(404)
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page.body).not.toContain('<script')
  const error = await read(hostile, {})
  expect(error.status).toBe(404)
  expect(JSON.parse(error.body)).toMatchObject({ code: 'unknown_method' })
})

test('a page allows only GET and HEAD', async () => {
  for (const path of [
    '/',
    '/docs',
    '/docs/notes',
    '/docs/notes.md',
    '/docs/notes/add',
    '/docs/try',
    '/llms.txt',
    '/api/v1',
    '/health/live',
  ]) {
    const response = await fetch(server.url + path, { method: 'POST' })
    expect({ path, status: response.status, allow: response.headers.get('allow') }).toEqual({
      path,
      status: 405,
      allow: 'GET, HEAD',
    })
    expect(await response.json()).toMatchObject({ code: 'method_not_allowed' })
  }
})

test('each door responds with a media type that the API document names for it', async () => {
  const document = JSON.parse((await read('/openapi.json')).body)
  const asked = [
    '/',
    '/docs',
    '/docs/notes',
    '/docs/notes.md',
    '/docs/notes/add',
    '/docs/notes/add.md',
    '/docs/errors',
    '/docs/try',
    '/llms.txt',
    '/api/v1',
  ]
  const files = [
    '/openapi.json',
    '/openapi.yaml',
    '/openapi.3.1.yaml',
    '/openapi.3.2.yaml',
    '/health/live',
    '/health/ready',
    '/metrics',
  ]
  for (const path of [...asked, ...files]) {
    const { status, headers } = await read(path)
    const described =
      document.paths[
        path.replace(/^\/docs\/[^/]+$/, '/docs/{page}').replace(/^\/docs\/[^/{]+\/.+/, '/docs/{service}/{page}')
      ].get.responses[200].content
    expect({ path, status }).toEqual({ path, status: 200 })
    expect({ path, types: Object.keys(described) }).toEqual({
      path,
      types: expect.arrayContaining([headers.get('content-type')?.split(';')[0]]),
    })
  }
})

test('the paths of the gateway are shown as those of the gateway', async () => {
  const { body } = await read('/docs/gateway')
  expect(body).toContain('served by the gateway, on GATEWAY_PORT, as /{service}/{endpoint}')
  expect(body).not.toContain('not served here')
})

test('the reference lists exactly the open doors', async () => {
  await addLinks(server.store, ['a-ferry'])
  const ann = await server.account()
  const { id: fileId } = await ann.ok('files.put', { name: 'ferries.txt', content: 'Two a day.' })
  await ann.ok('files.share', { id: fileId, public: true })
  const { id: imageId } = await ann.ok('images.daily', {})
  const tile = { style: 'road', z: 8, x: 127, y: 85, png: Buffer.from('x'), bytes: 1, etag: '"x"' }
  await server.store.run(server.store.sql('map_tiles').insert({ ...tile, fetched_at: 0, used_at: 0 }))
  // It is deleted by the next purge.
  server.clock.advance(2 * 3_600_000)
  await server.jobs.settle()
  await ann.ok('apps.create', { name: 'Ferries', html: '<p>Two a day.</p>', slug: 'ferries', public: true })
  const { id: postId } = await ann.ok('blog.create', { title: 'Ferries', content: 'Two a day. '.repeat(10) })
  const visitor = await new TestVisitor(server.url).signIn(ann.username)
  await visitor.submit('/social', '/social', { text: 'Two a day.' })
  const { items: posted } = await ann.ok('social.list', {})
  await visitor.submit('/settings/events', '/settings/events/feed', {})
  const calendar = /\/calendar\/([\w-]+)\.ics/.exec((await visitor.get('/settings/events')).html)?.[1] as string
  const { body } = await read('/docs/doors')
  const sections = body.split('<li id=').slice(1)
  expect(sections.length).toBeGreaterThan(10)
  for (const section of sections) {
    const [, verb, path] = /<p class="note"><code>(\w+) (\S+)<\/code>/.exec(section) ?? []
    const concrete = (path as string)
      .replace('{service}/{page}', 'notes/add')
      .replace('{page}', 'notes')
      .replace('/u/{id}', '/u/a-ferry')
      .replace('/files/{id}', `/files/${fileId}`)
      .replace('/images/{id}', `/images/${imageId}`)
      .replace('/apps/{slug}', '/apps/ferries')
      .replace('/blog/{id}', `/blog/${postId}`)
      .replace('/social/{id}', `/social/${posted[0]?.id}`)
      .replace('{calendar}', calendar)
      .replace('{style}/{z}/{x}/{y}', 'road/8/127/85')
      .replace(/\{\w+\}/, 'x')
    const answer = await fetch(server.url + concrete, { method: verb as string, redirect: 'manual' })
    // Served addresses report an unknown record; other addresses do not exist.
    const isThere = answer.status !== 404 || (await answer.text()).includes('"code":"not_found"')
    expect({ path, isThere }).toEqual({ path, isThere: !section.includes('>not served here yet<') })
  }
})
