import { expect, test } from 'vitest'
import { rawExchange, requestHead } from '#testing/raw-http.ts'
import { forEachServer, type TestAccount } from '#testing/server.ts'

const unknownId = 'file_01k9y3r2s4t6v8w0x2y4z6a8b0'

forEachServer((server) => {
  const get = (id: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${server().url}/files/${id}`, { headers, method, redirect: 'manual' })
  const bearer = ({ token }: { readonly token: string | undefined }) => ({ Authorization: `Bearer ${token}` })

  async function stored(account: TestAccount, isPublic = false, name = 'häfen "2026".svg') {
    const content = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const file = await account.ok('files.put', { name, content })
    if (isPublic) await account.ok('files.share', { id: file.id, public: true })
    return { ...file, content }
  }

  test('a public file is for everybody, as an attachment that runs nothing here', async () => {
    const ada = await server().account()
    const file = await stored(ada, true)
    const response = await get(file.id)
    expect([response.status, await response.text()]).toEqual([200, file.content])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-length': String(file.size_bytes),
      'content-disposition': `attachment; filename="h?fen \\"2026\\".svg"; filename*=UTF-8''h%C3%A4fen%20%222026%22.svg`,
      etag: `"${file.sha256}"`,
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'accept-ranges': 'bytes',
    })
  })

  test('a private file is for its owner alone, by token or session, and never cached', async () => {
    const [ada, ben] = [await server().account(), await server().account()]
    const file = await stored(ada)
    const { cookie } = await ada.inBrowser()
    const followed = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
    for (const headers of [bearer(ada), { Cookie: cookie }]) {
      const response = await get(file.id, headers as Record<string, string>)
      expect([response.status, await response.text()]).toEqual([200, file.content])
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    }
    // Raw, because fetch writes Sec-Fetch-Mode itself.
    const raw = (headers: Record<string, string>) =>
      rawExchange(server().url, requestHead('GET', `/files/${file.id}`, { Cookie: cookie, ...headers }))
    expect((await raw(followed)).status).toBe(200)
    const embedded = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' }
    expect((await raw(embedded)).status).toBe(404)
    const bodies = []
    for (const [id, headers] of [
      [file.id, {}],
      [file.id, bearer(ben)],
      [unknownId, {}],
      [unknownId, bearer(ada)],
      ['nothing-like-an-id', {}],
    ] as const) {
      const response = await get(id, headers as Record<string, string>)
      bodies.push([response.status, response.headers.get('cache-control'), await response.text()])
    }
    expect(new Set(bodies.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(bodies[0]).toEqual([
      404,
      'no-store',
      JSON.stringify({ error: 'No file that you may read exists at this address.', code: 'not_found' }),
    ])
  })

  test('a wrong token and a token for other services are rejected; an ended session is anonymous', async () => {
    const ada = await server().account()
    const { id } = await stored(ada, true)
    expect((await get(id, { Authorization: 'Bearer od_wrong' })).status).toBe(401)
    const other = await ada.withToken({ scope: { services: ['notes'] }, actions: false })
    expect((await get(id, bearer(other))).status).toBe(403)
    expect((await get(id, { Cookie: `onedoor_session=${'x'.repeat(43)}` })).status).toBe(200)
  })

  test('parts, conditions and HEAD work', async () => {
    const ada = await server().account()
    const file = await stored(ada, true)
    const part = await get(file.id, { Range: 'bytes=1-3' })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 1-3/${file.size_bytes}`,
      'svg',
    ])
    const several = await get(file.id, { Range: 'bytes=0-1,3-4' })
    expect([several.status, await several.text()]).toEqual([200, file.content])
    const beyond = await get(file.id, { Range: 'bytes=5000-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${file.size_bytes}`])
    const unchanged = await get(file.id, { 'If-None-Match': `"${file.sha256}"` })
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
    const head = await get(file.id, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(file.size_bytes),
      '',
    ])
    const wrong = await get(file.id, {}, 'DELETE')
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})
