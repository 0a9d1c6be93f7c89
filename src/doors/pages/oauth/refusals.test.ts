import { describe, expect, test } from 'vitest'
import { challenge, fieldsOf, redirectUri, signedInVisitor, TestProgram } from '#testing/program-sign-in.ts'
import { serverForTests } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const server = serverForTests()
const limited = serverForTests({ settings: { LIMIT_PROGRAM_REGISTRATIONS_PER_HOUR: '3' } })

async function world() {
  const { account, visitor } = await signedInVisitor(server())
  return { account, visitor, program: await new TestProgram(server()).register() }
}

describe('the metadata', () => {
  test('name every endpoint, and only scopes that read, because some programs request all of them', async () => {
    const read = async (path: string) => {
      const response = await fetch(`${server().url}/.well-known/${path}`)
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
      return (await response.json()) as Record<string, unknown>
    }
    const { url } = server()
    const metadata = await read('oauth-authorization-server')
    expect(metadata).toMatchObject({
      issuer: url,
      authorization_endpoint: `${url}/oauth/authorize`,
      token_endpoint: `${url}/oauth/token`,
      registration_endpoint: `${url}/oauth/register`,
      revocation_endpoint: `${url}/oauth/revoke`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
    const common = { authorization_servers: [url], bearer_methods_supported: ['header'] }
    const mcp = await read('oauth-protected-resource/mcp')
    expect(mcp).toMatchObject({ resource: `${url}/mcp`, ...common })
    const instance = await read('oauth-protected-resource')
    expect(instance).toMatchObject({ resource: url, ...common })
    const scopes = metadata.scopes_supported as string[]
    expect(scopes).toEqual(expect.arrayContaining(['notes:read', 'registry:read', 'inbox:read']))
    expect(scopes.filter((scope) => !scope.endsWith(':read'))).toEqual([])
    for (const resource of [mcp, instance]) expect(resource).not.toHaveProperty('scopes_supported')
  })

  test('and the endpoints can be called from pages of every origin, with the headers of MCP clients', async () => {
    for (const [path, verb] of [
      ['/.well-known/oauth-protected-resource/mcp', 'GET'],
      ['/oauth/register', 'POST'],
      ['/oauth/token', 'POST'],
    ] as const) {
      const headers = { Origin: 'https://inspector.example', 'Access-Control-Request-Method': verb }
      const response = await fetch(`${server().url}${path}`, { method: 'OPTIONS', headers })
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
      expect(response.headers.get('access-control-allow-methods')).toContain(verb)
      expect(response.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version')
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
      const other = await fetch(`${server().url}${path}`, { method: 'DELETE' })
      expect([other.status, other.headers.get('allow')?.includes(verb)]).toEqual([405, true])
    }
  })
})

describe('an authorization request', () => {
  test.each([
    ['without a program', { client_id: undefined }, 'The client_id parameter is missing'],
    ['of an unknown program', { client_id: 'program_00000000000000000000000000' }, 'is unknown to this server'],
    ['of a made-up program', { client_id: "' or 1=1 --" }, 'is unknown to this server'],
    ['for another path', { redirect_uri: `${redirectUri}x` }, 'is not registered'],
    ['for another host', { redirect_uri: 'https://evil.example/callback' }, 'is not registered'],
    ['for another loopback host', { redirect_uri: 'http://localhost:33418/callback' }, 'is not registered'],
    ['for a user at another host', { redirect_uri: 'http://127.0.0.1:1@evil.example/callback' }, 'is not registered'],
    ['for a script', { redirect_uri: 'javascript:alert(1)' }, 'is not registered'],
  ])('%s is shown to the person and not sent anywhere', async (_what, changes, sentence) => {
    const { visitor, program } = await world()
    const page = await visitor.get(program.authorizePath(changes))
    expect([page.status, page.location]).toEqual([400, undefined])
    expect(page.html).toContain(sentence)
    expect(page.html).not.toContain('evil.example')
  })

  test('with a repeated parameter is sent nowhere', async () => {
    const { visitor, program } = await world()
    const path = program.authorizePath()
    for (const twice of [`client_id=${program.clientId}`, `redirect_uri=${redirectUri}`, 'state=b', 'scope=notes']) {
      const page = await visitor.get(`${path}&${twice}`)
      expect([page.status, page.html.includes('more than once')]).toEqual([400, true])
    }
  })

  test.each([
    ['without PKCE', { code_challenge: undefined }, 'invalid_request'],
    ['with the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['without a method, which is plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['with a challenge that is too short', { code_challenge: challenge.slice(1) }, 'invalid_request'],
    ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
    ['for a form', { response_mode: 'form_post' }, 'invalid_request'],
    ['for another server', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['for unknown scopes', { scope: 'nothing here' }, 'invalid_scope'],
    ['with a malformed scope', { scope: 'notes  tasks' }, 'invalid_scope'],
    ['with a request object', { request: 'eyJ' }, 'request_not_supported'],
    ['with the address of one', { request_uri: 'https://evil.example/r' }, 'request_uri_not_supported'],
  ])('%s is not sent back automatically: the person decides', async (_what, changes, error) => {
    const { visitor, program } = await world()
    const page = await visitor.get(program.authorizePath(changes))
    expect([page.status, page.location]).toEqual([400, undefined])
    const [, link = ''] = /<a href="(http:\/\/127[^"]+)"/.exec(page.html) ?? []
    const returned = new URL(link.replaceAll('&amp;', '&'))
    expect(Object.fromEntries(returned.searchParams)).toMatchObject({ error, state: 'state-1', iss: server().url })
    expect(page.html).not.toContain('name="decision"')
    // Nor by the form, regardless of its content.
    const [csrf_token] = fieldsOf((await visitor.get(program.authorizePath())).html).csrf_token as string[]
    const values = Object.fromEntries(new URL(program.authorizePath(changes), server().url).searchParams)
    const sent = await visitor.post('/oauth/authorize', {
      ...values,
      csrf_token: csrf_token as string,
      decision: 'allow',
      allow: 'notes:read',
    })
    expect([sent.status, sent.location]).toEqual([400, undefined])
  })

  test('may use any port of this device, and otherwise only its registered redirect URIs', async () => {
    const { visitor, program } = await world()
    const other = 'http://127.0.0.1:50000/callback'
    const answer = await program.allowedBy(visitor, { redirect_uri: other })
    expect((await program.exchange(answer.get('code'), { redirect_uri: other })).status).toBe(200)
  })

  test('can be for services and areas of the product, which are no tools', async () => {
    const { visitor, program } = await world()
    const scope = 'notes inbox offline_access openid'
    const everywhere = await visitor.get(program.authorizePath({ scope, resource: server().url }))
    expect(fieldsOf(everywhere.html).allow).toEqual(['inbox:read', 'notes:read'])
    expect(fieldsOf((await visitor.get(program.authorizePath({ scope }))).html).allow).toEqual(['notes:read'])
  })

  test('does not make the server read anything before the person has signed in', async () => {
    const { program } = await world()
    const path = program.authorizePath({ client_id: 'https://metadata.example/client.json' })
    expect((await new TestVisitor(server().url).get(path)).location).toBe(`/signin?next=${encodeURIComponent(path)}`)
  })

  test('shows the program’s own name as text', async () => {
    const { visitor } = await signedInVisitor(server())
    const program = await new TestProgram(server()).register({
      client_name: `<script>alert(1)</script>\u202eOnedoor\u0000 ${'x'.repeat(500)}`,
      logo_uri: 'https://evil.example/logo.png',
    })
    const { html } = await visitor.get(program.authorizePath())
    expect(html).toContain('“&lt;script&gt;alert(1)&lt;/script&gt; Onedoor xxx')
    expect(html).not.toContain('\u202e')
    expect(html).not.toContain('x'.repeat(60))
    expect(html).not.toContain('evil.example')
    expect(html).toContain('The name is not verified.')
  })
})

describe('the decision of a person', () => {
  test('is accepted only from the form that this person was shown', async () => {
    const [{ visitor, program }, { visitor: other }] = [await world(), await world()]
    const fields = { ...fieldsOf((await visitor.get(program.authorizePath())).html), decision: 'allow' }
    const [csrf_token = ''] = fieldsOf((await other.get(program.authorizePath())).html).csrf_token ?? []
    const attempts = [
      visitor.post('/oauth/authorize', { ...fields, csrf_token: '' }),
      visitor.post('/oauth/authorize', { ...fields, csrf_token }),
      visitor.post('/oauth/authorize', fields, { Origin: 'https://evil.example' }),
      visitor.post('/oauth/authorize', fields, { 'Sec-Fetch-Site': 'cross-site' }),
      new TestVisitor(server().url).post('/oauth/authorize', fields),
    ]
    for (const { status, location } of await Promise.all(attempts)) {
      expect([status === 403 || location?.startsWith('/signin')]).toEqual([true])
    }
    expect((await visitor.post('/oauth/authorize', fields)).status).toBe(303)
  })

  test('that ticks nothing is requested again, with everything that the program sent', async () => {
    const { visitor, program } = await world()
    const fields = { ...fieldsOf((await visitor.get(program.authorizePath())).html), decision: 'allow' }
    const again = await visitor.post('/oauth/authorize', { ...fields, allow: [] })
    expect([again.status, again.html.includes('Choose at least one service, or select Refuse')]).toEqual([400, true])
    const sent = await visitor.post('/oauth/authorize', {
      ...fieldsOf(again.html),
      allow: 'notes:read',
      decision: 'allow',
    })
    expect(sent.status).toBe(303)
  })

  test('is a refusal if it is neither of the two', async () => {
    const { visitor, program } = await world()
    const fields = fieldsOf((await visitor.get(program.authorizePath())).html)
    const sent = await visitor.post('/oauth/authorize', { ...fields, decision: 'perhaps' })
    expect(sent.location).toContain('error=access_denied')
  })
})

describe('the endpoints for programs', () => {
  test('reject other bodies than forms, long bodies, credentials and repeated parameters', async () => {
    const { program } = await world()
    const fields = { grant_type: 'refresh_token', client_id: program.clientId, refresh_token: 'odf_x' }
    expect(await program.postJson('/oauth/token', fields)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
    const long = await program.postForm('/oauth/token', { ...fields, refresh_token: 'x'.repeat(20_000) })
    expect([long.status, long.body.error]).toEqual([400, 'invalid_request'])
    const basic = await program.postForm('/oauth/token', fields, { Authorization: 'Basic eDp5' })
    expect([basic.status, basic.body.error, basic.headers.get('www-authenticate')]).toEqual([
      401,
      'invalid_client',
      'Basic realm="onedoor"',
    ])
    const twice = new URLSearchParams(fields)
    twice.append('client_id', 'another')
    expect((await program.postForm('/oauth/token', twice)).body.error).toBe('invalid_request')
    const plain = await program.postForm('/oauth/token', fields)
    expect([plain.status, plain.body.error]).toEqual([400, 'invalid_grant'])
    expect(plain.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['no object', '[]', 'invalid_client_metadata'],
    ['no JSON', '{', 'invalid_client_metadata'],
    ['no redirect URI', {}, 'invalid_redirect_uri'],
    ['an empty list of them', { redirect_uris: [] }, 'invalid_redirect_uri'],
    ['too many of them', { redirect_uris: Array(11).fill(redirectUri) }, 'invalid_redirect_uri'],
    ['plain http to another host', { redirect_uris: ['http://app.example/'] }, 'invalid_redirect_uri'],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['a fragment', { redirect_uris: ['https://app.example/#here'] }, 'invalid_redirect_uri'],
    ['another grant', { redirect_uris: [redirectUri], grant_types: ['password'] }, 'invalid_client_metadata'],
    ['another response', { redirect_uris: [redirectUri], response_types: ['token'] }, 'invalid_client_metadata'],
    ['an invalid name', { redirect_uris: [redirectUri], client_name: 7 }, 'invalid_client_metadata'],
  ])('reject the registration of a program with %s', async (_what, sent, error) => {
    const response = await fetch(`${server().url}/oauth/register`, {
      method: 'POST',
      body: typeof sent === 'string' ? sent : JSON.stringify(sent),
      headers: { 'Content-Type': 'application/json' },
    })
    expect([response.status, await response.json()]).toMatchObject([400, { error }])
  })

  test('let one address register only a limited number of programs per hour', async () => {
    const register = () =>
      new TestProgram(limited()).postJson('/oauth/register', { redirect_uris: ['http://localhost/back'] })
    expect([(await register()).status, (await register()).status, (await register()).status]).toEqual([201, 201, 201])
    const refused = await register()
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    limited().clock.advance(7_200_000)
    expect((await register()).status).toBe(201)
  })
})
