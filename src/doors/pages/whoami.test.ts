import { expect, test } from 'vitest'
import { checkResponse } from '../../testing/check-response.ts'
import { forOneServer } from '../../testing/server.ts'

// Its statements are those of tokens and sessions, which are tested on both databases.

forOneServer((server) => {
  async function whoami(authorization?: string) {
    const response = await fetch(`${server().url}/whoami`, authorization ? { headers: { authorization } } : {})
    const body = await response.json()
    checkResponse('doors.whoami', response.status, body)
    return { status: response.status, headers: response.headers, body }
  }

  test('a token can look up its account and its grant', async () => {
    const ann = await server().account()
    const narrow = await ann.withToken({ scope: { services: ['notes', 'docs'] } })
    const product = await ann.withToken({ scope: { capabilities: ['work'] }, actions: true })
    const all = await whoami(`Bearer ${ann.token}`)
    expect(all).toMatchObject({
      status: 200,
      body: { username: ann.username, all_services: true, services: [], capabilities: [], actions: true },
    })
    expect(all.headers.get('cache-control')).toBe('no-store')
    expect((await whoami(`Bearer ${narrow.token}`)).body).toMatchObject({
      all_services: false,
      services: ['docs', 'notes'],
      actions: false,
    })
    expect((await whoami(`Bearer ${product.token}`)).body).toMatchObject({ services: [], capabilities: ['work'] })
  })

  test.each([undefined, 'Bearer od_none', 'Basic abc'])('%j is anonymous', async (authorization) => {
    expect(await whoami(authorization)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })
})
