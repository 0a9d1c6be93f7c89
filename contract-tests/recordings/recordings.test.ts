import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../generated/client/index.js'
import { createSandbox } from '../../generated/client/sandbox.js'
import { drawnRows } from '../../src/testing/drawn-rows.ts'
import { bareEnv, root, runProgram } from '../../src/testing/program.ts'
import { type RunningSandbox, startSandbox } from '../../src/worlds/sandbox.ts'
import { ensureGo, goEnv } from '../../tools/setup/go.mjs'

const run = promisify(execFile)
const world = 'recorded'

let sandbox: RunningSandbox
let folder: string

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, startMs: Date.parse('2027-03-01T09:00:00Z') })
  folder = await mkdtemp(join(tmpdir(), 'onedoor-recordings-'))
  await makeCalls()
  await makeSeededCalls('supper', { seed: 'family' }, ['layla', 'noor'])
  await makeSeededCalls('garden', { document: garden }, ['rosa', 'rosa'])
})
afterAll(async () => {
  await sandbox?.stop()
  await rm(folder, { recursive: true, force: true })
})

const clientOf = (username: string, name = world) => {
  const token = sandbox.accounts.find((account) => account.username === username)?.token ?? ''
  return createClient({ baseUrl: `${sandbox.url}/w/${name}`, token, retries: 0 })
}

/** Of two people: records that later calls refer to, quotes, an address, a moved clock, and failures. */
async function makeCalls(): Promise<void> {
  const [ada, omar] = [clientOf('ada'), clientOf('omar')]
  const { note } = await ada.notes.add({ title: `Ada's "ferry" \\ list`, text: 'Line one\nLine two: \ufeff`%d` $1' })
  await ada.notes.list({})
  await ada.notes.delete({ title: note.title })
  const { document } = await omar.docs.write({ title: 'Hedge plan', content: 'Hornbeam along the lane.' })
  await omar.docs.read({ id: document.id })
  const { url: link } = await omar.url.create({ destinationURL: 'https://ferries.example/timetable' })
  await omar.url.resolve({ id: link.id })
  const { id } = await omar.tasks.create({ title: 'Cut the hedge', due: '2027-03-04T09:00:00Z' })
  await omar.tasks.update({ id, status: 'done', result: `${id} took two hours` })
  const moved = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"advance":"P1D"}' }
  await fetch(`${sandbox.url}/sandbox/worlds/${world}/clock`, moved)
  await ada.docs.read({ id: document.id }).catch(() => undefined)
  await ada.notes.add({ title: 7 as unknown as string, text: 'x' }).catch(() => undefined)
}

const garden = {
  accounts: [{ username: 'rosa' }],
  calls: [
    { as: 'rosa', at: '-P1D', call: 'groups.create', name: 'beds', with: { name: `Rosa's "beds"` } },
    { as: 'rosa', call: 'tasks.create', with: { title: '$${not a reference}', due: `\${now+P2D}` } },
    { as: 'rosa', call: 'notes.add', repeat: 2, with: { title: `Bed \${index}`, text: `Of \${beds.id}` } },
  ],
}

/** Ids that a seed has made. */
const seeded: string[] = []

/** Refers to records of a seed without having listed them, after the clock was moved. */
async function makeSeededCalls(name: string, start: object, callers: readonly [string, string]): Promise<void> {
  const worlds = `${sandbox.url}/sandbox/worlds`
  const post = (address: string, body: object) =>
    fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const { base_url: baseUrl, accounts } = (await (await post(worlds, { name, ...start })).json()) as {
    base_url: string
    accounts: { username: string; token: string }[]
  }
  await post(`${worlds}/${name}/clock`, { advance: 'P1D' })
  const { results } = (await (await fetch(`${worlds}/${name}/seed/results`)).json()) as { results: object[] }
  const { room } = results.find((each) => 'room' in each) as { room: string }
  const { id } = results.find((each) => 'due' in each) as { id: string; due: string }
  seeded.push(room, id)
  const by = (caller: string) => {
    const token = accounts.find((account) => account.username === caller)?.token ?? ''
    return createClient({ baseUrl, token, retries: 0 })
  }
  const [member, owner] = [by(callers[0]), by(callers[1])]
  await member.chat.send({ room, message: `Is ${id} done?` })
  await owner.tasks.update({ id, status: 'done', result: 'Yes.' })
  await owner.tasks.read({ id })
  await member.chat.messages({ room })
  await member.groups.list({})
}

