import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../src/testing/program.ts'
import { installBoard } from './board.ts'
import { documentFile, emptyFolder, isThere, run, workFolder } from './tools.ts'

/** A server to call, and a token for it. */
export interface Target {
  readonly baseUrl: string
  readonly token: string
}

/** A generator of somebody else or a frontend, and how it is proved. */
export interface Consumer {
  /** Name, and version if it has one. */
  readonly name: string
  /** The programs that it takes. */
  readonly needs: readonly string[]
  /** Generates, compiles and, where there is a target, calls it. @throws Error if any of it fails */
  prove(target: Target): Promise<void>
}

const generator = 'org.openapitools:openapi-generator-cli:7.17.0'
const heyApi = '@hey-api/openapi-ts@0.99.0'
const typescript = 'typescript@5.9.3'
const pythonClient = 'openapi-python-client==0.29.1'
const postmanConverter = 'openapi-to-postmanv2@6.3.3'
const oapiCodegen = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.0'

const strict = '--noEmit --strict --target es2022 --lib es2022,dom,dom.iterable'.split(' ')

async function openapiTypescript(): Promise<void> {
  const folder = await emptyFolder('openapi-typescript')
  const bin = (name: string) => join(root, 'node_modules', name)
  await run(process.execPath, [bin('openapi-typescript/bin/cli.js'), documentFile, '-o', join(folder, 'api.d.ts')])
  const program = `import type { paths } from './api.js'
type Body<Path extends keyof paths, Verb extends keyof paths[Path]> = paths[Path][Verb]
export type Add = NonNullable<Body<'/api/v1/notes/add', 'post'>>
`
  await writeFile(join(folder, 'use.ts'), program)
  await run(process.execPath, [
    bin('typescript/bin/tsc'),
    '--ignoreConfig',
    ...strict,
    '--module',
    'nodenext',
    '--moduleResolution',
    'nodenext',
    join(folder, 'use.ts'),
  ])
}

/** npm tools in a separate folder: they need another TypeScript than the product. */
async function npmTools(): Promise<string> {
  const folder = join(workFolder, 'npm')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  await run('npm', ['install', '--no-audit', '--no-fund', heyApi, typescript], { cwd: folder })
  return join(folder, 'node_modules')
}

async function heyApiClient({ baseUrl, token }: Target): Promise<void> {
  const modules = await npmTools()
  const folder = await emptyFolder('hey-api')
  await run(process.execPath, [join(modules, '@hey-api/openapi-ts/bin/run.js'), '-i', documentFile, '-o', folder])
  const program = `import { client } from './client.gen'
import { notesAdd } from './sdk.gen'
client.setConfig({ baseUrl: ${JSON.stringify(baseUrl)}, auth: ${JSON.stringify(token)} })
const { data } = await notesAdd({ body: { title: 'hey-api', text: 'x' } })
if (data?.result.note.title !== 'hey-api') throw new Error('no note came back')
`
  await writeFile(join(folder, 'use.ts'), program)
  const check = [...strict, '--module', 'esnext', '--moduleResolution', 'bundler', join(folder, 'use.ts')]
  await run(process.execPath, [join(modules, 'typescript/bin/tsc'), ...check])
  // The generated imports have no file names: a bundler resolves them, as the users of this generator have one.
  const { build } = await import('vite')
  await build({
    logLevel: 'error',
    build: { ssr: join(folder, 'use.ts'), outDir: join(folder, 'out'), target: 'esnext' },
  })
  await run(process.execPath, [join(folder, 'out/use.js')])
}

