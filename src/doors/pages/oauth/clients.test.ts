import * as version2 from '@modelcontextprotocol/client'
import { auth as authOfVersion1 } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import * as oauth from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { rawMcp } from '#testing/mcp.ts'
import { fieldsOf, redirectUri, signedInVisitor, TestProgram } from '#testing/program-sign-in.ts'
import { forEachServer } from '#testing/server.ts'
import type { TestVisitor } from '#testing/visitor.ts'

type Auth = (provider: object, options: object) => Promise<'AUTHORIZED' | 'REDIRECT'>

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly scope: string
}

/** The state of a program while it signs in, as the SDK requires; a person allows its request. */
class KeepingProgram {
  readonly redirectUrl = redirectUri
  readonly clientMetadata = { client_name: 'SDK', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' }
  answer = new URLSearchParams()
  readonly #kept = new Map<string, unknown>()
  readonly #visitor: TestVisitor

  constructor(visitor: TestVisitor) {
    this.#visitor = visitor
  }

  state = () => 'state-of-the-sdk'
  clientInformation = () => this.#kept.get('client')
  saveClientInformation = (client: unknown) => void this.#kept.set('client', client)
  tokens = () => this.#kept.get('tokens') as Tokens
  saveTokens = (tokens: unknown) => void this.#kept.set('tokens', tokens)
  codeVerifier = () => this.#kept.get('verifier')
  saveCodeVerifier = (verifier: string) => void this.#kept.set('verifier', verifier)
  discoveryState = () => this.#kept.get('discovery')
  saveDiscoveryState = (state: unknown) => void this.#kept.set('discovery', state)

  async redirectToAuthorization({ pathname, search }: URL): Promise<void> {
    this.answer = await allowed(this.#visitor, `${pathname}${search}`)
  }
}

async function allowed(visitor: TestVisitor, path: string): Promise<URLSearchParams> {
  const page = await visitor.get(path)
  expect(page.status, page.html).toBe(200)
  const fields = fieldsOf(page.html)
  // Without a scope nothing is ticked, and this person lets it read everything.
  const choices = fields.allow ? {} : { all: 'read' }
  const sent = await visitor.post('/oauth/authorize', { ...fields, ...choices, decision: 'allow' })
  return new URL(sent.location as string).searchParams
}

forEachServer((server) => {
  const statusWith = async (token: string) =>
    (await fetch(`${server().url}/api/v1/notes/list`, { headers: { Authorization: `Bearer ${token}` } })).status

  describe.each([
    ['version 1', authOfVersion1 as unknown as Auth],
    ['version 2', version2.auth as unknown as Auth],
  ])('the SDK of MCP, %s', (_, auth) => {
    test.each([
      ['the machine endpoint', '/mcp', 401],
      ['the instance', '', 200],
    ])('signs in to %s knowing only its address, and refreshes', async (_what, path, status) => {
      const { visitor } = await signedInVisitor(server())
      const program = new KeepingProgram(visitor)
      const serverUrl = `${server().url}${path}`
      expect(await auth(program, { serverUrl })).toBe('REDIRECT')
      const { code, iss, state } = Object.fromEntries(program.answer)
      expect([iss, state]).toEqual([server().url, 'state-of-the-sdk'])
      expect(await auth(program, { serverUrl, authorizationCode: code, iss })).toBe('AUTHORIZED')
      const first = program.tokens()
      expect(first.scope.split(' ')).toEqual(expect.arrayContaining(['notes:read', 'tasks:read']))
      expect(await statusWith(first.access_token)).toBe(status)
      expect(await auth(program, { serverUrl })).toBe('AUTHORIZED')
      const second = program.tokens()
      expect(second.refresh_token).not.toBe(first.refresh_token)
      expect(await statusWith(second.access_token)).toBe(status)
    })
  })

  /** A client of either version of the SDK, whose parts have the same names. */
  async function connected(version: 1 | 2, program: KeepingProgram) {
    const url = new URL(`${server().url}/mcp`)
    const options = { authProvider: program as never }
    const who = { name: 'test', version: '1' }
    const transport =
      version === 1 ? new Transport1(url, options) : new version2.StreamableHTTPClientTransport(url, options)
    const client = (version === 1 ? new Client1(who) : new version2.Client(who)) as version2.Client
    await client.connect(transport as never)
    return {
      call: () => client.callTool({ name: 'notes_list', arguments: {} }),
      add: () => client.callTool({ name: 'notes_add', arguments: { title: 'a', text: 'b' } }),
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      // Version 2 also checks the issuer in the answer.
      finish: (answer: URLSearchParams) =>
        transport.finishAuth((version === 1 ? answer.get('code') : answer) as string & URLSearchParams),
      close: () => client.close(),
    }
  }

  test.each([1, 2] as const)(
    'a client of MCP, version %i, is sent to sign in by the first tool that needs it',
    async (version) => {
      const { visitor } = await signedInVisitor(server())
      const program = new KeepingProgram(visitor)
      const first = await connected(version, program)
      await expect(first.call()).rejects.toThrow(/unauthorized/i)
      await first.finish(program.answer)
      await first.close()
      const again = await connected(version, program)
      expect(await again.tools()).toContain('notes_list')
      expect(await again.call()).not.toHaveProperty('isError', true)
      // Once the access token has expired, the client refreshes automatically.
      server().clock.advance(3_600_000)
      const { access_token: expired } = program.tokens()
      expect(await again.call()).not.toHaveProperty('isError', true)
      expect(program.tokens().access_token).not.toBe(expired)
      await again.close()
    },
  )

  test('a client of MCP that may only read asks for the scope that a tool needs, and keeps what it had', async () => {
    const { visitor } = await signedInVisitor(server())
    const program = new KeepingProgram(visitor)
    // Each sign-in starts a new connection, as a client does that the browser has called back.
    const signsIn = async (refusedCall: 'call' | 'add') => {
      const client = await connected(2, program)
      await expect(client[refusedCall]()).rejects.toThrow()
      await client.finish(program.answer)
      await client.close()
      return program.tokens().scope
    }
    expect(await signsIn('call')).toBe('notes:read')
    expect(await signsIn('add')).toBe('notes:read notes:write')
    const client = await connected(2, program)
    expect(await client.add()).not.toHaveProperty('isError', true)
    expect(await client.call()).not.toHaveProperty('isError', true)
    await client.close()
  })

  test('a token of a program sees every tool, calls only those of its scope, and none once it is revoked', async () => {
    const { visitor } = await signedInVisitor(server())
    const program = await new TestProgram(server()).register()
    const { body } = await program.exchange((await program.allowedBy(visitor, { scope: 'notes' })).get('code'))
    const mcp = rawMcp(server().url, body.access_token)
    const names = (await mcp.request('tools/list')).message.result.tools.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['notes_list', 'notes_add', 'tasks_list']))
    const call = (name: string) => mcp.request('tools/call', { name, arguments: {} })
    expect((await call('notes_list')).status).toBe(200)
    const refused = await call('tasks_list')
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('error="insufficient_scope", scope="notes:read tasks:read"'),
    ])
    await program.postForm('/oauth/revoke', { token: body.access_token, client_id: program.clientId })
    expect((await mcp.request('tools/list')).status).toBe(401)
  })

  test('oauth4webapi, which validates responses, signs in, refreshes and revokes', async () => {
    const { visitor } = await signedInVisitor(server())
    const insecure = { [oauth.allowInsecureRequests]: true }
    const resource = new URL(server().url)
    const metadata = await oauth.processResourceDiscoveryResponse(
      resource,
      await oauth.resourceDiscoveryRequest(resource, insecure),
    )
    const issuer = new URL(metadata.authorization_servers?.[0] as string)
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const as = await oauth.processDiscoveryResponse(issuer, discovered)
    const registered = await oauth.dynamicClientRegistrationRequest(as, { redirect_uris: [redirectUri] }, insecure)
    const client = await oauth.processDynamicClientRegistrationResponse(registered)
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const url = new URL(as.authorization_endpoint as string)
    url.search = String(
      new URLSearchParams({
        response_type: 'code',
        client_id: client.client_id,
        redirect_uri: redirectUri,
        scope: 'notes:read notes:write',
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    )
    const answer = await allowed(visitor, `${url.pathname}${url.search}`)
    const parameters = oauth.validateAuthResponse(as, client, answer, state)
    const exchanged = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      oauth.None(),
      parameters,
      redirectUri,
      verifier,
      insecure,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, exchanged)
    expect([tokens.scope, await statusWith(tokens.access_token)]).toEqual(['notes:read notes:write', 200])
    const again = await oauth.refreshTokenGrantRequest(
      as,
      client,
      oauth.None(),
      tokens.refresh_token as string,
      insecure,
    )
    const fresh = await oauth.processRefreshTokenResponse(as, client, again)
    expect(await statusWith(fresh.access_token)).toBe(200)
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(as, client, oauth.None(), fresh.access_token, insecure),
    )
    expect(await statusWith(fresh.access_token)).toBe(401)
  })

  test('oauth4webapi detects a response of another server by its issuer', async () => {
    const as: oauth.AuthorizationServer = {
      issuer: 'https://other.example',
      authorization_response_iss_parameter_supported: true,
    }
    const answer = new URLSearchParams({ code: 'c', state: 's', iss: server().url })
    expect(() => oauth.validateAuthResponse(as, { client_id: 'x' }, answer, 's')).toThrow(/iss/)
  })
})
