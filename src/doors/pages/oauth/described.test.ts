import type { IncomingMessage, ServerResponse } from 'node:http'
import { auth } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDescription } from '#runtime/oauth/client-description.ts'
import type { GuardedFetch } from '#runtime/outbound/guarded-fetch.ts'
import { type HttpsStandIn, startHttpsStandIn } from '#testing/https-stand-in.ts'
import { asker, createTestOutbound } from '#testing/outbound.ts'
import { fieldsOf, redirectUri, signedInVisitor, TestProgram } from '#testing/program-sign-in.ts'
import { serverForTests } from '#testing/server.ts'

/** It may read from this machine, where the descriptions of these tests are. */
const server = serverForTests({ settings: { FETCH_ALLOWED_RANGES: '127.0.0.1' } })
const strict = serverForTests()

type Respond = (req: IncomingMessage, res: ServerResponse, own: string) => void

const answers = new Map<string, Respond>()
const asked: string[] = []
let host: HttpsStandIn

beforeAll(async () => {
  host = await startHttpsStandIn((req, res) => {
    asked.push(req.url ?? '')
    answers.get(req.url ?? '')?.(req, res, `${host.url}${req.url}`)
  })
})
afterAll(() => host.close())

let count = 0

/** The address of a new description. */
function describedBy(respond: Respond): string {
  count += 1
  const path = `/programs/${count}.json`
  answers.set(path, respond)
  return `${host.url}${path}`
}

/** Sends a description of the program at this address, with changes. */
function description(changes: object = {}, headers: Record<string, string> = {}): Respond {
  return (_req, res, own) => {
    const value = { client_id: own, client_name: 'Described', redirect_uris: [redirectUri], ...changes }
    res.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
  }
}

async function askedBy(clientId: string, at = server) {
  const { visitor } = await signedInVisitor(at())
  const program = new TestProgram(at())
  program.clientId = clientId
  return { visitor, program, page: await visitor.get(program.authorizePath()) }
}

