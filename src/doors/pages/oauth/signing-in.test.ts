import { describe, expect, test } from 'vitest'
import { challenge, fieldsOf, redirectUri, signedInVisitor, TestProgram } from '#testing/program-sign-in.ts'
import { forEachServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const dayMs = 86_400_000

forEachServer((server) => {
  const call = async (token: string, path: string, body?: object) => {
    const init = { method: body ? 'POST' : 'GET', ...(body && { body: JSON.stringify(body) }) }
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    return fetch(`${server().url}${path}`, { ...init, headers })
  }
  const status = async (token: string, path = '/api/v1/notes/list', body?: object) =>
    (await call(token, path, body)).status
  /** A program with permissions everywhere on the instance. */
  async function signedIn(changes: Record<string, string> = {}, choices = {}) {
    const { account, visitor } = await signedInVisitor(server())
    const program = await new TestProgram(server()).register()
    const answer = await program.allowedBy(visitor, { resource: server().url, ...changes }, choices)
    const { status, body } = await program.exchange(answer.get('code'))
    expect([status, body]).toMatchObject([200, { token_type: 'Bearer' }])
    return { account, visitor, program, tokens: body as Record<string, string>, code: answer.get('code') as string }
  }

  describe('a program that signs in', () => {
    test('gets what was ticked, and its tokens allow only that', async () => {
      const { tokens, program } = await signedIn({}, { allow: ['notes:read', 'notes:write'] })
      expect(tokens).toMatchObject({ scope: 'notes:read notes:write', expires_in: 3600 })
      const { access_token: access = '', refresh_token: refresh = '' } = tokens
      expect(await status(access)).toBe(200)
      expect(await status(access, '/api/v1/notes/add', { title: 'a', text: 'b' })).toBe(200)
      const refused = await call(access, '/api/v1/tasks/list')
      expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
        403,
        'tasks.list requires tasks:read, which this token lacks. It covers notes:read, notes:write. Sign in from the program again, and allow this access there.',
      ])
      expect(refused.headers.get('www-authenticate')).toBe(
        `Bearer realm="onedoor", error="insufficient_scope", scope="tasks:read", resource_metadata="${server().url}/.well-known/oauth-protected-resource"`,
      )
      expect(await status(refresh)).toBe(401)
      const fresh = await program.refresh(refresh)
      expect(fresh.body).toMatchObject({ scope: 'notes:read notes:write', expires_in: 3600 })
      expect(await status(fresh.body.access_token)).toBe(200)
      expect(await status(access)).toBe(200)
    })

    test('only reads if nothing else is ticked, and cannot get more than it requests', async () => {
      const forged = { all: ['read', 'write'], allow: ['notes:read', 'notes:write', 'contacts:read'] }
      const { tokens } = await signedIn({ scope: 'notes' }, forged)
      expect(tokens.scope).toBe('notes:read')
      expect(await status(tokens.access_token as string, '/api/v1/notes/add', { title: 'a', text: 'b' })).toBe(403)
    })

    test('that names no scope is offered everything, of which nothing is ticked', async () => {
      const { visitor } = await signedInVisitor(server())
      const program = await new TestProgram(server()).register()
      const page = await visitor.get(program.authorizePath({ scope: undefined, resource: server().url }))
      expect(fieldsOf(page.html)).not.toHaveProperty('allow')
      for (const scope of ['notes:read', 'notes:write', 'config:write', 'inbox:read']) {
        expect(page.html).toContain(`value="${scope}"`)
      }
      const answer = await program.allowedBy(visitor, { scope: undefined, resource: server().url }, { all: 'read' })
      const { body } = await program.exchange(answer.get('code'))
      const granted = (body.scope as string).split(' ')
      expect(granted).toEqual(expect.arrayContaining(['notes:read', 'tasks:read']))
      expect(granted.filter((scope) => !scope.endsWith(':read'))).toEqual([])
    })

    test('with a scope in the older form is offered every class of it, of which only reading is ticked', async () => {
      const { visitor } = await signedInVisitor(server())
      const program = await new TestProgram(server()).register()
      const page = await visitor.get(program.authorizePath({ scope: 'notes actions' }))
      expect(fieldsOf(page.html).allow).toEqual(['notes:read'])
      expect(page.html).toContain('value="notes:write"')
      expect(page.html).not.toContain('value="tasks:read"')
    })

    test('has a refresh for a part of its scope, which narrows one access token', async () => {
      const { tokens, program } = await signedIn()
      const part = await program.refresh(tokens.refresh_token as string, { scope: 'notes:read' })
      expect(part.body).toMatchObject({ scope: 'notes:read' })
      const add = ['/api/v1/notes/add', { title: 'a', text: 'b' }] as const
      expect([await status(part.body.access_token), await status(part.body.access_token, ...add)]).toEqual([200, 403])
      const wider = await program.refresh(part.body.refresh_token, { scope: 'notes:read contacts:read' })
      expect([wider.status, wider.body.error]).toEqual([400, 'invalid_scope'])
      const { body } = await program.refresh(part.body.refresh_token)
      expect([body.scope, await status(body.access_token, ...add)]).toEqual([tokens.scope, 200])
    })

    test('gets the issuer and its state back', async () => {
      const { visitor } = await signedInVisitor(server())
      const program = await new TestProgram(server()).register()
      const state = `<"'&> \u00e4 ${'x'.repeat(1000)}`
      const answer = await program.allowedBy(visitor, { state })
      expect([answer.get('state'), answer.get('iss')]).toEqual([state, server().url])
      const refused = await visitor.post('/oauth/authorize', {
        ...fieldsOf((await visitor.get(program.authorizePath())).html),
        decision: 'refuse',
      })
      expect(new URL(refused.location as string).searchParams.toString()).toBe(
        new URLSearchParams({ error: 'access_denied', state: 'state-1', iss: server().url }).toString(),
      )
    })

    test('waits until the person has signed in, who then returns to the consent page', async () => {
      const account = await server().account()
      const program = await new TestProgram(server()).register()
      const visitor = new TestVisitor(server().url)
      const sent = await visitor.get(program.authorizePath())
      expect(sent.status).toBe(303)
      const signed = await visitor.submit(sent.location as string, '/signin', {
        username: account.username,
        password: 'correct horse battery',
        next: program.authorizePath(),
      })
      expect(signed.location).toBe(program.authorizePath())
      expect((await visitor.get(signed.location as string)).html).toContain(
        'Let a program on this device use your account?',
      )
    })

    test('has tokens that expire, and needs a new consent after a year regardless of refreshes', async () => {
      const { tokens, program } = await signedIn()
      server().clock.advance(3_600_000)
      expect(await status(tokens.access_token as string)).toBe(401)
      let refresh = tokens.refresh_token as string
      let answer = await program.refresh(refresh)
      for (let month = 0; answer.status === 200 && month < 20; month++) {
        refresh = answer.body.refresh_token
        server().clock.advance(29 * dayMs)
        answer = await program.refresh(refresh)
        if (answer.status === 200) expect(month).toBeLessThan(12)
      }
      expect(answer.body).toMatchObject({ error: 'invalid_grant' })
    })

    test('has no access token that is valid longer than its permission', async () => {
      const { tokens, program } = await signedIn()
      let refresh = tokens.refresh_token as string
      for (let days = 0; days < 364; days += 28) {
        server().clock.advance(28 * dayMs)
        refresh = (await program.refresh(refresh)).body.refresh_token
      }
      server().clock.advance(dayMs - 600_000)
      const { status: sent, body } = await program.refresh(refresh)
      expect([sent, body.expires_in]).toEqual([200, 600])
      expect(await status(body.access_token)).toBe(200)
      server().clock.advance(600_000)
      expect(await status(body.access_token)).toBe(401)
    })

    test('ends when it is not used for a month', async () => {
      const { tokens, program } = await signedIn()
      server().clock.advance(30 * dayMs)
      expect((await program.refresh(tokens.refresh_token as string)).body).toMatchObject({ error: 'invalid_grant' })
    })

    test('for the machine endpoint only is rejected everywhere else', async () => {
      const { tokens } = await signedIn({ resource: `${server().url}/mcp` })
      const refused = await call(tokens.access_token as string, '/api/v1/notes/list')
      expect([refused.status, await refused.text()]).toEqual([
        401,
        expect.stringContaining('only for the MCP endpoint at /mcp'),
      ])
      expect(await status(tokens.access_token as string, '/whoami')).toBe(401)
    })

    test('exchanges a code only with the redirect URI of its request, case included', async () => {
      const { visitor } = await signedInVisitor(server())
      const program = await new TestProgram(server()).register()
      for (const other of [redirectUri.replace('callback', 'Callback'), `${redirectUri}/`]) {
        const code = (await program.allowedBy(visitor)).get('code')
        const answer = await program.exchange(code, { redirect_uri: other })
        expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
        expect((await program.exchange(code)).status).toBe(200)
      }
    })

    test('may omit the redirect URI if it has registered one, and is shown by its host if that is known', async () => {
      const { visitor } = await signedInVisitor(server())
      const program = await new TestProgram(server()).register({
        redirect_uris: ['https://app.example/back?from=here'],
      })
      const page = await visitor.get(program.authorizePath({ redirect_uri: undefined }))
      expect(page.html).toContain('Let app.example use your account?')
      expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example;")
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(page.headers.get('x-frame-options')).toBe('DENY')
      const sent = await visitor.post('/oauth/authorize', { ...fieldsOf(page.html), decision: 'allow' })
      expect(sent.location).toMatch(/^https:\/\/app\.example\/back\?from=here&code=odc_/)
    })
  })

  describe('the permissions of a program', () => {
    test('are listed among the settings, and revoked there at once', async () => {
      const { tokens, visitor, program } = await signedIn()
      const { html } = await visitor.get('/settings/programs')
      expect(html).toContain('“Test program”')
      expect(html).toContain('read notes, tasks<br>write notes, tasks')
      const [, id] = /name="program" value="(token_\w+)"/.exec(html) ?? []
      const revoked = await visitor.submit(`/settings/programs/revoke?program=${id}`, '/settings/programs/revoke', {
        program: id as string,
      })
      expect(revoked.location).toBe('/settings/programs?done=revoked')
      expect(await status(tokens.access_token as string)).toBe(401)
      expect((await program.refresh(tokens.refresh_token as string)).body).toMatchObject({ error: 'invalid_grant' })
      expect((await visitor.get('/settings/programs')).html).toContain('You have not allowed any programs yet.')
      expect((await visitor.get('/settings/tokens')).html).not.toContain('Test program')
    })

    test('are not visible to another account, which cannot revoke them', async () => {
      const { tokens, visitor } = await signedIn()
      const { visitor: other } = await signedInVisitor(server())
      const [, id] = /name="program" value="(token_\w+)"/.exec((await visitor.get('/settings/programs')).html) ?? []
      const path = '/settings/programs/revoke'
      const foreign = await other.submit('/settings', '/signout').then(() => other.get(`${path}?program=${id}`))
      expect(foreign.status).toBe(303)
      const { visitor: third } = await signedInVisitor(server())
      const asked = await third.get(`${path}?program=${id}`)
      const made = await third.get(`${path}?program=token_00000000000000000000000000`)
      expect([asked.status, asked.html]).toEqual([400, made.html])
      expect(await status(tokens.access_token as string)).toBe(200)
    })

    test('are revoked by the program itself, with either of its tokens', async () => {
      for (const name of ['access_token', 'refresh_token']) {
        const { tokens, program } = await signedIn()
        const token = tokens[name] as string
        const other = await new TestProgram(server()).register()
        const foreign = await program.postForm('/oauth/revoke', { token, client_id: other.clientId })
        expect([foreign.status, foreign.body.error]).toEqual([400, 'invalid_grant'])
        expect(await status(tokens.access_token as string)).toBe(200)
        const { status: done } = await program.postForm('/oauth/revoke', { token, client_id: program.clientId })
        expect([done, await status(tokens.access_token as string)]).toEqual([200, 401])
        const again = await program.postForm('/oauth/revoke', { token: 'made up', client_id: program.clientId })
        expect(again.status).toBe(200)
      }
    })

    test('end with their account, and while it is disabled', async () => {
      const { account, tokens, program } = await signedIn()
      const disable = (at: number | null) =>
        server().store.run(server().store.sql('accounts').where({ id: account.id }).update({ disabled_at: at }))
      await disable(1)
      expect(await status(tokens.access_token as string)).toBe(401)
      expect((await program.refresh(tokens.refresh_token as string)).body).toMatchObject({ error: 'invalid_grant' })
      await disable(null)
      expect(await status(tokens.access_token as string)).toBe(200)
      await server().store.run(server().store.sql('accounts').where({ id: account.id }).delete())
      expect(await status(tokens.access_token as string)).toBe(401)
      expect((await program.refresh(tokens.refresh_token as string)).body).toMatchObject({ error: 'invalid_grant' })
    })

    test('are in the audit log', async () => {
      const { account } = await signedIn()
      const { store } = server()
      const acts = await store.all<{ action: string }>(
        store.sql('audit_log').where({ actor: account.username, action: 'program_allowed' }),
      )
      expect(acts).toHaveLength(1)
    })

    test('close open streams when they are revoked', async () => {
      const { tokens, program } = await signedIn({ scope: 'notify' })
      const open = await call(tokens.access_token as string, '/notify/stream')
      expect(open.status).toBe(200)
      const rest = open.text()
      await program.postForm('/oauth/revoke', { token: tokens.access_token as string, client_id: program.clientId })
      await rest
    })
  })

  describe('a stolen secret', () => {
    test('that is a code sent twice revokes its tokens', async () => {
      const { code, tokens, program } = await signedIn()
      expect((await program.exchange(code)).body).toMatchObject({ error: 'invalid_grant' })
      expect(await status(tokens.access_token as string)).toBe(401)
      expect((await program.refresh(tokens.refresh_token as string)).body).toMatchObject({ error: 'invalid_grant' })
    })

    test('that is a refresh token sent twice revokes all tokens derived from it', async () => {
      const { tokens, program } = await signedIn()
      const { body: fresh } = await program.refresh(tokens.refresh_token as string)
      server().clock.advance(30_000)
      expect((await program.refresh(tokens.refresh_token as string)).body).toMatchObject({ error: 'invalid_grant' })
      expect(await status(fresh.access_token)).toBe(401)
      expect((await program.refresh(fresh.refresh_token)).body).toMatchObject({ error: 'invalid_grant' })
    })

    test('that was used before is useless to another program, which cannot revoke access with it', async () => {
      const { tokens, program, code } = await signedIn()
      const { body: fresh } = await program.refresh(tokens.refresh_token as string)
      const other = await new TestProgram(server()).register()
      for (const response of [await other.exchange(code), await other.refresh(tokens.refresh_token as string)]) {
        expect(response.body).toMatchObject({ error: 'invalid_grant' })
      }
      expect(await status(fresh.access_token)).toBe(200)
    })

    test('that is an access token yields no other tokens', async () => {
      const { tokens, program } = await signedIn()
      const access = tokens.access_token as string
      expect((await program.refresh(access)).body).toMatchObject({ error: 'invalid_grant' })
      expect(await status(access)).toBe(200)
    })

    test('that is the code of a disabled account yields no tokens', async () => {
      const { account, visitor } = await signedInVisitor(server())
      const program = await new TestProgram(server()).register()
      const code = (await program.allowedBy(visitor)).get('code')
      const { store } = server()
      await store.run(store.sql('accounts').where({ id: account.id }).update({ disabled_at: 1 }))
      expect((await program.exchange(code)).body).toMatchObject({ error: 'invalid_grant' })
      const tokens = await store.all(store.sql('tokens').where({ account_id: account.id }).whereNotNull('client_id'))
      expect(tokens).toEqual([])
    })

    test('that is a code works once, and a refresh token leads to one other, even with many concurrent requests', async () => {
      const { visitor } = await signedInVisitor(server())
      const program = await new TestProgram(server()).register()
      const code = (await program.allowedBy(visitor, { resource: server().url })).get('code')
      const exchanged = await Promise.all(Array.from({ length: 8 }, () => program.exchange(code)))
      const won = exchanged.filter(({ status }) => status === 200)
      expect(won).toHaveLength(1)
      expect(await status(won[0]?.body.access_token)).toBe(401)
      const { tokens, program: second } = await signedIn()
      const refreshed = await Promise.all(
        Array.from({ length: 8 }, () => second.refresh(tokens.refresh_token as string)),
      )
      expect(refreshed.map(({ status }) => status)).toEqual(refreshed.map(() => 200))
      expect(new Set(refreshed.map(({ body }) => body.refresh_token)).size).toBe(1)
    })

    test.each([
      ['with another verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
      ['with the challenge as verifier', { code_verifier: challenge }, 'invalid_grant'],
      ['without a verifier', { code_verifier: '' }, 'invalid_request'],
      ['with a verifier that is too short', { code_verifier: 'v'.repeat(42) }, 'invalid_grant'],
      ['for another redirect URI', { redirect_uri: `${redirectUri}/` }, 'invalid_grant'],
      ['for another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
      ['for the whole instance', { resource: 'BASE' }, 'invalid_target'],
      ['with a secret', { client_secret: 'x' }, 'invalid_client'],
      ['by an unknown program', { client_id: 'program_00000000000000000000000000' }, 'invalid_client'],
      ['as another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ])('that is a code is rejected %s, and stays valid for its program', async (_what, changes, error) => {
      const { visitor } = await signedInVisitor(server())
      const program = await new TestProgram(server()).register()
      const code = (await program.allowedBy(visitor)).get('code')
      const sent = Object.fromEntries(
        Object.entries(changes).map(([name, value]) => [name, value === 'BASE' ? server().url : value]),
      )
      expect((await program.exchange(code, sent)).body).toMatchObject({ error })
      const other = await new TestProgram(server()).register()
      expect((await other.exchange(code)).body).toMatchObject({ error: 'invalid_grant' })
      expect((await program.exchange(code)).status).toBe(200)
    })

    test('that is a code expires after a minute', async () => {
      const { visitor } = await signedInVisitor(server())
      const program = await new TestProgram(server()).register()
      const code = (await program.allowedBy(visitor)).get('code')
      server().clock.advance(60_000)
      expect((await program.exchange(code)).body).toMatchObject({ error: 'invalid_grant' })
    })

    test('that is a refresh token is useless to another program, and yields no more than was allowed', async () => {
      const { tokens, program } = await signedIn()
      const other = await new TestProgram(server()).register()
      const refresh = tokens.refresh_token as string
      expect((await other.refresh(refresh)).body).toMatchObject({ error: 'invalid_grant' })
      expect((await program.refresh(refresh, { scope: 'notes contacts' })).body).toMatchObject({
        error: 'invalid_scope',
      })
      expect((await program.refresh(refresh, { resource: `${server().url}/mcp` })).body).toMatchObject({
        error: 'invalid_target',
      })
      expect((await program.refresh(refresh, { scope: 'notes' })).status).toBe(200)
    })
  })
})
