import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../generated/client/index.js'
import { createSandbox } from '../../generated/client/sandbox.js'
import { bareEnv, root, runProgram, startProgram } from '../../src/testing/program.ts'
import { type RunningSandbox, startSandbox } from '../../src/worlds/sandbox.ts'

const run = promisify(execFile)
const world = 'recorded'

let sandbox: RunningSandbox
let folder: string

beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, startMs: Date.parse('2027-03-01T09:00:00Z') })
  folder = await mkdtemp(join(tmpdir(), 'onedoor-recordings-'))
  await makeCalls()
})
afterAll(async () => {
  await sandbox?.stop()
  await rm(folder, { recursive: true, force: true })
})

const clientOf = (username: string) => {
  const token = sandbox.accounts.find((account) => account.username === username)?.token ?? ''
  return createClient({ baseUrl: `${sandbox.url}/w/${world}`, token, retries: 0 })
}

/** Of two people: records that later calls refer to, quotes, an address, a moved clock, and failures. */
async function makeCalls(): Promise<void> {
  const [ada, omar] = [clientOf('ada'), clientOf('omar')]
  const { note } = await ada.notes.add({ title: `Ada's "ferry" \\ list`, text: 'Line one\nLine two' })
  await ada.notes.list({})
  await ada.notes.delete({ title: note.title })
  const { document } = await omar.docs.write({ title: 'Hedge plan', content: 'Hornbeam along the lane.' })
  await omar.docs.read({ id: document.id })
  const { url: link } = await omar.url.create({ destinationURL: 'https://ferries.example/timetable' })
  await omar.url.resolve({ id: link.id })
  const moved = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"advance":"P1D"}' }
  await fetch(`${sandbox.url}/sandbox/worlds/${world}/clock`, moved)
  await ada.docs.read({ id: document.id }).catch(() => undefined)
  await ada.notes.add({ title: 7 as unknown as string, text: 'x' }).catch(() => undefined)
}

async function recordingAs(format: string): Promise<string> {
  const response = await fetch(`${sandbox.url}/sandbox/worlds/${world}/recording?format=${format}`)
  expect(response.status).toBe(200)
  return response.text()
}

/** The end of a failing program's output. */
const failure = ({ stdout, stderr }: { stdout: string; stderr: string }): never => {
  throw new Error(`${stdout}\n${stderr}`.slice(-3000))
}

describe('a recording', () => {
  test('as a test in TypeScript compiles and passes in another world, and names what is not in it', async () => {
    const text = await recordingAs('typescript')
    expect(text).toContain('// Call 9, notes.add: its arguments are not valid.')
    expect(text).toContain("await world.clock.move({ time: '2027-03-02T09:0")
    await mkdir(join(folder, 'node_modules/@onedoor'), { recursive: true })
    await symlink(join(root, 'generated/client'), join(folder, 'node_modules/@onedoor/client'))
    for (const name of ['vitest', '@types']) {
      await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
    }
    const file = join(folder, 'recorded.test.ts')
    await writeFile(file, text)
    const node = (args: string[]) =>
      run(process.execPath, args, { cwd: folder, env: { ...bareEnv, ONEDOOR_SANDBOX: sandbox.url } }).catch(failure)
    await node([join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder])
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext']
    await node([join(root, 'node_modules/typescript7/bin/tsc'), ...options, '--types', 'node', '--skipLibCheck', file])
  })

  test('as a test in Python passes in another world, and fails if a result is another', async () => {
    const text = await recordingAs('python')
    const PYTHONPATH = join(root, 'generated/clients/python')
    const env = { ...bareEnv, ONEDOOR_SANDBOX: sandbox.url, PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' }
    const python = (name: string) => run('python3', ['-m', 'unittest', name], { cwd: folder, env })
    await writeFile(join(folder, 'recorded.py'), text)
    await writeFile(join(folder, 'other.py'), text.replace('Hornbeam along the lane.', 'Willow.'))
    await python('recorded').catch(failure)
    await expect(python('other')).rejects.toThrow()
  })

  test('as a workflow is valid Arazzo and passes in another world', async () => {
    const text = await recordingAs('arazzo')
    await using other = await createSandbox({ address: sandbox.url, clock: '2027-03-01T09:00:00Z' })
    const file = join(folder, 'recorded.arazzo.json')
    await writeFile(
      file,
      text.replace(/"url": ".*?"/, `"url": ${JSON.stringify(join(root, 'generated/openapi.json'))}`),
    )
    const redocly = join(root, 'contract-tests/node_modules/@redocly/cli/bin/cli.js')
    const config = `--config=${join(root, 'contract-tests/lint/redocly.yaml')}`
    const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const linted = await runProgram({ args: [redocly, 'lint', config, file], env })
    expect(linted.code, linted.stdout + linted.stderr).toBe(0)
    const inputs = other.accounts.flatMap(({ username, token }) => ['--input', `${username}=${token}`])
    const args = [redocly, 'respect', file, ...inputs, '--server', `onedoor=${other.baseUrl}`]
    const played = await runProgram({ args, env })
    expect(played.code, played.stdout + played.stderr).toBe(0)
  })
})

describe('a world of the test kit', () => {
  test('has a client of each account and its own clock, and is deleted at the end', async () => {
    let name: string
    {
      await using own = await createSandbox({ address: sandbox.url, clock: '2028-01-01T00:00:00Z', frozen: true })
      name = own.name
      await own.client('ada').notes.add({ title: 'Only here', text: 'x' })
      expect((await own.client('omar').notes.list()).items).toEqual([])
      await expect(own.client().notes.list()).rejects.toMatchObject({ code: 'unauthenticated' })
      expect(await own.clock.advance('PT2H')).toMatchObject({ time: '2028-01-01T02:00:00.000Z', frozen: true })
      expect(() => own.client('nobody')).toThrow('Its accounts: ada, omar, mira')
    }
    expect(sandbox.worlds.list().map((each) => each.name)).not.toContain(name)
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
    expect((await run(process.execPath, [join(folder, 'use.mjs')], { env }).catch(failure)).stdout).toBe('0\n')
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

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
