import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conventionalDocument } from './conventions.ts'
import { foreignDocument } from './foreign-document.ts'
import { writeSdk } from './sdk.ts'
import { scriptedServer } from './targets/client/testing-server.ts'

const run = promisify(execFile)
const compiler = join(import.meta.dirname, '../../node_modules/typescript7/bin/tsc')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-sdk-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function writtenTo(place: string, language: string): Promise<Map<string, string>> {
  const files = await writeSdk(foreignDocument, { language })
  for (const [path, content] of files) {
    await mkdir(dirname(join(place, path)), { recursive: true })
    await writeFile(join(place, path), content)
  }
  return files
}

/** What the writers wrote: the licence of the runtime names its owner in every client. */
const wordsOf = (files: Map<string, string>) =>
  [...files].map(([path, text]) => (path === 'LICENSE' ? '' : text)).join('')

const replies = [
  { body: { result: { items: [{ isbn: '1' }], next_cursor: 'c' } } },
  { body: { result: { items: [{ isbn: '2' }] } } },
  { body: { result: { order: 'o7', copies: 2 } } },
  { status: 404, body: { error: 'This book is not sold.', code: 'not_found' } },
]
const printed = ['1', '2', 'o7', 'BookshopError not_found This book is not sold.'].join('\n')
const addresses = ['/books/find?title=sea', '/books/find?title=sea&cursor=c', '/orders/place', '/orders/place']

describe('a client of another API with the same conventions', () => {
  test('in TypeScript is typed, makes calls, follows pages and has errors', async () => {
    const place = join(folder, 'node_modules/bookshop-client')
    const files = await writtenTo(place, 'typescript')
    expect(JSON.parse(files.get('package.json') ?? '').name).toBe('bookshop-client')
    expect(files.get('README.md')).toContain('process.env.BOOKSHOP_TOKEN')
    expect(wordsOf(files).match(/^.*onedoor(?! sdk`).*$/gim)).toBeNull()
    const server = await scriptedServer(...replies)
    await writeFile(
      join(folder, 'program.mts'),
      `import { BookshopError, createClient } from 'bookshop-client'
const shop = createClient({ baseUrl: '${server.baseUrl}', token: 't1' })
for await (const { isbn } of shop.books.find.all({ title: 'sea' })) console.log(isbn)
const { order }: { order: string } = await shop.orders.place({ isbn: '1', copies: 2 })
console.log(order)
await shop.orders.place({ isbn: '3' }).catch((error) => {
  if (error instanceof BookshopError) console.log(error.name, error.code, error.message)
})
// @ts-expect-error
const wrong = () => shop.orders.place({ copies: 2 })
`,
    )
    const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom']
    const [{ stdout }] = await Promise.all([
      run(process.execPath, ['program.mts'], { cwd: folder }),
      run(process.execPath, [compiler, ...strict, '--types', '', 'program.mts'], { cwd: folder }),
    ])
    await server.close()
    expect(stdout.trim()).toBe(printed)
    expect(server.seen.map(({ address }) => address)).toEqual(addresses)
    expect(server.seen.at(-1)?.headers.authorization).toBe('Bearer t1')
  })

  test('in Python makes calls, follows pages and has errors', async () => {
    const place = join(folder, 'python')
    await writtenTo(place, 'python')
    const server = await scriptedServer(...replies)
    const program = `
from bookshop import BookshopError, Client
shop = Client("${server.baseUrl}", "t1")
for book in shop.books.find_all(title="sea"):
    print(book["isbn"])
print(shop.orders.place(isbn="1", copies=2)["order"])
try:
    shop.orders.place(isbn="3")
except BookshopError as error:
    print(type(error).__name__, error.code, error)
`
    const { stdout } = await run('python3', ['-B', '-c', program], { cwd: place })
    await server.close()
    expect(stdout.trim()).toBe(printed)
    expect(server.seen.map(({ address }) => address)).toEqual(addresses)
  })

  test('in Go has its own name', async () => {
    const files = await writeSdk(foreignDocument, { language: 'go' })
    expect(files.get('go.mod')).toContain('module example.com/bookshop-client\n')
    expect(files.get('methods.go')).toContain('package bookshop\n')
    expect(wordsOf(files).match(/^.*onedoor(?! sdk`).*$/gim)).toBeNull()
  })

  test('is named after the title of the document, or as requested', async () => {
    const named = await writeSdk(foreignDocument, { language: 'python', name: 'books' })
    expect(named.has('books/__init__.py')).toBe(true)
    expect(named.get('books/errors.py')).toContain('class BooksError(')
    for (const name of ['', 'Books', 'my-books', '../x', 'b'.repeat(41)]) {
      await expect(writeSdk(foreignDocument, { language: 'python', name })).rejects.toThrow(`--name ${name} is no name`)
    }
    const untitled = { ...foreignDocument, info: { title: '42', version: '1' } }
    await expect(writeSdk(untitled, { language: 'python' })).rejects.toThrow('The title "42" gives no name')
  })

  test('is written in a language that there is', async () => {
    for (const language of ['cobol', 'constructor']) {
      await expect(writeSdk(foreignDocument, { language })).rejects.toThrow(
        `--language ${language} is not available: use one of typescript, python, go`,
      )
    }
  })
})