async function pythonClientPackage({ baseUrl, token }: Target): Promise<void> {
  const venv = join(workFolder, 'python')
  const python = join(venv, 'bin/python')
  if (!(await isThere(python))) await run('python3', ['-m', 'venv', venv])
  await run(python, ['-m', 'pip', 'install', '--quiet', pythonClient])
  const folder = await emptyFolder('openapi-python-client')
  const output = join(folder, 'onedoor_client')
  await run(join(venv, 'bin/openapi-python-client'), [
    'generate',
    ...['--path', documentFile, '--output-path', output, '--meta', 'none'],
  ])
  await run(python, ['-m', 'compileall', '-q', output])
  const program = `
from onedoor_client import AuthenticatedClient
from onedoor_client.api.notes import notes_add
from onedoor_client.models import NotesAddArgs
client = AuthenticatedClient(base_url=${JSON.stringify(baseUrl)}, token=${JSON.stringify(token)})
saved = notes_add.sync(client=client, body=NotesAddArgs(title="python", text="x"))
assert saved.result.note.title == "python", saved
`
  await run(python, ['-c', program], { cwd: folder })
}

async function goClient({ baseUrl, token }: Target): Promise<void> {
  const bin = join(workFolder, 'go-bin')
  await mkdir(bin, { recursive: true })
  await run('go', ['install', oapiCodegen], { env: { GOBIN: bin } })
  const folder = await emptyFolder('oapi-codegen')
  await mkdir(join(folder, 'onedoor'))
  await run('go', ['mod', 'init', 'consumers'], { cwd: folder })
  const api = join(folder, 'onedoor/api.go')
  await run(join(bin, 'oapi-codegen'), ['-generate', 'types,client', '-package', 'onedoor', '-o', api, documentFile])
  const program = `package main

import (
	"consumers/onedoor"
	"context"
	"net/http"
)

func main() {
	token := func(_ context.Context, req *http.Request) error {
		req.Header.Set("Authorization", "Bearer ${token}")
		return nil
	}
	client, err := onedoor.NewClientWithResponses(${JSON.stringify(baseUrl)}, onedoor.WithRequestEditorFn(token))
	if err != nil {
		panic(err)
	}
	body := onedoor.NotesAddJSONRequestBody{Title: "go", Text: "x"}
	saved, err := client.NotesAddWithResponse(context.Background(), &onedoor.NotesAddParams{}, body)
	if err != nil || saved.JSON200 == nil || saved.JSON200.Result.Note.Title != "go" {
		panic(saved)
	}
}
`
  await writeFile(join(folder, 'main.go'), program)
  await run('go', ['mod', 'tidy'], { cwd: folder })
  await run('go', ['run', '.'], { cwd: folder })
}

async function tasksBoard(): Promise<void> {
  const board = await installBoard('tasks-board')
  await board.checkTypes()
  await board.test()
}

/** What a Postman collection says of a request, or of a folder of them. */
interface PostmanItem {
  readonly name: string
  readonly item?: readonly PostmanItem[]
  readonly request?: {
    readonly method: string
    readonly url: { readonly host: readonly string[]; readonly path: readonly string[] }
    readonly header: readonly { readonly key: string; readonly value: string }[]
    readonly body?: { readonly raw: string }
    readonly auth?: { readonly type: string }
  }
}

async function postmanCollection({ baseUrl, token }: Target): Promise<void> {
  const folder = await emptyFolder('postman')
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...quiet, postmanConverter], { cwd: folder })
  const file = join(folder, 'collection.json')
  const options = 'folderStrategy=Tags,parametersResolution=Example'
  const converter = join(folder, 'node_modules/openapi-to-postmanv2/bin/openapi2postmanv2.js')
  await run(process.execPath, [converter, '-s', documentFile, '-o', file, '-O', options])
  const { item } = JSON.parse(await readFile(file, 'utf8')) as { item: PostmanItem[] }
  const all = (items: readonly PostmanItem[]): PostmanItem[] =>
    items.flatMap((each) => all(each.item ?? []).concat(each))
  const requests = all(item).flatMap(({ request }) => (request ? [request] : []))
  const { paths } = JSON.parse(await readFile(documentFile, 'utf8')) as { paths: Record<string, object> }
  const described = Object.values(paths).flatMap((verbs) =>
    Object.keys(verbs).filter((verb) => /^(get|post)$/.test(verb)),
  )
  if (requests.length !== described.length) throw new Error(`${requests.length} of ${described.length} operations`)
  const add = requests.find(({ url }) => url.path.join('/') === 'api/v1/notes/add')
  if (add?.auth?.type !== 'bearer' || !add.body) throw new Error('notes.add has no token or no example')
  const response = await fetch([...add.url.host, ...add.url.path].join('/').replace('{{baseUrl}}', baseUrl), {
    method: add.method,
    headers: [
      ...add.header.map(({ key, value }): [string, string] => [key, value]),
      ['Authorization', `Bearer ${token}`],
    ],
    body: add.body.raw,
  })
  if (response.status !== 200) throw new Error(`notes.add returned ${response.status}: ${await response.text()}`)
}

