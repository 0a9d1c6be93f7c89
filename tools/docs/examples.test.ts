import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import grpc from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import { expect, onTestFinished, test } from 'vitest'
import { guideSteps, runInShell, startServerProcess, writeStandIns } from './readme-commands.ts'

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'examples/greeter/README.md'), 'utf8')

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'onedoor-example-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a program and resolves once it has printed a line that matches. */
async function startProgram(command: string, env: Record<string, string>, line: RegExp): Promise<ChildProcess> {
  const [file = '', ...args] = command.split(' ')
  const program = file === 'node' ? process.execPath : file
  const child = spawn(program, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${command} ended with code ${code}:\n${printed}`)))
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (text) => {
        printed += `${text}\n`
        if (line.test(text)) resolve()
      })
    }
  })
  return child
}

/** The service has a new name at every start. */
const withoutNode = (text: string) => text.replaceAll(/greeter-[\w-]+/g, 'greeter-1').trim()

test('the steps of examples/greeter/README.md: the service registers itself and is called as shown', async () => {
  const [binaries, dataDir] = [newFolder(), newFolder()]
  writeStandIns(binaries)
  const server = await startServerProcess(dataDir)
  onTestFinished(() => server.stop())
  const gateway = /^ +Gateway +(\S+)/m.exec(server.output)?.[1] ?? ''
  const [account, token] = await runInShell(
    [
      "printf '%s\\n' 'correct horse battery' | npm run -s onedoor -- account create alice --password-stdin",
      'npm run -s onedoor -- token create alice --services all --actions 2>/dev/null',
    ],
    binaries,
    dataDir,
  )
  expect(account).toContain('alice')
  const [, shown = ''] = /^ONEDOOR_GATEWAY=\S+ (node examples\/greeter\/server\.js)$/m.exec(readme) ?? []
  const env = { ONEDOOR_GATEWAY: new URL(gateway).host, ONEDOOR_TOKEN: (token ?? '').trim() }
  const service = await startProgram(shown, env, /^The greeter is registered with /)

  const steps = guideSteps(readme)
  expect(steps.length).toBeGreaterThan(5)
  const set = `export GATEWAY=${gateway} ONEDOOR_TOKEN=${env.ONEDOOR_TOKEN}`
  const call = async () => (await runInShell([set, ...steps.map(({ code }) => code)], binaries, dataDir)).slice(1)
  expect((await call()).map(withoutNode)).toEqual(steps.map(({ output }) => output))
  for (const name of ['greeter.Greeter', 'acme.greeter.v1.Greeter']) {
    expect(await hello(env, `/${name}/Hello`)).toMatchObject({ message: 'Hello Ann', account: 'alice' })
  }

  const over = once(service, 'exit')
  service.kill('SIGTERM')
  await over
  const [first = ''] = await call()
  expect(JSON.parse(first)).toMatchObject({ id: 'greeter.hello', code: 404 })
})

/** Calls the greeter over gRPC, at a path that docs/gateway.md promises. */
function hello({ ONEDOOR_GATEWAY, ONEDOOR_TOKEN }: Record<string, string>, path: string): Promise<unknown> {
  const definitions = loadSync(join(root, 'examples/greeter/greeter.proto'))
  const greeter = definitions['acme.greeter.v1.Greeter'] as grpc.ServiceDefinition
  const { requestSerialize, responseDeserialize } = greeter.Hello as grpc.MethodDefinition<object, object>
  const client = new grpc.Client(ONEDOOR_GATEWAY as string, grpc.credentials.createInsecure())
  const metadata = new grpc.Metadata()
  metadata.set('authorization', `Bearer ${ONEDOOR_TOKEN}`)
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { name: 'Ann' }, metadata, (error, answer) => {
      client.close()
      if (error) reject(error)
      else resolve(answer)
    })
  })
}

test('the dependencies of the example are those that the tests use', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
  const { dependencies } = read('examples/greeter/package.json')
  const installed = Object.keys(dependencies).map((name) => [name, read(`node_modules/${name}/package.json`).version])
  expect(Object.fromEntries(installed)).toEqual(dependencies)
})
