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

/** Lets a person post and reply on the page of posts, which no method does. */
export async function postAs(baseUrl: string, username: string, password: string): Promise<void> {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit = {}): Promise<string> => {
    const headers = { Accept: 'text/html', Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }
    const response = await fetch(baseUrl + path, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    if (init.method === 'POST' && response.status !== 303) throw new Error(`POST ${path} returned ${response.status}`)
    return response.text()
  }
  const submit = async (page: string, fields: Record<string, string>) => {
    const token = /name="csrf-token" content="([\w-]+)"/.exec(await send(page))?.[1] ?? ''
    await send(page, { method: 'POST', body: new URLSearchParams({ csrf_token: token, ...fields }) })
  }
  await submit('/signin', { username, password })
  await submit('/social', { text: 'November is the month to prune apple trees.' })
  const { items } = await createClient({ baseUrl }).social.list({ limit: 1 })
  await submit(`/social/${items[0]?.id}`, { text: 'Tried it on the old Bramley this morning.' })
}
