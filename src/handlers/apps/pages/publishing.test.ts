import { afterAll, expect, test } from 'vitest'
import { startModelProvider } from '#testing/model-provider/index.ts'
import { serverForTests } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const provider = await startModelProvider()
afterAll(() => provider.stop())
const server = serverForTests({ settings: { ...provider.settings('openai'), LIMIT_PUBLIC_WRITES_PER_HOUR: '2' } })
const html = '<!doctype html><html lang="en"><title>Tides</title></html>'

test('publishing an app on its page and changing a public one are public writes', async () => {
  const ada = await server().account()
  const { id, slug } = await ada.ok('apps.create', { name: 'Tides', html })
  await ada.ok('apps.edit', { slug, name: 'High tides' })
  const visitor = await new TestVisitor(server().url).signIn(ada.username)
  const place = `/settings/apps/${id}`
  const publish = (isPublic: boolean) => visitor.submit(place, `${place}/public`, { public: String(isPublic) })
  const restore = () => visitor.submit(place, `${place}/restore`, { number: '1' })
  const isPublic = async () => (await ada.ok('apps.read', { slug })).app?.public
  expect((await restore()).status).toBe(303)
  expect((await publish(true)).status).toBe(303)
  await ada.ok('apps.edit', { slug, name: 'Low tides' })
  expect((await restore()).status).toBe(429)
  expect((await ada.ok('apps.read', { slug })).app?.name).toBe('Low tides')
  expect([(await publish(false)).status, await isPublic()]).toEqual([303, false])
  expect([(await publish(true)).status, await isPublic()]).toEqual([429, false])
})

test('a build that changes a public app is a public write, and does not begin over the limit', async () => {
  const ada = await server().account()
  const { slug } = await ada.ok('apps.create', { name: 'Tides', html, public: true })
  await ada.ok('apps.edit', { slug, name: 'Low tides' })
  const { status, body } = await ada.fails('apps.build', { slug, prompt: 'Add the time of day' })
  expect([status, body.code]).toEqual([429, 'rate_limited'])
  expect(await ada.ok('apps.builds', {})).toEqual({ items: [] })
})

test('saving a source that fails at once warns, with the line', async () => {
  const ada = await server().account()
  const visitor = await new TestVisitor(server().url).signIn(ada.username)
  const save = async (source: string) => {
    const answer = await visitor.submit('/settings/apps', '/settings/apps', { name: 'Tides', source })
    return visitor.get(answer.location ?? '')
  }
  const broken = `<!doctype html><html lang="en"><title>Tides</title>\n<script>const tide = </script></html>`
  const saved = await save(broken)
  expect(saved.html).toContain('The app was saved.')
  expect(saved.html).toMatch(
    /The source has a fault\. The app is saved, but may not work\..*<li>Line 2: Unexpected token\./s,
  )
  const call = `<!doctype html><html lang="en"><script>mu.service('nots', 'add', {})</script></html>`
  expect((await save(call)).html).toMatch(/The source has a fault\..*<li>Line 1: /s)
  expect((await save(html)).html).not.toContain('The source has a fault.')
})
