import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareEnv } from '#testing/program.ts'

const root = join(import.meta.dirname, '../..')

/** Packages that only some requests or settings need. */
const latePackages = [
  '@bufbuild/protobuf',
  '@connectrpc/connect',
  '@connectrpc/connect-node',
  '@fastify/busboy',
  '@modelcontextprotocol/server',
  '@nats-io/jetstream',
  '@nats-io/kv',
  '@nats-io/transport-node',
  '@node-rs/argon2',
  '@photostructure/tz-lookup',
  '@simplewebauthn/server',
  '@x402/core',
  'ai',
  'ajv',
  'aws4fetch',
  'express',
  'feedsmith',
  'helmet',
  'ical.js',
  'linkedom',
  'markdown-it',
  'mime',
  'mime-db',
  'openapi-backend',
  'pg',
  'sharp',
  'swagger-ui-dist',
  'tar-stream',
  'temporal-polyfill',
  'undici',
  'ws',
  'yazl',
]

/** Parts of Node that take megabytes each; the first is the client behind `fetch`, which an import of node:http loads. */
const latePartsOfNode = ['internal/deps/undici/undici', 'tls', 'https', 'http2']

/** Parts of the product that the same holds for. */
const lateParts = [
  /\/generated\/server\/request-validators\//,
  /\/generated\/proto\//,
  /\/src\/doors\/pages\/app\.ts$/,
  /\/src\/doors\/pages\/account\//,
  /\/src\/handlers\/[^/]+\/(pages|page-routes|pages\/routes|pages\/[a-z]+-page)\.ts$/,
  /\/example-payloads\.ts$/,
  /\/providers\/[^/]+-examples\.ts$/,
  /\/src\/framework\/open\.ts$/,
  /\/src\/runtime\/store\/postgres/,
  /\/src\/handlers\/(flights|food|hazards|islam|places|prayer|routes|text)\/open\.ts$/,
]

let dataDir: string
let loaded: readonly string[]

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'onedoor-start-'))
  const list = join(dataDir, 'loaded-modules')
  const child = spawn(process.execPath, ['--import', './src/app/fixtures/loaded-modules.ts', 'src/main.ts'], {
    cwd: root,
    env: { ...bareEnv, PORT: '0', GATEWAY_PORT: '0', DATA_DIR: dataDir, LOADED_MODULES: list },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk
    if (said.includes('listens on')) child.kill('SIGTERM')
  })
  const [code] = await once(child, 'close')
  expect(code, said).toBe(0)
  loaded = (await readFile(list, 'utf8')).split('\n')
})

afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true })
})

describe('a server that was started and not called', () => {
  test('has loaded what serves calls', () => {
    expect(loaded.some((url) => url.endsWith('/src/app/server.ts'))).toBe(true)
    expect(loaded.some((url) => url.includes('/node_modules/knex/'))).toBe(true)
  })

  test.each(latePackages)('has not loaded %s', (name) => {
    expect(loaded.filter((url) => url.includes(`/node_modules/${name}/`))).toEqual([])
  })

  test.each(latePartsOfNode)("has not loaded Node's %s", (name) => {
    expect(loaded).toContain('NativeModule http')
    expect(loaded).not.toContain(`NativeModule ${name}`)
  })

  test('has made no formatter of Intl, whose data take 10 MB and as many milliseconds', () => {
    expect(loaded.filter((name) => name.startsWith('Intl.'))).toEqual([])
  })

  test.each(lateParts)('has loaded nothing of %s', (part) => {
    expect(loaded.filter((url) => part.test(url))).toEqual([])
  })
})
