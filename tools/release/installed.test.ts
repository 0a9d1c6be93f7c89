import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureGo } from '../setup/go.mjs'
import { emptyPlace, startInstalled } from './installed.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-installed-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Installs a program as the server. */
async function install(source: string): Promise<void> {
  const file = join(folder, 'node_modules/.bin/onedoor')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `#!${process.execPath}\n${source}\n`)
  await chmod(file, 0o755)
}

test('a server that does not become ready is ended', async () => {
  await install(`
const server = require('node:http').createServer((_, response) => response.writeHead(503).end())
require('node:fs').writeFileSync('pid', String(process.pid))
server.listen(0, '127.0.0.1', () => console.error('listens on http://127.0.0.1:' + server.address().port))`)
  await expect(startInstalled({ folder, env: process.env })).rejects.toThrow('/health/ready returned 503')
  const pid = Number(await readFile(join(folder, 'pid'), 'utf8'))
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('a server that never says where it listens is ended', async () => {
  const waited = new AbortController()
  const caller = createServer((_, response) => {
    response.end()
    waited.abort()
  })
  await once(caller.listen(0, '127.0.0.1'), 'listening')
  const { port } = caller.address() as AddressInfo
  await install(`
require('node:fs').writeFileSync('pid', String(process.pid))
fetch('http://127.0.0.1:${port}')
setInterval(() => undefined, 1000)`)
  await expect(startInstalled({ folder, env: process.env }, waited.signal)).rejects.toThrow('is not ready in time')
  const pid = Number(await readFile(join(folder, 'pid'), 'utf8'))
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  caller.closeAllConnections()
  await new Promise((done) => caller.close(done))
})

test('a server that ends, or is not installed, is reported', async () => {
  await install(`console.error('No disk.')\nprocess.exit(3)`)
  await expect(startInstalled({ folder, env: process.env })).rejects.toThrow(/exit code 3|No disk/)
  await rm(join(folder, 'node_modules'), { recursive: true })
  await expect(startInstalled({ folder, env: process.env })).rejects.toThrow('ENOENT')
})

test('programs find the Go that the checks found before any other', async () => {
  await using place = await emptyPlace(folder)
  expect(place.env.PATH?.split(delimiter)[0]).toBe(dirname(await ensureGo()))
})
