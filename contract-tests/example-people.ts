import { createClient } from '../generated/client/index.js'

/**
 * Lets a second person, omar, make a group and invite the one whom the examples are played for.
 *
 * @param token of omar
 */
export async function inviteFrom(baseUrl: string, token: string, username: string): Promise<void> {
  const { groups } = createClient({ baseUrl, token })
  const { id } = await groups.create({ name: 'Saturday cyclists' })
  await groups.update({ id, action: 'invite', account: username })
}

/** A person who is signed in at the pages of a server. */
interface Person {
  /** Submits a form of a page to its own address. @returns the page that it leads to, without following redirects */
  submit(page: string, fields: Readonly<Record<string, string | readonly string[]>>): Promise<string>
}

async function signIn(baseUrl: string, username: string, password: string): Promise<Person> {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit = {}): Promise<string> => {
    const headers = { Accept: 'text/html', Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }
    const response = await fetch(baseUrl + path, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    if (!response.ok && response.status !== 303) throw new Error(`${path} returned ${response.status}`)
    return response.text()
  }
  const submit: Person['submit'] = async (page, fields) => {
    const token = /name="csrf-token" content="([\w-]+)"/.exec(await send(page))?.[1] ?? ''
    const pairs = Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    )
    return send(page, { method: 'POST', body: new URLSearchParams([['csrf_token', token], ...pairs]) })
  }
  await submit('/signin', { username, password })
  return { submit }
}

/** Lets a person post and reply on the page of posts, which no method does. */
export async function postAs(baseUrl: string, username: string, password: string): Promise<void> {
  const { submit } = await signIn(baseUrl, username, password)
  await submit('/social', { text: 'November is the month to prune apple trees.' })
  const { items } = await createClient({ baseUrl }).social.list({ limit: 1 })
  await submit(`/social/${items[0]?.id}`, { text: 'Tried it on the old Bramley this morning.' })
}

/**
 * Signs a person in who creates tokens for everything.
 *
 * @returns creates a token and returns it
 */
export async function tokenMaker(baseUrl: string, username: string, password: string): Promise<() => Promise<string>> {
  const { submit } = await signIn(baseUrl, username, password)
  const capability = ['agent', 'inbox', 'work']
  return async () => {
    const page = await submit('/settings/tokens', {
      name: 'sample',
      kind: 'all',
      capability,
      actions: 'yes',
      days: '1',
    })
    const token = /\bod_[\w-]+/.exec(page)?.[0]
    if (token === undefined) throw new Error('The page of a new token does not show it.')
    return token
  }
}
