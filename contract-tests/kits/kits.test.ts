import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import type { OnedoorClient } from '../../generated/client/index.js'
import { createSandbox, type SandboxOptions, type SandboxWorld } from '../../generated/client/sandbox.js'
import type { operations } from '../../generated/sandbox/types.ts'
import { type CheckedSandbox, checkedSandbox } from '../../src/testing/checked-sandbox.ts'
import { bareEnv, root, startProgram } from '../../src/testing/program.ts'
import { type RunningSandbox, startSandbox } from '../../src/worlds/sandbox.ts'

const run = promisify(execFile)

let sandbox: RunningSandbox
let folder: string

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, startMs: Date.parse('2027-03-01T09:00:00Z') })
  folder = await mkdtemp(join(tmpdir(), 'onedoor-kits-'))
})
afterAll(async () => {
  await sandbox?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** What a test kit uses of a sandbox; fails for anything that the document of the sandbox does not name. */
async function usedBy(play: (address: string) => Promise<unknown>): Promise<CheckedSandbox['called']> {
  const checked = await checkedSandbox(sandbox.url)
  try {
    await play(checked.url)
    expect(checked.faults).toEqual([])
    return checked.called
  } finally {
    await checked.stop()
  }
}

const used = new Set([
  'worlds.create',
  'worlds.delete',
  'clock.get',
  'clock.move',
  'faults.add',
  'faults.clear',
  'snapshots.take',
  'snapshots.rewind',
  'faults.list',
  'faults.remove',
  'model.get',
  'model.set',
  'mail.bring',
  'messages.bring',
  'deliveries.list',
  'calls.list',
  'calls.recording',
  'seeds.results',
])
const titles = async ({ notes }: OnedoorClient) => (await notes.list()).items.map(({ title }) => title).sort()

describe('the test kit in TypeScript', () => {
  test('does what the document of the sandbox describes', async () => {
    const called = await usedBy(async (address) => {
      await hasItsOwnAccounts(address)
      await movesTheClock(address)
      await addsAndClearsFaults(address)
      await takesSnapshots(address)
      await makesEveryOtherCall(address)
    })
    expect(called).toEqual(used)
  })

  async function hasItsOwnAccounts(address: string): Promise<void> {
    let name: string
    {
      await using world = await createSandbox({ address, seed: 'family' })
      name = world.name
      expect(await titles(world.client('layla'))).toEqual(['Shoe sizes'])
      expect(await titles(world.client('omar'))).toEqual([])
      await expect(world.client().notes.list()).rejects.toMatchObject({ code: 'unauthenticated' })
      expect(() => world.client('nobody')).toThrow('Its accounts: ada, omar, mira')
    }
    expect(sandbox.worlds.list().map((each) => each.name)).not.toContain(name)
  }

  async function movesTheClock(address: string): Promise<void> {
    await using world = await createSandbox({ address, clock: '2028-01-01T00:00:00Z', frozen: true })
    expect(await world.clock.move({ advance: 'PT2H' })).toMatchObject({
      time: '2028-01-01T02:00:00.000Z',
      frozen: true,
    })
    await world.clock.move({ time: '2028-01-03T00:00:00+01:00', frozen: true })
    expect(await world.clock.get()).toMatchObject({ time: '2028-01-02T23:00:00.000Z' })
  }

  async function addsAndClearsFaults(address: string): Promise<void> {
    await using world = await createSandbox({ address })
    const { notes } = world.client('ada')
    for (const often of [{ times: 1 }, {}]) {
      await world.faults.add({ kind: 'status', status: 401, method: 'notes.list', ...often })
      await expect(notes.list()).rejects.toMatchObject({ code: 'unauthenticated' })
    }
    await world.faults.clear()
    expect((await notes.list()).items).toEqual([])
  }

  async function takesSnapshots(address: string): Promise<void> {
    await using world = await createSandbox({ address, clock: '2028-01-01T00:00:00Z', frozen: true })
    const ada = world.client('ada')
    await ada.notes.add({ title: 'Kept', text: 'x' })
    await world.snapshots.take({ name: 'kept' })
    for (const title of ['Later', 'Later still']) {
      await ada.notes.add({ title, text: 'x' })
      await world.clock.move({ advance: 'P1D' })
      await world.snapshots.rewind({ snapshot: 'kept' })
      expect(await titles(ada)).toEqual(['Kept'])
      expect(await world.clock.get()).toMatchObject({ time: '2028-01-01T00:00:00.000Z' })
    }
    await expect(world.snapshots.take({ name: 'kept' })).rejects.toThrow('The snapshot kept exists already')
    await world.snapshots.take({ name: 'again' })
    await expect(world.snapshots.rewind({ snapshot: 'other' })).rejects.toThrow('There is no snapshot other')
    expect(await titles(ada)).toEqual(['Kept'])
  }

  async function makesEveryOtherCall(address: string): Promise<void> {
    await using world = await createSandbox({ address, document: { accounts: [{ username: 'zoe' }] } })
    expect(await world.seeds.results()).toEqual({ results: [] })
    const { id } = await world.faults.add({ kind: 'latency', ms: 1 })
    expect((await world.faults.list()).faults).toMatchObject([{ id, ms: 1 }])
    expect(await world.faults.remove({ id })).toBeUndefined()
    expect((await world.faults.list()).faults).toEqual([])
    await world.model.set({ rules: [{ when: 'open', reply: 'Yes.' }] })
    expect((await world.model.get()).rules).toEqual([{ when: 'open', reply: 'Yes.' }])
    await world.mail.bring({ to: 'zoe', from: 'theo@example.org', text: 'Tea?' })
    await world.messages.bring({ from: '+447700900123', text: 'STOP' })
    expect((await world.client('zoe').mail.inbox()).items).toHaveLength(1)
    expect((await world.deliveries.list({ kind: 'mail' })).deliveries).toEqual([])
    const methods = []
    for await (const { method } of world.calls.list.all({ limit: 1 })) methods.push(method)
    expect(methods).toEqual(['mail.inbox'])
    const parts = {
      arazzo: 'arazzo',
      typescript: 'import',
      python: 'def test',
      go: 'func Test',
      seed: 'calls:',
    } as const
    for (const format of ['arazzo', 'typescript', 'python', 'go', 'seed'] as const) {
      expect(await world.recording(format)).toContain(parts[format])
    }
  }

  test('says why a sandbox refuses a recording', async () => {
    await using world = await createSandbox({ address: sandbox.url })
    await expect(world.recording('ruby' as 'go')).rejects.toThrow('The sandbox returned 400')
  })

  test('has the types of the document', () => {
    type Body<Id extends 'worlds.create' | 'faults.add' | 'clock.move' | 'model.set' | 'mail.bring'> =
      operations[Id]['requestBody']['content']['application/json']
    type Result<Id extends 'clock.move' | 'deliveries.list' | 'snapshots.take' | 'seeds.results'> =
      operations[Id]['responses'][200]['content']['application/json']
    type Given<
      Name extends keyof SandboxWorld,
      Method extends keyof SandboxWorld[Name],
    > = SandboxWorld[Name][Method] extends (args: infer Args, ...more: never[]) => unknown ? NonNullable<Args> : never
    expectTypeOf<Omit<SandboxOptions, 'address'>>().toExtend<Partial<Body<'worlds.create'>>>()
    expectTypeOf<Given<'faults', 'add'>['kind']>().toEqualTypeOf<Body<'faults.add'>['kind']>()
    type Format = NonNullable<operations['calls.recording']['parameters']['query']>['format']
    expectTypeOf<Parameters<SandboxWorld['recording']>>().toEqualTypeOf<[Format]>()
    expectTypeOf<keyof Given<'faults', 'add'>>().toEqualTypeOf<keyof Body<'faults.add'>>()
    expectTypeOf<Given<'clock', 'move'>>().toExtend<Body<'clock.move'>>()
    expectTypeOf<Given<'model', 'set'>['rules'][number]>().toExtend<Body<'model.set'>['rules'][number]>()
    expectTypeOf<Given<'mail', 'bring'>['to']>().toEqualTypeOf<Body<'mail.bring'>['to']>()
    expectTypeOf<ReturnType<SandboxWorld['mail']['bring']>>().toEqualTypeOf<Promise<undefined>>()
    expectTypeOf<Awaited<ReturnType<SandboxWorld['clock']['move']>>>().toEqualTypeOf<Result<'clock.move'>>()
    expectTypeOf<Awaited<ReturnType<SandboxWorld['seeds']['results']>>>().toEqualTypeOf<Result<'seeds.results'>>()
    expectTypeOf<Awaited<ReturnType<SandboxWorld['snapshots']['take']>>>().toEqualTypeOf<Result<'snapshots.take'>>()
  })

  test('belongs to a sandbox that is started with the command if none is named, and that ends with the process, even a killed one', async () => {
    const bin = join(folder, 'bin')
    await mkdir(bin)
    // The command of this test: prints what onedoor does, for the sandbox that runs, and ends with its input.
    const json = JSON.stringify({ url: sandbox.url, accounts: sandbox.accounts })
    const command = `#!/bin/sh\n[ "$*" = "sandbox --port 0 --json --until-input-ends" ] || exit 7\necho $$ > ${folder}/pid\necho '${json}'\nexec cat\n`
    await writeFile(join(bin, 'onedoor'), command, { mode: 0o755 })
    const script = `import { createSandbox } from '${root}/generated/client/sandbox.js'
await using world = await createSandbox()
console.log((await world.client('ada').notes.list()).items.length)`
    const env = { ...bareEnv, PATH: `${bin}:${process.env.PATH}` }
    await writeFile(join(folder, 'use.mjs'), script)
    expect((await run(process.execPath, [join(folder, 'use.mjs')], { env })).stdout).toBe('0\n')
    const pid = Number(await readFile(join(folder, 'pid'), 'utf8'))
    await expect.poll(() => isRunning(pid)).toBe(false)

    await writeFile(join(folder, 'stay.mjs'), `${script}\nsetInterval(() => undefined, 1000)`)
    const killed = await startProgram({ args: [join(folder, 'stay.mjs')], env }, /^0$/)
    const another = Number(await readFile(join(folder, 'pid'), 'utf8'))
    expect(isRunning(another)).toBe(true)
    await killed.kill()
    await expect.poll(() => isRunning(another)).toBe(false)
  })
})

describe('the test kit in Python', () => {
  test('does what the document of the sandbox describes', async () => {
    const PYTHONPATH = join(root, 'generated/clients/python')
    const called = await usedBy((address) => {
      const env = { ...bareEnv, ONEDOOR_SANDBOX: address, PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' }
      return run('python3', ['-m', 'unittest', 'test_kit'], { cwd: import.meta.dirname, env })
    })
    expect(called).toEqual(used)
  })

  test('says why a sandbox refuses a recording', async () => {
    const script = `from onedoor.sandbox import SandboxError, create_sandbox
with create_sandbox("${sandbox.url}") as world:
    try:
        world.recording("ruby")
    except SandboxError as failure:
        print(failure)`
    const env = { ...bareEnv, PYTHONPATH: join(root, 'generated/clients/python'), PYTHONDONTWRITEBYTECODE: '1' }
    expect((await run('python3', ['-c', script], { env })).stdout).toContain('format')
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
