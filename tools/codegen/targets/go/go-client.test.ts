import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiDocument, type Document } from '#runtime/base/openapi.ts'
import { checkedSandbox } from '#testing/checked-sandbox.ts'
import { startTestServer } from '#testing/server.ts'
import { differencesOf } from '../../../../contract-tests/vectors/compare.ts'
import { scriptedServer } from '../../../../contract-tests/vectors/scripted-server.ts'
import { type Played, readVectors, tableFiles } from '../../../../contract-tests/vectors/vector.ts'
import { startSandbox } from '../../../../src/worlds/sandbox.ts'
import { ensureGo, goEnv } from '../../../setup/go.mjs'
import { operationFacts } from '../../operations.ts'
import { clientMethods } from '../client/methods.ts'
import { smallDocument } from '../client/testing-document.ts'
import { goSample } from '../samples/go.ts'
import { goPackage } from './index.ts'

const root = join(import.meta.dirname, '../../../..')
const generated = join(root, 'generated/clients/go')
const document = await apiDocument()
const maxOutputBytes = 16 * 1024 * 1024

let folder: string
let env: NodeJS.ProcessEnv

/** A machine that has no Go yet, or has compiled nothing with it, takes minutes. */
const timeout = 10 * 60_000

beforeAll(async () => {
  env = goEnv(await ensureGo())
  folder = await mkdtemp(join(tmpdir(), 'onedoor-go-'))
}, timeout)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What a command prints in a folder. Rejects with its output if it fails. */
async function run(cwd: string, program: string, args: string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd, env: { ...env, ...more }, maxBuffer: maxOutputBytes }
  const { stdout } = await promisify(execFile)(program, args, options).catch((failure) =>
    expect.fail(`${program} ${args.join(' ')}:\n${failure.stdout}${failure.stderr}`),
  )
  return stdout
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

async function writeModule(name: string, of: Document): Promise<string> {
  for (const [path, content] of await goPackage(of)) await write(join(folder, name, path), content)
  return join(folder, name)
}

describe('the Go client', { timeout }, () => {
  test('passes go vet and its own tests, and is formatted by gofmt', async () => {
    const module = join(folder, 'whole')
    await cp(generated, module, { recursive: true })
    await cp(join(import.meta.dirname, 'runtime/client_test.go'), join(module, 'client_test.go'))
    expect(await run(module, 'gofmt', ['-l', '.'])).toBe('')
    expect(await run(module, 'go', ['test', '-vet=all', './...'])).toMatch(/^ok/)
  })

  test('gives tests worlds of a running sandbox, which end with them, or of one that it starts', async () => {
    const module = join(folder, 'sandbox')
    await cp(generated, module, { recursive: true })
    await cp(join(import.meta.dirname, 'sandbox/sandbox_test.go'), join(module, 'sandbox/sandbox_test.go'))
    const sandbox = await startSandbox({ host: '127.0.0.1', port: 0 })
    const checked = await checkedSandbox(sandbox.url)
    const tested = run(module, 'go', ['test', './sandbox'], { ONEDOOR_SANDBOX: checked.url })
    expect(await tested.finally(() => Promise.all([checked.stop(), sandbox.stop()]))).toMatch(/^ok/)
    expect(checked.faults).toEqual([])
    for (const id of ['snapshots.rewind', 'model.set', 'mail.bring']) expect(checked.called).toContain(id)
    const command = `#!/bin/sh\necho $$ >> ${folder}/pids\nexec ${process.execPath} ${root}/src/cli.ts "$@"\n`
    await writeFile(join(folder, 'onedoor'), command, { mode: 0o755 })
    const started = { ONEDOOR_SANDBOX: '', PATH: `${folder}:${env.PATH}` }
    expect(await run(module, 'go', ['test', './sandbox'], started)).toMatch(/^ok/)
    const pids = (await readFile(join(folder, 'pids'), 'utf8')).trim().split('\n')
    // One for each test with worlds.
    expect(pids).toHaveLength(4)
    for (const pid of pids) expect(existsSync(`/proc/${pid}`)).toBe(false)
  })

  test('passes every vector', async () => {
    const vectors = await readVectors()
    const server = await scriptedServer(vectors)
    const runner = join(root, 'contract-tests/vectors/go')
    const printed = await run(runner, 'go', ['run', '.', server.baseUrl, ...tableFiles])
    const played: Played[] = printed.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
    const failures = vectors.flatMap((vector, number) =>
      differencesOf(vector, played[number], server.findings(number)).map((found) => `${vector.name}: ${found}`),
    )
    await server.close()
    expect(failures).toEqual([])
    expect(played).toHaveLength(vectors.length)
  })

  test('makes the first call of its README, as its sample does', async () => {
    const server = await startTestServer({ dataDir: await mkdtemp(join(folder, 'data-')) })
    const { token } = await server.account()
    const operation = operationFacts(document).find(({ id }) => id === 'notes.add')
    if (!operation) return expect.fail('there is no notes.add')
    const program = goSample(document, operation, { title: 'Groceries', text: 'Oats, lemons, coffee' })
    const call = /client\.Notes\.Add\([\s\S]*?\}\)/.exec(program)?.[0].replace('context.Background()', 'ctx')
    expect((await readFile(join(generated, 'README.md'), 'utf8')).replace(/\s/g, '')).toContain(
      call?.replace(/,(?=\s*\}\)$)/, '').replace(/\s/g, ''),
    )
    const module = join(folder, 'program')
    await write(join(module, 'main.go'), program.replace('http://localhost:8080', server.url))
    await run(module, 'go', ['mod', 'init', 'program'])
    await run(module, 'go', ['mod', 'edit', '-replace', `onedoor.dev/client=${generated}`])
    await run(module, 'go', ['get', 'onedoor.dev/client'])
    const printed = await run(module, 'go', ['run', '.'], { ONEDOOR_TOKEN: token })
    await server.stop()
    expect(JSON.parse(printed)).toMatchObject({
      note: { title: 'Groceries', text: 'Oats, lemons, coffee' },
      is_new: true,
    })
  })
})

