import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeServer, openOnLoopback } from '../../src/testing/loopback.ts'
import { startTestServer, type TestServer } from '../../src/testing/server.ts'
import { createReport } from '../report.ts'
import { readContractArguments } from './arguments.ts'
import { checkContract, operationsOnly } from './contract.ts'

let folder: string
let server: TestServer
let token: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-contract-'))
  server = await startTestServer({ dataDir: folder })
  token = (await server.account()).token ?? ''
})

afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The lines of a run against a server, its sum last. */
async function linesOf(baseUrl: string, only: string[], withToken = token): Promise<string[]> {
  const lines: string[] = []
  const report = createReport((line) => lines.push(line))
  await checkContract(report, { baseUrl, token: withToken }, operationsOnly(only))
  report.close()
  return lines
}

/** A server that passes calls on and changes what comes back. */
async function withChanges(change: (body: any, status: number) => { body: unknown; status: number }) {
  const between = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const { authorization, 'content-type': type } = req.headers
    const response = await fetch(server.url + req.url, {
      method: req.method ?? 'GET',
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const { body, status } = change(await response.json(), response.status)
    const id = response.headers.get('x-request-id') ?? ''
    const limits = ['ratelimit', 'ratelimit-policy', 'retry-after'].map((name) => [
      name,
      response.headers.get(name) ?? '1',
    ])
    res.writeHead(status, { 'content-type': 'application/json', 'x-request-id': id, ...Object.fromEntries(limits) })
    res.end(JSON.stringify(body))
  })
  const url = await openOnLoopback(between)
  return { url, [Symbol.asyncDispose]: () => closeServer(between) }
}

describe('the contract of another server', () => {
  test('is kept by this one, in a family or for single operations', async () => {
    expect(await linesOf(server.url, ['notes'])).toEqual(['12 passed, 0 failed'])
    expect(await linesOf(server.url, ['tasks.create', 'docs'])).toEqual(['15 passed, 0 failed'])
  })

  test('is broken by a field of another type, a wrong status, and a call that needs no token', async () => {
    await using strange = await withChanges((body, status) => ({
      body: body.result?.items ? { result: { ...body.result, items: 'none' } } : body,
      status,
    }))
    const lines = await linesOf(strange.url, ['notes.list'])
    expect(lines[0]).toContain('✗ notes.list with its example: notes.list returned 200 with a body that')
    expect(lines.at(-1)).toBe('2 passed, 1 failed')
    await using careless = await withChanges(() => ({
      body: { result: { items: [] } },
      status: 200,
    }))
    expect(await linesOf(careless.url, ['notes.list'])).toEqual([
      expect.stringContaining('✗ notes.list with an unknown argument: returned 200 instead of 400'),
      expect.stringContaining('✗ notes.list without a token: returned 200 instead of 401 or 402'),
      '1 passed, 2 failed',
    ])
  })

  test('is not broken by what a server lacks: that is a note', async () => {
    await using poor = await withChanges((body, status) =>
      status === 200 ? { body: { error: 'No room.', code: 'unavailable' }, status: 503 } : { body, status },
    )
    expect(await linesOf(poor.url, ['notes.get', 'notes.list'])).toEqual([
      expect.stringMatching(/^note: notes.get was not called: its example needs what cannot be created here: No room/),
      expect.stringMatching(/^note: notes.list returned 503, so its result was not checked/),
      '6 passed, 0 failed',
    ])
  })

  test('cannot be checked with a wrong token', async () => {
    expect((await linesOf(server.url, ['notes.list'], 'od_wrong')).at(-1)).toBe('1 passed, 2 failed')
  })
})

describe('the arguments', () => {
  test('are an address, a token, which the environment may have, and names', () => {
    const target = { baseUrl: 'https://onedoor.example', token: 'od_x' }
    const args = ['https://onedoor.example/', '--token', 'od_x', '--only', 'notes,url.create']
    expect(readContractArguments(args, {})).toEqual({ target, only: ['notes', 'url.create'] })
    expect(readContractArguments(['https://onedoor.example'], { ONEDOOR_TOKEN: 'od_x' })).toEqual({
      target,
      only: [],
    })
    expect(readContractArguments(['--sandbox'], {})).toEqual({ target: 'sandbox', only: [] })
    for (const wrong of [
      [],
      ['onedoor.example', '--token', 'x'],
      ['https://onedoor.example'],
      [...args, 'more'],
      ['--sandbox', ...args],
    ])
      expect(() => readContractArguments(wrong, {})).toThrow('npm run contract -- URL')
  })

  test('name operations that exist', () => {
    expect(operationsOnly(['notes.add']).map(({ id }) => id)).toEqual(['notes.add'])
    expect(operationsOnly([]).length).toBeGreaterThan(100)
    expect(() => operationsOnly(['note'])).toThrow('there is no note.')
  })
})
