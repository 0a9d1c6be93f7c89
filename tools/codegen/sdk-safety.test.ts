import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conventionalDocument } from './conventions.ts'
import { foreignDocument } from './foreign-document.ts'
import { writeSdk } from './sdk.ts'
import { scriptedServer } from './targets/client/testing-server.ts'

const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-sdk-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Changed = any

/** The document of another API after a change. */
function changed(change: (document: Changed) => void): Changed {
  const document = structuredClone(foreignDocument)
  change(document)
  return document
}

/** Writes a client into a new folder, which it returns with the files. */
async function written(document: unknown, language: string) {
  const place = await mkdtemp(join(folder, `${language}-`))
  const files = await writeSdk(document, { language })
  for (const [path, content] of files) {
    await mkdir(dirname(join(place, path)), { recursive: true })
    await writeFile(join(place, path), content)
  }
  return { place, files }
}

const find = ({ paths }: Changed) => paths['/books/find'].get
const parameter = (name: string) => (document: Changed) =>
  find(document).parameters.push({ name, in: 'query', schema: { type: 'string' } })
const property = (name: string) => (document: Changed) =>
  Object.assign(document.components.schemas.Book.properties, { [name]: { type: 'string' } })
const id = (operationId: string) => (document: Changed) => Object.assign(find(document), { operationId })
const door = (path: string) => (document: Changed) => {
  const responses = { '200': { description: 'Events', content: { 'text/event-stream': { schema: {} } } } }
  document.paths[path] = { get: { operationId: 'x', 'x-door': true, responses } }
}

const twoForms = (document: Changed) => {
  document.paths['/find'] = document.paths['/books/find']
  door('/books/find')(document)
}

describe('a document whose names would become code is rejected', () => {
  test.each<[string, (document: Changed) => void, string]>([
    ['a version', ({ info }) => Object.assign(info, { version: '1"""\nimport os' }), 'info.version must be'],
    ['a property with a backtick', property('a`b'), 'The property "a`b"'],
    ['a property with a quote', property('a"b'), 'The property "a\\"b"'],
    ['a property with a comma', property('a,omitempty'), 'The property "a,omitempty"'],
    ['a property without a name', property(''), 'The property ""'],
    [
      'bytes beside an argument',
      ({ components }) => Object.assign(components.schemas.Book.properties.isbn, { 'x-bytes': { a: '`' } }),
      'x-bytes must have',
    ],
    ...['per-page', 'page[size]', '$filter', '2fa', 'self', 'cast', 'call', '__x', 'from_'].map(
      (name): [string, (document: Changed) => void, string] => [
        `an argument ${name}`,
        (document) => {
          parameter('from')(document)
          parameter(name)(document)
        },
        `books.find: the argument "${name}"`,
      ],
    ),
    ['a stream', door('/books/x(self): import os #'), 'books.x(self): import os # is no name'],
    ['a stream named like a method', twoForms, 'Two operations would be the method books.find'],
    ...['delete.x', 'follow.x', 'options.x', 'class.x', 'call.x', 'list.x', 'books.deprecated'].map(
      (name): [string, (document: Changed) => void, string] => [name, id(name), 'clients need this name themselves'],
    ),
    ['a method with two underscores', id('books.find__all'), 'operationId must be family.method'],
    [
      'a method beside the pages of a list',
      ({ paths }) => {
        paths['/books/all'] = { get: { ...paths['/books/find'].get, operationId: 'books.find_all', parameters: [] } }
      },
      'books.find_all: clients have a method of this name',
    ],
    ['a schema None', ({ components }) => Object.assign(components.schemas, { None: {} }), 'schemas/None'],
    [
      'a schema of a family',
      ({ components }) => Object.assign(components.schemas, { BooksMethods: {} }),
      'BooksMethods',
    ],
  ])('%s', (_, change, fault) => {
    expect(() => conventionalDocument(changed(change))).toThrow(fault)
  })

  test.each([
    ['parameters', []],
    ['$ref', '#/paths/~1books~1find'],
  ])('what applies to a whole path: %s', (name, value) => {
    const document = changed(({ paths }) => Object.assign(paths['/orders/place'], { [name]: value }))
    expect(() => conventionalDocument(document)).toThrow(`/orders/place: write ${name} of the path in each`)
  })

  test.each(['func', 'import', 'class', 'type', 'main', 'json'])('a client called %s', async (name) => {
    await expect(writeSdk(foreignDocument, { language: 'go', name })).rejects.toThrow(`--name ${name} is no name`)
  })

  test('a schema that is called like the errors of the client', async () => {
    const document = changed(({ components }) => Object.assign(components.schemas, { BookshopError: {} }))
    await expect(writeSdk(document, { language: 'go' })).rejects.toThrow('The client has a type BookshopError')
  })
})

const hostile = changed((document) => {
  const { schemas } = document.components
  const text = 'Books.\rraise SystemExit(7)\u2028raise SystemExit(8)\0"""\\'
  Object.assign(schemas.Book, { description: text })
  Object.assign(schemas.Book.properties.isbn, { description: text })
  const values = ['United States of America', 'It\'s "Any" {__import__("os")}', '\\"] or Exit #']
  schemas.Country = { description: text, enum: values }
  schemas.Book.properties.country = { $ref: '#/components/schemas/Country' }
  parameter('country')(document)
  find(document).parameters.at(-1).schema = { $ref: '#/components/schemas/Country' }
  Object.assign(find(document), { description: text, summary: text, deprecated: true, 'x-instead': text })
})

