import { expect } from 'vitest'

/** The response of a page; `html` is its body, also where that is JSON. */
export interface SeenPage {
  readonly status: number
  readonly headers: Headers
  readonly html: string
  /** Where a redirect leads; undefined without one. */
  readonly location: string | undefined
}

type Fields = Record<string, string | readonly string[]>

/**
 * A visitor whose browser runs no scripts: it stores cookies, submits forms with the token of their page, and does not
 * follow redirects.
 */
export class TestVisitor {
  readonly cookies = new Map<string, string>()
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<SeenPage> {
    return this.#send(path, { headers: { Accept: 'text/html', ...headers } })
  }

  /** Opens the page and submits its form with these fields, and those that are hidden. */
  async submit(page: string, action: string, fields: Fields = {}): Promise<SeenPage> {
    const seen = await this.get(page)
    const found = /<meta name="csrf-token" content="([\w-]+)">/.exec(seen.html)?.[1]
    expect(found, `a form on ${page} (${seen.status} ${seen.location ?? ''})`).toBeDefined()
    expect(seen.html).toContain(`action="${action}"`)
    return this.post(action, { ...hiddenFields(seen.html, action), csrf_token: found as string, ...fields })
  }

  /** Submits a form with only these fields. */
  post(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<SeenPage> {
    const body = new URLSearchParams()
    for (const [name, values] of Object.entries(fields)) {
      for (const value of [values].flat()) body.append(name, value)
    }
    return this.#send(path, { method: 'POST', body, headers: { Accept: 'text/html', ...headers } })
  }

  /** Sends JSON, as a page's script does. */
  async postJson(page: string, path: string, value: unknown): Promise<SeenPage & { readonly json: unknown }> {
    const token = /<meta name="csrf-token" content="([\w-]+)">/.exec((await this.get(page)).html)?.[1] ?? ''
    const answer = await this.#send(path, {
      method: 'POST',
      body: JSON.stringify(value),
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'X-CSRF-Token': token },
    })
    return { ...answer, json: JSON.parse(answer.html) }
  }

  /** Sends a request with the current cookies; the body is not read. */
  raw(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.cookies.size > 0) headers.set('Cookie', [...this.cookies].map((pair) => pair.join('=')).join('; '))
    return fetch(`${this.#url}${path}`, { ...init, headers, redirect: 'manual' })
  }

  /** Signs in; fails when that is refused. */
  async signIn(username: string, password = 'correct horse battery'): Promise<this> {
    const { status } = await this.submit('/signin', '/signin', { username, password })
    expect(status).toBe(303)
    return this
  }

  async #send(path: string, init: RequestInit): Promise<SeenPage> {
    const response = await this.raw(path, init)
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/;\s*max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const html = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      html,
      location: response.headers.get('location') ?? undefined,
    }
  }
}

/** None if several forms of the page have this action. */
function hiddenFields(page: string, action: string): Record<string, string> {
  const [, form = '', another] = page.split(`action="${action}"`)
  if (another !== undefined) return {}
  const [inside = ''] = form.split('</form>', 1)
  const inputs = inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]))
}
