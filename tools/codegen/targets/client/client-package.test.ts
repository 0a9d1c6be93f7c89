import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientPackage } from './index.ts'
import { smallDocument } from './testing-document.ts'
import { scriptedServer } from './testing-server.ts'

const root = join(import.meta.dirname, '../../../..')
const generated = join(root, 'generated/client')
const compiler = join(root, 'node_modules/typescript7/bin/tsc')
const run = promisify(execFile)

let files: Map<string, string>
let folder: string

beforeAll(async () => {
  files = await clientPackage(smallDocument)
  folder = await mkdtemp(join(tmpdir(), 'onedoor-client-'))
  for (const [path, content] of files) {
    const target = join(folder, 'node_modules/@onedoor/client', path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content)
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function fileOf(path: string): string {
  return files.get(path) ?? ''
}

describe('the table', () => {
  test('has a row per operation, with how it is called and repeated', () => {
    expect(fileOf('index.js')).toContain(`
export const agent = {
  ask_named: { verb: 'POST', path: '/agent/{name}', retry: 'unsafe', bare: true, events: progress },
}

export const images = {
  list: { verb: 'GET', path: '/api/v1/images/list', retry: 'safe', paging: { argument: 'cursor', next: 'next_cursor' } },
  download: { verb: 'GET', path: '/images/{id}', retry: 'safe', call: download },
}

export const notes = {
  add: { verb: 'POST', path: '/api/v1/notes/add', retry: 'idempotent' },
  list: { verb: 'GET', path: '/api/v1/notes/list', retry: 'safe' },
  stream: { verb: 'GET', path: '/notes/stream', retry: 'safe', call: follow },
}

export const routes = {
  nearest: { verb: 'GET', path: '/api/v1/routes/nearest', retry: 'safe', metered: true },
}

export const tasks = {
  list: { verb: 'GET', path: '/api/v1/tasks/list', retry: 'safe', paging: { argument: 'offset', next: 'next_offset' } },
}

export const text = {
  translate: { verb: 'POST', path: '/api/v1/text/translate', retry: 'safe' },
}

export const url = {
  list: { verb: 'POST', path: '/v1/url/List', retry: 'safe', bare: true, paging: { argument: 'offset', next: 'nextOffset', list: 'urlPairs' } },
}

export function createClient(options) {
  return buildClient({ agent, images, notes, routes, tasks, text, url }, options)
}
`)
  })

  test('has no doors but streams of events and of bytes: the others are for browsers and monitors', () => {
    const all = [...files.values()].join()
    for (const path of ['/health/live', '/tiles/', "path: '/notes'"]) expect(all).not.toContain(path)
  })
})

describe('the types', () => {
  test('include what the document says about methods and arguments', () => {
    const types = fileOf('index.d.ts')
    expect(types).toContain(`export interface NotesAddArgs {
  /**
   * Title of the note.
   *
   * @maxLength 200
   */
  title: string
  /** The text. */
  text: string
}`)
    expect(types).toContain(`  /**
   * Summary of notes.add
   *
   * Writes a note.
   * It never ends a comment: *\\/.
   *
   * Needs a token of an account.
   *
   * @example await onedoor.notes.add({ title: 'Ben\\'s list', text: 'Oats, lemons, coffee' })
   */
  readonly add: Method<NotesAddArgs, NoteSaved>`)
    expect(types).toContain(`   * The price varies and is charged for each page.
   *
   * @deprecated Use \`notes.add\` instead. It may be missing from 2027-06-30 on.
   *`)
    expect(types).toContain('   * Size of the copy.\n   *\n   * @deprecated\n   */\n  size?: string')
    expect(types).toContain('Costs 3 credits a call.')
    expect(types).toContain('The price varies and is charged for each page.')
    expect(types).toContain('  /** Private notes, addressed by their title. */\n  readonly notes: NotesMethods')
    expect(types).toContain('  /** Only tasks in this status. */\n  status?: TaskStatus')
    expect(types).toContain('   * @default 0\n   * @minimum 0\n   * @maximum 1000\n')
  })

  test('let a correct program compile and reject each wrong line', async () => {
    const faults = await compile(`
import { clientOf, createClient, notes, OnedoorError, type Note, tasks, type TaskStatus } from '@onedoor/client'

const onedoor = createClient({ baseUrl: 'http://onedoor.example', token: async () => 'od_abc', retries: 1 })
const { note, is_new } = await onedoor.notes.add({ title: 'x', text: 'y' }, { timeoutMs: 5, signal: AbortSignal.timeout(5) })
export const title: string = note.title
export const isNew: boolean = is_new
export const same: Note = note
await onedoor.notes.list()
for await (const task of onedoor.tasks.list.all({ status: 'done' })) {
  const status: TaskStatus = task.status
  const weight: number | undefined = task.labels?.home
  console.log(status, weight)
}
for await (const link of onedoor.url.list.all({ tag: 'ferries' })) link.shortURL satisfies string
for await (const image of onedoor.images.list.all()) image.toUpperCase()
const { thread } = await onedoor.agent.ask_named({ name: 'librarian', prompt: 'Hello' })
export const maybe: string | undefined = thread
const answer = await onedoor.notes.add.raw({ title: 'x', text: 'y' })
if (answer.ok) answer.body.result.note.title satisfies string
else console.log(answer.status, answer.headers.get('x-request-id'))
const bare = await onedoor.agent.ask_named.raw({ name: 'librarian', prompt: 'Hello' })
if (bare.ok) bare.body.text satisfies string
for await (const { event, data } of onedoor.agent.ask_named.events({ name: 'librarian', prompt: 'Hello' })) {
  event satisfies string
  data satisfies unknown
}
for await (const { id } of onedoor.notes.stream({}, { lastEventId: '1' })) id satisfies string | undefined
const picture: Response = await onedoor.images.download({ id: 'image_01' }, { timeoutMs: 5 })
export const bytes: ReadableStream | null = picture.body
try {
  await onedoor.text.translate({ text: 'Hello' })
} catch (error) {
  if (error instanceof OnedoorError && error.code === 'not_found') console.log(error.details[0]?.path)
}
const small = clientOf({ notes, work: tasks }, { baseUrl: 'http://onedoor.example', pay: async ({ required }) => (required ? { 'x-payment': 'x' } : undefined) })
const { items } = await small.notes.list()
items.map((note): string => note.title)
for await (const task of small.work.list.all()) task.status satisfies TaskStatus
createClient({ baseUrl: 'http://onedoor.example', session: { csrfToken: () => 'x' } })

// @ts-expect-error no such family in this client
small.tasks
// @ts-expect-error not a family
clientOf({ notes: { list: 1 } }, { baseUrl: 'http://onedoor.example' })
// @ts-expect-error baseUrl is missing
createClient({ token: 'od_abc' })
// @ts-expect-error text is missing
await onedoor.notes.add({ title: 'x' })
// @ts-expect-error all arguments are missing
await onedoor.notes.add()
// @ts-expect-error where it leads is missing
await onedoor.url.create({})
// @ts-expect-error no such argument
await onedoor.notes.add({ title: 'x', text: 'y', colour: 'red' })
// @ts-expect-error wrong type
await onedoor.notes.add({ title: 1, text: 'y' })
// @ts-expect-error no such status
await onedoor.tasks.list({ status: 'later' })
// @ts-expect-error the method takes nothing
await onedoor.notes.list({ limit: 1 })
// @ts-expect-error not a list in pages
onedoor.notes.list.all()
// @ts-expect-error no such method
await onedoor.notes.burn()
// @ts-expect-error the method has no progress
onedoor.notes.add.events({ title: 'x', text: 'y' })
// @ts-expect-error a stream is no promise with a body
onedoor.notes.stream.raw()
// @ts-expect-error the id is missing
await onedoor.images.download()
// @ts-expect-error only a stream continues after an event
await onedoor.notes.list({}, { lastEventId: '1' })
// @ts-expect-error no such field
note.colour
// @ts-expect-error a failing response has no result
answer.body.result
`)
    expect(faults).toEqual([])
  })

  test('refuse a schema named like a type of the client, instead of hiding one of the two', async () => {
    const document = structuredClone(smallDocument)
    document.components.schemas.Method = { type: 'object', properties: { id: { type: 'string' } } }
    Object.assign(document.components.schemas.Note?.properties ?? {}, { id: { $ref: '#/components/schemas/Method' } })
    await expect(clientPackage(document)).rejects.toThrow('The schema Method has the name of a type of the client')
  })
})

describe('the package', () => {
  const resolutions = [
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const

  test.each(resolutions)(
    'compiles strictly with its declarations as %s modules, resolved by %s',
    async (module, by) => {
      const program = join(folder, 'whole')
      await mkdir(program, { recursive: true })
      await cp(generated, join(program, 'node_modules/@onedoor/client'), { recursive: true })
      await writeFile(
        join(program, 'program.mts'),
        `import { createClient } from '@onedoor/client'
const onedoor = createClient({ baseUrl: 'http://onedoor.example' })
for await (const thread of onedoor.inbox.read.all()) thread.subject satisfies string
// @ts-expect-error the declarations are found: text is missing
await onedoor.notes.add({ title: 'x' })
await onedoor.files.put({ name: 'a.bin', content: new Blob(['a']) })
await onedoor.images.upload({ data: new Uint8Array([1]) })
// @ts-expect-error not an argument that takes bytes
await onedoor.notes.add({ title: 'x', text: new Uint8Array([1]) })
`,
      )
      const strict =
        '--noEmit --ignoreConfig --strict --exactOptionalPropertyTypes --skipLibCheck false --types --target es2022'
      const args = [
        ...strict.split(' '),
        '--lib',
        'es2022,dom,dom.iterable',
        '--module',
        module,
        '--moduleResolution',
        by,
      ]
      await run(process.execPath, [compiler, ...args, 'program.mts'], { cwd: program }).catch(({ stdout }) =>
        expect.fail(stdout),
      )
    },
  )

  test('is the same for the same document', async () => {
    expect(await clientPackage(smallDocument)).toEqual(files)
  })

  test('imports nothing but its own files, by names that plain JavaScript has', () => {
    let imports = 0
    for (const [path, content] of files) {
      if (!path.endsWith('.js') && !path.endsWith('.d.ts')) continue
      for (const [, target = ''] of content.matchAll(/from ['"]([^'"]+)['"]/g)) {
        imports += 1
        const imported = join(dirname(path), target)
        expect(target).toMatch(/^\.\.?\/.*\.js$/)
        expect([...files.keys()]).toContain(path.endsWith('.d.ts') ? imported.replace(/\.js$/, '.d.ts') : imported)
      }
    }
    expect(imports).toBeGreaterThan(20)
  })

  test('has the version of the API and shows a first call with its result', () => {
    expect(JSON.parse(fileOf('package.json'))).toMatchObject({
      name: '@onedoor/client',
      version: '1.4.0',
      type: 'module',
    })
    expect(fileOf('runtime/version.js')).toContain("version = '1.4.0'")
    expect(fileOf('README.md')).toContain('of onedoor.notes.stream()) console.log(event, data)')
    expect(fileOf('README.md')).toContain("onedoor.agent.ask_named.events({ name: 'librarian', prompt: 'Hello' })")
    expect(fileOf('README.md')).toContain("await onedoor.images.download({ id: 'image_01' })")
    expect(fileOf('README.md')).toContain('```sh\nnpm install ../onedoor/generated/client\n```')
    expect(fileOf('README.md')).toContain(
      `await onedoor.notes.add({ title: 'Ben\\'s list', text: 'Oats, lemons, coffee' })`,
    )
    expect(fileOf('README.md')).toContain(
      `{ note: { id: 'note_01', title: 'Groceries', text: 'Oats, lemons, coffee' }, is_new: true }`,
    )
  })

  test('runs from where it is installed', async () => {
    const server = await scriptedServer({ body: { result: { items: ['a'] } } })
    const entry = pathToFileURL(join(folder, 'node_modules/@onedoor/client/index.js')).href
    const { createClient } = await import(/* @vite-ignore */ entry)
    expect(await createClient({ baseUrl: server.baseUrl }).images.list({ cursor: 'c' })).toEqual({ items: ['a'] })
    expect(server.seen[0]?.address).toBe('/api/v1/images/list?cursor=c')
    await server.close()
  })
})

/** Compiles a program beside the installed package; its faults, one line each. */
async function compile(source: string): Promise<string[]> {
  const program = join(folder, 'program.ts')
  await writeFile(program, source)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const compilation = ts.createProgram([program], {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'],
    types: [],
  })
  return ts.getPreEmitDiagnostics(compilation).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
    return `${file?.fileName ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}