async function recordingAs(format: string, name = world): Promise<string> {
  const response = await fetch(`${sandbox.url}/sandbox/worlds/${name}/recording?format=${format}`)
  expect(response.status).toBe(200)
  return response.text()
}

/** Those that refer to records of their seed. */
const seededAs = (format: string) =>
  Promise.all(
    ['supper', 'garden'].map(async (name) => {
      const text = await recordingAs(format, name)
      for (const id of seeded) expect(text).not.toContain(id)
      return [name, text] as const
    }),
  )

/** The end of a failing program's output. */
const failure = ({ stdout, stderr }: { stdout: string; stderr: string }): never => {
  throw new Error(`${stdout}\n${stderr}`.slice(-3000))
}

/** Compilers and test runners are slow, so each day another form is played. */
const played = new Set(drawnRows(['TypeScript', 'Python', 'Go', 'Arazzo'], 1))

describe('a recording', () => {
  if (played.has('TypeScript'))
    test('as a test in TypeScript compiles and passes in another world, and names what is not in it', async () => {
      const text = await recordingAs('typescript')
      expect(text).toContain('// Call 11, notes.add: its arguments are not valid.')
      expect(text).toContain("await world.clock.move({ time: '2027-03-02T09:0")
      await mkdir(join(folder, 'node_modules/@onedoor'), { recursive: true })
      await symlink(join(root, 'generated/client'), join(folder, 'node_modules/@onedoor/client'))
      for (const name of ['vitest', '@types']) {
        await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
      }
      const file = join(folder, 'recorded.test.ts')
      await writeFile(file, text)
      const files = [file]
      for (const [name, written] of await seededAs('typescript')) {
        files.push(join(folder, `${name}.test.ts`))
        await writeFile(files.at(-1) ?? '', written)
      }
      const node = (args: string[]) =>
        run(process.execPath, args, { cwd: folder, env: { ...bareEnv, ONEDOOR_SANDBOX: sandbox.url } }).catch(failure)
      await node([join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--testTimeout', '60000'])
      const options = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext']
      await node([
        join(root, 'node_modules/typescript7/bin/tsc'),
        ...options,
        '--types',
        'node',
        '--skipLibCheck',
        ...files,
      ])
    })

  if (played.has('Python'))
    test('as a test in Python passes in another world, and fails if a result is another', async () => {
      const text = await recordingAs('python')
      const PYTHONPATH = join(root, 'generated/clients/python')
      const env = { ...bareEnv, ONEDOOR_SANDBOX: sandbox.url, PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' }
      const python = (name: string) => run('python3', ['-m', 'unittest', name], { cwd: folder, env })
      await writeFile(join(folder, 'recorded.py'), text)
      await writeFile(join(folder, 'other.py'), text.replace('Hornbeam along the lane.', 'Willow.'))
      await python('recorded').catch(failure)
      for (const [name, written] of await seededAs('python')) {
        await writeFile(join(folder, `${name}.py`), written)
        await python(name).catch(failure)
      }
      await expect(python('other')).rejects.toThrow()
    })

  if (played.has('Go'))
    test('as a test in Go is formatted and passes in another world, and fails if a result is another', async () => {
      const text = await recordingAs('go')
      expect(text).toContain('// Call 11, notes.add: its arguments are not valid.')
      const module = join(folder, 'go')
      const client = join(root, 'generated/clients/go')
      for (const [name, content] of [
        [
          'go.mod',
          `module recorded\n\ngo 1.23\n\nrequire onedoor.dev/client v0.0.0\n\nreplace onedoor.dev/client => ${client}\n`,
        ],
        ['recorded/recorded_test.go', text],
        ...(await seededAs('go')).map(([name, written]) => [`${name}/recorded_test.go`, written] as const),
        ['other/recorded_test.go', text.replace(/("content": +)"Hornbeam along the lane\."/, '$1"Willow."')],
      ] as const) {
        await mkdir(dirname(join(module, name)), { recursive: true })
        await writeFile(join(module, name), content)
      }
      const env = { ...goEnv(await ensureGo()), ONEDOOR_SANDBOX: sandbox.url }
      const go = (...names: string[]) => run('go', ['test', ...names.map((name) => `./${name}`)], { cwd: module, env })
      await go('recorded', 'supper', 'garden').catch(failure)
      expect((await run('gofmt', ['-l', '.'], { cwd: module, env })).stdout).toBe('')
      await expect(go('other')).rejects.toMatchObject({ stdout: expect.stringContaining('want Willow.') })
    }, 600_000)

  test('as a seed makes a world with the same records, and names what is not in it', async () => {
    const text = await recordingAs('seed')
    expect(text).toContain('# Call 10, docs.read: it returned status 400, and all calls of a seed succeed.')
    expect(text).toContain('"call":"notes.list"')
    const headers = { 'content-type': 'application/yaml' }
    const address = `${sandbox.url}/sandbox/worlds/played/seed`
    const response = await fetch(address, { method: 'PUT', headers, body: text })
    expect(response.status, await response.text()).toBe(200)
    const of = async (name: string) => {
      const [ada, omar] = [clientOf('ada', name), clientOf('omar', name)]
      const [task] = (await omar.tasks.list({})).items
      const { result } = await omar.tasks.read({ id: task?.id ?? '' })
      const links = (await omar.url.list({})).urlPairs.map(({ destinationURL }) => destinationURL)
      const documents = (await omar.docs.list({})).items.map(({ title }) => title)
      return {
        notes: (await ada.notes.list({})).items,
        result: result?.replace(task?.id ?? '', 'it'),
        links,
        documents,
      }
    }
    const played = await of('played')
    expect(played).toMatchObject({ result: 'it took two hours', documents: ['Hedge plan'] })
    expect(played).toEqual(await of(world))
  })

  if (played.has('Arazzo'))
    test('as a workflow is valid Arazzo and passes in another world', async () => {
      await playWorkflow(await recordingAs('arazzo'), { clock: '2027-03-01T09:00:00Z' })
      const [[, supper] = ['', ''], [, own] = ['', '']] = await seededAs('arazzo')
      const [, clock = ''] = /Recorded from (\S+) on/.exec(supper) ?? []
      expect(supper).toContain('The world starts from the seed family at this time.')
      await playWorkflow(supper, { seed: 'family', clock })
      await playWorkflow(own, { document: garden, clock: /Recorded from (\S+) on/.exec(own)?.[1] ?? '' })
    })

  async function playWorkflow(text: string, options: { clock: string; seed?: string; document?: object }) {
    await using other = await createSandbox({ address: sandbox.url, ...options })
    const file = join(folder, 'recorded.arazzo.json')
    const local = (name: string, path: string) =>
      [new RegExp(`("name": "${name}",\\s+"url": ").*?"`), `$1${join(root, path)}"`] as const
    const documents = [local('onedoor', 'generated/openapi.json'), local('sandbox', 'generated/sandbox/openapi.json')]
    await writeFile(
      file,
      documents.reduce((given, [pattern, path]) => given.replace(pattern, path), text),
    )
    const redocly = join(root, 'contract-tests/node_modules/@redocly/cli/bin/cli.js')
    const config = `--config=${join(root, 'contract-tests/lint/redocly.yaml')}`
    const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const linted = await runProgram({ args: [redocly, 'lint', config, file], env })
    expect(linted.code, linted.stdout + linted.stderr).toBe(0)
    const callers = other.accounts.flatMap(({ username, token }) => ['--input', `${username}=${token}`])
    const servers = ['--server', `onedoor=${other.baseUrl}`, '--server', `sandbox=${sandbox.url}`]
    const args = [redocly, 'respect', file, ...callers, '--input', `world=${other.name}`, ...servers]
    const played = await runProgram({ args, env })
    expect(played.code, played.stdout + played.stderr).toBe(0)
  }
})