test('the sample of every operation is formatted by gofmt', async () => {
  const operations = operationFacts(document)
  const samples = clientMethods(document, operations).map(async ({ id, example }) => {
    const operation = operations.find((each) => each.id === id)
    if (operation) await write(join(folder, 'samples', `${id}.go`), goSample(document, operation, example.args))
  })
  expect((await Promise.all(samples)).length).toBeGreaterThan(100)
  expect(await run(join(folder, 'samples'), 'gofmt', ['-l', '.'])).toBe('')
})

describe('the Go client of another document', { timeout }, () => {
  test('compiles, formatted, with optional arguments as pointers, enums as constants, and lists in pages', async () => {
    const module = await writeModule('small', smallDocument)
    expect(await run(module, 'gofmt', ['-l', '.'])).toBe('')
    await run(module, 'go', ['vet', '.'])
    const [methods, types] = await Promise.all(
      ['methods.go', 'types.go'].map((name) => readFile(join(module, name), 'utf8')),
    )
    expect(methods).toContain(`
func (m NotesMethods) Add(ctx context.Context, args NotesAddArgs, options ...CallOption) (*NoteSaved, error) {
	return call[NoteSaved](ctx, m.defaults, notesAdd, args, options)
}
`)
    expect(methods).toContain('var routesNearest = &operation{id: "routes.nearest", verb: "GET", path:')
    expect(methods).toContain('Costs 3 credits a call.')
    expect(methods).toContain('args URLListArgs, options ...CallOption) iter.Seq2[URLPair, error] {')
    expect(types).toContain(`type TasksListArgs struct {
	// Only tasks in this status.
	Status *TaskStatus \`json:"status,omitempty"\`
	// How many entries to skip, from 0. (default 0, minimum 0, maximum 1000)
	Offset *int \`json:"offset,omitempty"\`
}
`)
    expect(types).toContain('const (\n\tTaskStatusTodo TaskStatus = "todo"\n\tTaskStatusDone TaskStatus = "done"\n)\n')
  })

  test('marks what is deprecated, and has no two things of the same name', async () => {
    const old = structuredClone(smallDocument)
    const [place] = Object.values(old.paths['/api/v1/notes/add'] ?? {})
    Object.assign(place ?? {}, { deprecated: true, 'x-instead': 'docs.write' })
    const title = old.components.schemas.Note?.properties?.title
    Object.assign(title ?? {}, { deprecated: true })
    const files = await goPackage(old)
    expect(files.get('methods.go')).toContain(
      '//\n// Deprecated: Use `docs.write` instead.\nfunc (m NotesMethods) Add(',
    )
    expect(files.get('types.go')).toContain('\t// Title.\n\t//\n\t// Deprecated: it will be removed.\n\tTitle string')

    const twice = structuredClone(smallDocument)
    twice.components.schemas.Error = { type: 'object', properties: {} }
    Object.assign(twice.components.schemas.Note?.properties ?? {}, { id: { $ref: '#/components/schemas/Error' } })
    await expect(goPackage(twice)).rejects.toThrow('The Go client would have two Error; rename one in the spec')
  })
})
