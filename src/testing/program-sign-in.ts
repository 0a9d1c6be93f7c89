import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'
import { TestVisitor } from './visitor.ts'

const verifier = 'v'.repeat(43)
export const challenge = createHash('sha256').update(verifier).digest('base64url')
export const redirectUri = 'http://127.0.0.1:33418/callback'

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

/** The answer of an endpoint for programs. */
export interface ProgramAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a response, of which each test reads a few members
  readonly body: any
}

/** A program that signs in by hand, step by step, so that a test can do each step wrong. */
export class TestProgram {
  readonly #server: Pick<TestServer, 'url'>
  clientId = ''

  constructor(server: Pick<TestServer, 'url'>) {
    this.#server = server
  }

  /** Registers. Fails unless the answer is 201. */
  async register(metadata: object = {}): Promise<this> {
    const { status, body } = await this.postJson('/oauth/register', {
      client_name: 'Test program',
      redirect_uris: [redirectUri],
      ...metadata,
    })
    expect([status, body]).toMatchObject([201, { client_id: expect.stringMatching(/^program_/) }])
    this.clientId = body.client_id
    return this
  }

  /** The path to which the program sends a browser. A value of `undefined` leaves the parameter out. */
  authorizePath(changes: Readonly<Record<string, string | undefined>> = {}): string {
    const parameters: Record<string, string | undefined> = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: redirectUri,
      state: 'state-1',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: `${this.#server.url}/mcp`,
      scope: 'notes:read notes:write tasks:read tasks:write',
      ...changes,
    }
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.append(name, value)
    return `/oauth/authorize?${query}`
  }

  /** Lets a signed-in visitor approve the request of the page; returns the parameters of the redirect. */
  async allowedBy(
    visitor: TestVisitor,
    changes: Readonly<Record<string, string | undefined>> = {},
    choices: Readonly<Record<string, string | readonly string[]>> = {},
  ): Promise<URLSearchParams> {
    const page = await visitor.get(this.authorizePath(changes))
    expect(page.status, page.html).toBe(200)
    const sent = await visitor.post('/oauth/authorize', { ...fieldsOf(page.html), decision: 'allow', ...choices })
    expect(sent.status, sent.html).toBe(303)
    return new URL(sent.location as string).searchParams
  }

  /** Exchanges a code. */
  exchange(code: string | null, changes: Readonly<Record<string, string>> = {}): Promise<ProgramAnswer> {
    return this.postForm('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: this.clientId,
      code: code ?? '',
      code_verifier: verifier,
      redirect_uri: redirectUri,
      ...changes,
    })
  }

  refresh(refreshToken: string, changes: Readonly<Record<string, string>> = {}): Promise<ProgramAnswer> {
    return this.postForm('/oauth/token', {
      grant_type: 'refresh_token',
      client_id: this.clientId,
      refresh_token: refreshToken,
      ...changes,
    })
  }

  postForm(path: string, fields: Readonly<Record<string, string>> | URLSearchParams, headers = {}) {
    return this.#post(path, { body: new URLSearchParams(fields as Record<string, string>), headers })
  }

  postJson(path: string, value: unknown): Promise<ProgramAnswer> {
    return this.#post(path, { body: JSON.stringify(value), headers: { 'Content-Type': 'application/json' } })
  }

  async #post(path: string, init: RequestInit): Promise<ProgramAnswer> {
    const response = await fetch(`${this.#server.url}${path}`, { method: 'POST', ...init })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
}

/** The fields that a browser sends with the form of a page, whose ticked boxes included. */
export function fieldsOf(html: string): Record<string, string[]> {
  const main = html.slice(html.indexOf('<main'))
  const fields: Record<string, string[]> = {}
  for (const [tag] of main.matchAll(/<input [^>]*>/g)) {
    const attribute = (name: string) =>
      new RegExp(` ${name}="([^"]*)"`)
        .exec(tag)?.[1]
        ?.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    const isSent = attribute('type') === 'hidden' || / checked/.test(tag)
    const name = attribute('name')
    if (isSent && name !== undefined) fields[name] = [...(fields[name] ?? []), attribute('value') ?? '']
  }
  return fields
}

/** A new account, signed in with a browser. */
export async function signedInVisitor(server: TestServer, { isAdmin = false } = {}) {
  const account = await server.account()
  const { store } = server
  if (isAdmin) await store.run(store.sql('accounts').where({ id: account.id }).update({ is_admin: true }))
  return { account, visitor: await new TestVisitor(server.url).signIn(account.username) }
}