/** Where a target of openapi-generator differs, and how its code is compiled. */
interface Language {
  readonly target: string
  readonly needs: readonly string[]
  readonly properties?: string
  compile(folder: string): Promise<unknown>
}

const languages: readonly Language[] = [
  {
    target: 'go',
    needs: ['go'],
    // Without it two enums with the same word are one name.
    properties: 'enumClassPrefix=true',
    async compile(folder) {
      await rm(join(folder, 'test'), { recursive: true, force: true })
      await run('go', ['mod', 'tidy'], { cwd: folder })
      await run('go', ['build', './...'], { cwd: folder })
    },
  },
  { target: 'java', needs: ['mvn'], compile: (cwd) => run('mvn', ['-q', '-DskipTests', 'compile'], { cwd }) },
  {
    target: 'rust',
    needs: ['cargo'],
    compile: (cwd) => run('cargo', ['check', '--quiet'], { cwd, env: { CARGO_TARGET_DIR: join(workFolder, 'cargo') } }),
  },
  {
    target: 'typescript-fetch',
    needs: ['npm'],
    async compile(folder) {
      const tsc = join(await npmTools(), 'typescript/bin/tsc')
      const check = [...strict, '--module', 'esnext', '--moduleResolution', 'bundler', join(folder, 'index.ts')]
      await run(process.execPath, [tsc, ...check])
    },
  },
  {
    target: 'python',
    needs: ['python3'],
    compile: (folder) => run('python3', ['-m', 'compileall', '-q', join(folder, 'openapi_client')]),
  },
]

async function generatorJar(): Promise<string> {
  const [, name, version] = generator.split(':')
  await run('mvn', ['-q', 'dependency:copy', `-Dartifact=${generator}`, `-DoutputDirectory=${workFolder}`])
  return join(workFolder, `${name}-${version}.jar`)
}

const fromGenerator = ({ target, needs, properties, compile }: Language): Consumer => ({
  name: `openapi-generator ${generator.split(':').at(-1)}, ${target}${properties ? ` (${properties})` : ''}`,
  needs: ['java', 'mvn', ...needs],
  async prove() {
    const folder = await emptyFolder(`generator-${target}`)
    const options = properties ? ['--additional-properties', properties] : []
    await run('java', [
      '-jar',
      await generatorJar(),
      'generate',
      '-i',
      documentFile,
      '-g',
      target,
      '-o',
      folder,
      ...options,
    ])
    await compile(folder)
  },
})

/** The example of a frontend, and every generator that the document is held against, the quickest first. */
export const consumers: readonly Consumer[] = [
  { name: 'tasks-board, with a sandbox only', needs: [], prove: tasksBoard },
  { name: 'openapi-typescript 7.13.0', needs: [], prove: openapiTypescript },
  { name: heyApi.replace(/@(?=\d)/, ' '), needs: ['npm'], prove: heyApiClient },
  { name: pythonClient.replace('==', ' '), needs: ['python3'], prove: pythonClientPackage },
  { name: postmanConverter.replace('@', ' '), needs: ['npm'], prove: postmanCollection },
  { name: `oapi-codegen ${oapiCodegen.split('@v').at(-1)}`, needs: ['go'], prove: goClient },
  ...languages.map(fromGenerator),
]