test.each(['typescript', 'python', 'go'])('a client in %s has the licence of its runtime', async (language) => {
  const files = await writeSdk(foreignDocument, { language })
  expect(files.get('LICENSE')).toBe(await readFile(join(import.meta.dirname, '../../LICENSE'), 'utf8'))
})

describe('texts and values of a document', () => {
  test('stay texts in Python', async () => {
    const { place } = await written(hostile, 'python')
    const program = `
import typing, bookshop.types, bookshop.families, bookshop.async_families
print(*typing.get_args(bookshop.types.Country), sep="\\n")`
    const { stdout } = await run('python3', ['-B', '-c', program], { cwd: place })
    expect(stdout.trimEnd().split('\n')).toEqual(hostile.components.schemas.Country.enum)
  })

  test('that contain our name are sent as they are', async () => {
    const document = changed(({ components, paths }) => {
      components.schemas.OrdersPlaceArgs.properties.Onedoor_ID = { enum: ['onedoor', 'ONEDOOR'] }
      components.schemas.OnedoorBook = { ...components.schemas.Book, description: 'The book of onedoor.' }
      components.schemas.BookPage.properties.result.properties.items.items.$ref = '#/components/schemas/OnedoorBook'
      paths['/onedoor/place'] = paths['/orders/place']
      delete paths['/orders/place']
    })
    const all = await Promise.all(
      ['typescript', 'python', 'go'].map(async (language) =>
        [...(await writeSdk(document, { language })).values()].join(),
      ),
    )
    const sent = ['/onedoor/place', 'Onedoor_ID', 'ONEDOOR', 'OnedoorBook', 'The book of onedoor.']
    for (const text of all) {
      expect(sent.filter((name) => !text.includes(name))).toEqual([])
      expect(text.match(/qnedqqr|onedoorerror/i)).toBeNull()
    }
  })
})

test.each(['typescript', 'python', 'go'])('a client of another API in %s has no worlds for tests', async (language) => {
  const files = await writeSdk(
    changed(() => undefined),
    { language },
  )
  expect([...files].filter(([path, text]) => /sandbox/i.test(path + text)).map(([path]) => path)).toEqual([])
})

test('names that differ in a document differ in Go, and begin as names do', async () => {
  const document = changed((whole) => {
    const responses = whole.paths['/orders/place'].post.responses
    for (const operationId of ['event.stream', 'random.id', 'g.o']) {
      whole.paths[`/x/${operationId}`] = { get: { operationId, security: [], responses } }
    }
    property('2fa')(whole)
  })
  const files = await writeSdk(document, { language: 'go' })
  const source = [...files].flatMap(([path, text]) => (path.endsWith('.go') ? text : [])).join('\n')
  const names = [...source.matchAll(/^(?:func|var|type|const) (\w+)/gm)].map(([, name = '']) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(names).toEqual(expect.arrayContaining(['eventStreamOperation', 'randomIDOperation', 'goOperation']))
  expect(source).toContain('X2Fa')
  const twice = changed((whole) => {
    property('@id')(whole)
    property('id')(whole)
  })
  await expect(writeSdk(twice, { language: 'go' })).rejects.toThrow('Book would have two ID')
})

describe('a call to a server that documents no idempotency keys', () => {
  const lost = [{ status: 503, body: { error: 'Down.', code: 'unavailable' } }]
  const keyed = changed(({ paths }) => {
    const header = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }
    Object.assign(paths['/orders/place'].post, { parameters: [header] })
  })
  const answer = { body: { result: { order: 'o1', copies: 1 } } }

  test.each([
    ['is not repeated', foreignDocument, lost, 1],
    ['that documents them is repeated with its key', keyed, [...lost, answer], 2],
  ])('%s', async (_, document, replies, attempts) => {
    for (const language of ['typescript', 'python']) {
      const { place } = await written(document, language)
      const server = await scriptedServer(...replies)
      if (language === 'typescript') {
        const { createClient } = await import(/* @vite-ignore */ pathToFileURL(join(place, 'index.js')).href)
        await createClient({ baseUrl: server.baseUrl, token: 't' }).orders.place({ isbn: '1' }).catch(String)
      } else {
        const call = `Client("${server.baseUrl}", "t", _hooks=hooks).orders.place(isbn="1")`
        const program = `
from bookshop import BookshopError, Client
from bookshop._transport import Hooks
import time
hooks = Hooks(monotonic=time.monotonic, now=time.time, sleep=lambda seconds: None, random=lambda: 0.0)
try:
    ${call}
except BookshopError:
    pass`
        await run('python3', ['-B', '-c', program], { cwd: place })
      }
      await server.close()
      expect(server.seen).toHaveLength(attempts)
      const keys = new Set(server.seen.map(({ headers }) => headers['idempotency-key']))
      expect([...keys]).toEqual([attempts === 1 ? undefined : expect.any(String)])
    }
  })

  test('is marked in Go', async () => {
    const [plain, with_] = await Promise.all([foreignDocument, keyed].map((of) => writeSdk(of, { language: 'go' })))
    expect(plain?.get('methods.go')).toContain('path: "/orders/place", retry: "unsafe", unkeyed: true}')
    expect(with_?.get('methods.go')).toContain('path: "/orders/place", retry: "unsafe"}')
  })
})