describe('a document', () => {
  test('is not changed, and receives what it does not say', () => {
    const { paths } = conventionalDocument(foreignDocument)
    expect(JSON.stringify(foreignDocument)).not.toContain('x-')
    expect(paths['/books/find']?.get).toMatchObject({ 'x-needs': 'open', 'x-kind': 'read', 'x-retry': 'safe' })
    expect(paths['/orders/place']?.post).toMatchObject({ 'x-needs': 'caller', 'x-kind': 'write', 'x-retry': 'unsafe' })
  })

  test.each<[string, (document: any) => void, string]>([
    [
      'another verb',
      ({ paths }) => Object.assign(paths['/a/b'], { put: paths['/a/b'].post }),
      'PUT /a/b: use GET or POST',
    ],
    [
      'an id without a family',
      ({ paths }) => Object.assign(paths['/a/b'].post, { operationId: 'place' }),
      'family.method',
    ],
    ['an id twice', ({ paths }) => Object.assign(paths, { '/c': paths['/a/b'] }), 'a.b is used twice'],
    [
      'a response without JSON',
      ({ paths }) => Object.assign(paths['/a/b'].post, { responses: {} }),
      'responses needs 200',
    ],
    [
      'a form as body',
      ({ paths }) => Object.assign(paths['/a/b'].post, { requestBody: { content: {} } }),
      'requestBody needs',
    ],
    ['a schema elsewhere', ({ paths }) => Object.assign(paths, { '/c': { $ref: 'c.json' } }), '$ref c.json'],
    [
      'a schema with a name that is no type',
      ({ components }) => Object.assign(components.schemas, { 'a b': {} }),
      'schemas/a b',
    ],
    ['an unknown need', ({ paths }) => Object.assign(paths['/a/b'].post, { 'x-needs': 'x' }), 'x-needs must be'],
    ['no operations', (document) => Object.assign(document, { paths: {} }), 'paths has no operation'],
  ])('with %s is rejected with its place', (_, spoil, fault) => {
    const post = { ...foreignDocument.paths['/orders/place'].post, operationId: 'a.b' }
    const document = structuredClone({ ...foreignDocument, paths: { '/a/b': { post } } })
    spoil(document)
    expect(() => conventionalDocument(document)).toThrow(fault)
  })

  test.each([null, [], {}, { openapi: '2.0', paths: {} }, { openapi: '3.0.0' }, 'text'])(
    'that is %j is rejected',
    (given) => {
      expect(() => conventionalDocument(given)).toThrow('not an OpenAPI 3 document')
    },
  )
})
