import type { LookupAddress } from 'node:dns'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asker, createTestOutbound, type TestOutbound } from '../../testing/outbound.ts'
import { type ProviderFault, type ProviderStandIn, startProviderStandIn } from '../../testing/provider-stand-in.ts'
import type { ExampleResponse } from './description.ts'

let site: ProviderStandIn
let page: ExampleResponse
let outbound: TestOutbound
const allowed = { FETCH_ALLOWED_RANGES: '127.0.0.1' }

beforeEach(async () => {
  page = { body: '<p>Hello</p>', contentType: 'text/html; charset=utf-8' }
  site = await startProviderStandIn(() => page, Date.now)
  outbound = createTestOutbound({ env: allowed })
})
afterEach(async () => {
  await outbound.close()
  await site[Symbol.asyncDispose]()
})

/** Names resolve to these addresses, in turn. */
function resolving(...answers: string[][]) {
  let asked = 0
  return (_host: string, _options: unknown, done: (error: null, addresses: LookupAddress[]) => void) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? []
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
}

describe('an address from a caller', () => {
  test('is fetched, with the address after redirects, its type and its text', async () => {
    const fetched = await outbound.fetch(asker(), `${site.url}/page`, { accept: ['text/html'] })
    expect(fetched).toMatchObject({ url: `${site.url}/page`, status: 200, contentType: 'text/html; charset=utf-8' })
    expect(fetched.text()).toBe('<p>Hello</p>')
    expect(site.requests[0]?.headers['user-agent']).toMatch(/^Onedoor\//)
  })

  test.each([
    ['loopback', 'http://127.0.0.1:8080/'],
    ['decimal', 'http://2130706433/'],
    ['hexadecimal', 'http://0x7f.0x1/'],
    ['octal', 'http://0177.0.0.1/'],
    ['mapped', 'http://[::ffff:127.0.0.1]/'],
    ['NAT64', 'http://[64:ff9b::7f00:1]/'],
    ['metadata', 'http://169.254.169.254/latest'],
    ['private', 'http://10.0.0.1/'],
    ['a mail server', 'http://93.184.216.34:25/'],
  ])('is rejected if it is not on the public internet: %s', async (_what, url) => {
    const strict = createTestOutbound()
    await expect(strict.fetch(asker(), url, { argument: 'page' })).rejects.toMatchObject({
      code: 'invalid_argument',
      details: [{ path: 'page', message: expect.stringContaining('public internet') }],
    })
    await strict.close()
  })

  test('is rejected without connecting if its name has a private address, even among other addresses', async () => {
    const strict = createTestOutbound({ agents: { resolve: resolving(['127.0.0.1', '::1', '10.0.0.1']) as never } })
    const { port } = new URL(site.url)
    await expect(strict.fetch(asker(), `http://rebind.example:${port}/`)).rejects.toMatchObject({ kind: 'address' })
    expect(site.requests).toEqual([])
    await strict.close()
  })

  test('is connected to at the address that was checked, even if the name resolves to another one the next time', async () => {
    const guest = createTestOutbound({
      env: allowed,
      agents: { resolve: resolving(['127.0.0.1'], ['10.0.0.1']) as never },
    })
    const { port } = new URL(site.url)
    const fetched = await guest.fetch(asker(), `http://rebind.example:${port}/`)
    expect(fetched.status).toBe(200)
    await guest.close()
  })

  test('is rejected where a redirect leads to a private address, or redirects never end', async () => {
    for (const fault of ['private redirect', 'redirect loop'] as ProviderFault[]) {
      site.fault = fault
      await expect(outbound.fetch(asker(), site.url)).rejects.toMatchObject({
        code: expect.stringMatching(/upstream_failed|invalid_argument/),
      })
    }
    expect(site.requests).toHaveLength(1 + 6)
  })

  test.each<[ProviderFault, string]>([
    ['no connection', 'network'],
    ['cut connection', 'network'],
    ['slow body', 'timeout'],
    ['silent', 'timeout'],
    ['endless body', 'too_large'],
    ['gzip bomb', 'too_large'],
    ['broken gzip', 'network'],
    ['failing', 'status'],
    ['wrong content type', 'content_type'],
  ])('ends in bounded time and size when its site does this: %s', async (fault, kind) => {
    page = { body: 'x'.repeat(1000), contentType: 'text/plain' }
    site.fault = fault
    const options = { timeoutMs: kind === 'timeout' ? 200 : 5000, maxBytes: 100_000, accept: ['text/*'] }
    await expect(outbound.fetch(asker(), site.url, options)).rejects.toMatchObject({ kind })
  })

  test('is decoded by its content type, its byte order mark or its HTML', async () => {
    const latin = Buffer.from('Orl\xe9ans', 'latin1')
    page = { body: latin, contentType: 'text/plain; charset=iso-8859-1' }
    expect((await outbound.fetch(asker(), site.url)).text()).toBe('Orléans')
    page = {
      body: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Orléans', 'utf16le')]),
      contentType: 'text/plain',
    }
    expect((await outbound.fetch(asker(), site.url)).text()).toBe('Orléans')
    page = { body: Buffer.concat([Buffer.from('<meta charset="windows-1252">'), latin]), contentType: 'text/html' }
    expect((await outbound.fetch(asker(), site.url)).text()).toContain('Orléans')
  })

  test('ends when the caller disconnects', async () => {
    site.fault = 'silent'
    const leaving = new AbortController()
    const fetching = outbound.fetch(asker('me', leaving.signal), site.url)
    leaving.abort(new Error('gone'))
    await expect(fetching).rejects.toThrow('gone')
  })

  /** Begins fetches that never end. @returns ends them, and returns how each has failed */
  async function fetching(count: number) {
    site.fault = 'silent'
    const leaving = new AbortController()
    const kinds: string[] = []
    const fetches = Array.from({ length: count }, () =>
      outbound
        .fetch(asker('greedy', leaving.signal), site.url)
        .catch((failure: { kind?: string }) => void kinds.push(failure.kind ?? 'ended')),
    )
    await expect.poll(() => site.requests.length).toBe(4)
    return async () => {
      leaving.abort(new Error('gone'))
      await Promise.all(fetches)
      return kinds
    }
  }

  test('does not make other callers wait: each caller has at most 4 concurrent fetches, and 20 waiting', async () => {
    const end = await fetching(30)
    site.fault = undefined
    expect((await outbound.fetch(asker('other'), site.url)).status).toBe(200)
    expect(await end()).toEqual([...Array(6).fill('busy'), ...Array(24).fill('ended')])
  })

  test('is not blamed for time that passes before anything is sent to it: then this server is busy', async () => {
    const end = await fetching(4)
    const busy = { kind: 'busy', retryAfterS: 5 }
    await expect(outbound.fetch(asker('greedy'), site.url, { timeoutMs: 1 })).rejects.toMatchObject(busy)
    const limit = new AbortController()
    const waiting = outbound.fetch(asker('greedy', limit.signal), site.url)
    limit.abort(new DOMException('The time is over.', 'TimeoutError'))
    await expect(waiting).rejects.toMatchObject(busy)
    const gone = new AbortController()
    const given = outbound.fetch(asker('greedy', gone.signal), site.url)
    gone.abort(new Error('gone'))
    await expect(given).rejects.toThrow('gone')
    await end()
    expect(site.requests.length).toBe(4)
  })
})

test('a host for another protocol resolves to a checked address', async () => {
  await expect(outbound.resolve('127.0.0.1', 'host')).resolves.toBe('127.0.0.1')
  await expect(outbound.resolve('10.0.0.1', 'host')).rejects.toMatchObject({ details: [{ path: 'host' }] })
  await expect(outbound.resolve('[::1]', 'host')).rejects.toMatchObject({ kind: 'address' })
})