describe('a program that describes itself', () => {
  test('is named by its host, and signs in', async () => {
    const { page, visitor, program } = await askedBy(describedBy(description()))
    const name = new URL(host.url).host
    expect(page.html).toContain(`Let ${name} use your account?`)
    expect(page.html).toContain('which calls itself “Described”')
    const answer = await program.allowedBy(visitor)
    const exchanged = await program.exchange(answer.get('code'))
    expect(exchanged.status).toBe(200)
    expect((await visitor.get('/settings/programs')).html).toContain(`${name}, “Described”`)
    expect((await program.refresh(exchanged.body.refresh_token)).status).toBe(200)
  })

  test('is preferred to registering by the SDK of MCP', async () => {
    const { visitor } = await signedInVisitor(server())
    let sent: URL | undefined
    const clientId = describedBy(description())
    const provider = {
      redirectUrl: redirectUri,
      clientMetadataUrl: clientId,
      clientMetadata: { redirect_uris: [redirectUri] },
      clientInformation: () => undefined,
      saveClientInformation: () => undefined,
      tokens: () => undefined,
      saveTokens: () => undefined,
      codeVerifier: () => '',
      saveCodeVerifier: () => undefined,
      redirectToAuthorization: (url: URL) => {
        sent = url
      },
    }
    expect(await auth(provider, { serverUrl: `${server().url}/mcp` })).toBe('REDIRECT')
    expect(sent?.searchParams.get('client_id')).toBe(clientId)
    expect((await visitor.get(`${sent?.pathname}${sent?.search}`)).status).toBe(200)
  })

  test('is read again when its description has expired, and no sooner', async () => {
    const clientId = describedBy(description({}, { 'cache-control': 'public, max-age=600' }))
    const { visitor, program } = await askedBy(clientId)
    const times = () => asked.filter((path) => clientId.endsWith(path)).length
    await visitor.get(program.authorizePath())
    server().clock.advance(599_000)
    await visitor.get(program.authorizePath())
    expect(times()).toBe(1)
    server().clock.advance(1000)
    answers.set(new URL(clientId).pathname, description({ redirect_uris: ['https://moved.example/back'] }))
    const moved = await visitor.get(program.authorizePath())
    expect([times(), moved.status]).toEqual([2, 400])
  })

  test('is read only a limited number of times per hour for one account', async () => {
    const { visitor, program } = await askedBy(describedBy(description({ redirect_uris: [] })))
    for (let times = 1; times < 60; times++) await visitor.get(program.authorizePath())
    const refused = await visitor.get(program.authorizePath())
    expect([refused.status, refused.html.includes('60 descriptions of programs')]).toEqual([429, true])
    expect((await askedBy(describedBy(description()))).page.status).toBe(200)
  })

  const large = `{"padding": "${'x'.repeat(10 * 1024 * 1024)}"}`
  const wrong: readonly (readonly [string, Respond, string])[] = [
    ['names another id', description({ client_id: 'https://other.example/client.json' }), 'not its own address'],
    ['has a secret', description({ client_secret: 'x' }), 'client_secret'],
    ['wants to prove itself', description({ token_endpoint_auth_method: 'private_key_jwt' }), 'must be none'],
    ['has no redirect URI', description({ redirect_uris: undefined }), 'redirect_uris'],
    [
      'has a redirect URI that is a script',
      description({ redirect_uris: ['javascript:alert(1)'] }),
      'redirect_uris[0]',
    ],
    ['is a list', (_req, res) => void res.setHeader('content-type', 'application/json').end('[]'), 'JSON object'],
    ['is not JSON', (_req, res) => void res.setHeader('content-type', 'application/json').end('{'), 'not JSON'],
    ['is a page', description({}, { 'content-type': 'text/html' }), 'has no application/json'],
    ['is missing', (_req, res) => void res.writeHead(404).end(), 'HTTP 404'],
    ['has no content', (_req, res) => void res.writeHead(204).end(), 'cannot be used'],
    ['is 10 MB', (_req, res) => void res.setHeader('content-type', 'application/json').end(large), '16 KiB'],
    ['is elsewhere', (_req, res) => void res.writeHead(302, { location: `${host.url}/other` }).end(), 'redirects'],
    ['leads inside', (_req, res) => void res.writeHead(302, { location: 'http://10.0.0.1/' }).end(), 'redirects'],
  ]
  test.each(wrong)('is rejected if its description %s', async (_what, respond, sentence) => {
    const { page } = await askedBy(describedBy(respond))
    expect([page.status, page.location]).toEqual([400, undefined])
    expect(page.html).toContain(sentence)
    expect(asked).not.toContain('/other')
  })

  test.each([
    'http://programs.example/client.json',
    'https://programs.example',
    'https://programs.example/',
    'https://user@programs.example/client.json',
    'https://programs.example/client.json#part',
    'https://programs.example/a/../client.json',
    'HTTPS://programs.example/client.json',
    `https://programs.example/${'x'.repeat(500)}`,
  ])('is rejected at %s, without a request to it', async (clientId) => {
    const { page } = await askedBy(clientId)
    expect([page.status, page.html.includes('its description cannot be used: client_id must')]).toEqual([400, true])
  })

  test.each([
    ['127.0.0.1', () => `${host.url}/programs/1.json`],
    ['localhost', () => `${host.url.replace('127.0.0.1', 'localhost')}/programs/1.json`],
    ['[::1]', () => 'https://[::1]/client.json'],
    ['10.0.0.1', () => 'https://10.0.0.1/client.json'],
    ['169.254.169.254', () => 'https://169.254.169.254/latest/meta-data'],
    ['a port of another protocol', () => 'https://programs.example:25/client.json'],
  ])('is not read from %s', async (_what, address) => {
    const before = asked.length
    const { page } = await askedBy(address(), strict)
    expect([page.status, page.html.includes('on the public internet')]).toEqual([400, true])
    expect(asked).toHaveLength(before)
  })

  test('is rejected if its description takes longer than five seconds', async () => {
    const outbound = createTestOutbound({ env: { FETCH_ALLOWED_RANGES: '127.0.0.1' } })
    let limitMs: number | undefined
    const impatient: Pick<GuardedFetch, 'fetch'> = {
      fetch(who, url, options) {
        limitMs = options?.timeoutMs
        return outbound.fetch(who, url, { ...options, timeoutMs: 50 } as typeof options)
      },
    }
    try {
      const reading = readDescription(
        impatient,
        asker(),
        describedBy(() => {}),
      )
      await expect(reading).rejects.toMatchObject({
        code: 'invalid_argument',
        message: expect.stringContaining('cannot be used'),
      })
      expect(limitMs).toBe(5000)
    } finally {
      await outbound.close()
    }
  })

  test('is not shown if its description could not be stored', async () => {
    const { store } = server()
    const full = "begin select raise(abort, 'the disk is full'); end"
    await store.run(store.sql.raw(`create trigger full_disk before insert on programs ${full}`))
    const { page } = await askedBy(describedBy(description()))
    await store.run(store.sql.raw('drop trigger full_disk'))
    expect([page.status, page.html.includes('use your account?')]).toEqual([500, false])
  })

  test('keeps its permissions if its description disappears', async () => {
    const clientId = describedBy(description())
    const { visitor, program } = await askedBy(clientId)
    const { body } = await program.exchange((await program.allowedBy(visitor)).get('code'))
    answers.set(new URL(clientId).pathname, (_req, res) => void res.writeHead(410).end())
    server().clock.advance(86_400_000)
    expect((await program.refresh(body.refresh_token)).status).toBe(200)
    expect(fieldsOf((await visitor.get(program.authorizePath())).html).client_id).toBeUndefined()
  })
})
