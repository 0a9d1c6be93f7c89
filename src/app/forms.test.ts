import { expect, test } from 'vitest'
import { serverForTests } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const server = serverForTests({ settings: { CREDITS: 'off', WELCOME_CREDITS: '0' } })

async function signedIn(): Promise<TestVisitor> {
  const { username } = await server().account()
  return new TestVisitor(server().url).signIn(username)
}

test('a form that cannot be carried out by this server keeps what was typed', async () => {
  const visitor = await signedIn()
  const letter = { to: 'ben@elsewhere.example', subject: 'The weir', body: 'Heron <at> noon' }
  const failed = await visitor.submit('/mail?write', '/mail', letter)
  expect(failed.status).toBe(503)
  expect(failed.html).toContain('This server cannot send mail to outside addresses')
  for (const typed of ['value="ben@elsewhere.example"', 'value="The weir"', '>Heron &lt;at&gt; noon</textarea>']) {
    expect(failed.html).toContain(typed)
  }
  const prompt = 'A board of herons'
  const unbuilt = await visitor.submit('/settings/apps/new', '/settings/apps/new', { prompt })
  expect([unbuilt.status, unbuilt.html.includes(`>\n${prompt}</textarea>`)]).toEqual([503, true])
})

test('without credits no form mentions a price, and without a mail domain the form says who gets mail', async () => {
  const visitor = await signedIn()
  for (const page of ['/mail?write', '/settings/apps/new', '/docs/apps/sdk', '/apps']) {
    const { status, html } = await visitor.get(page)
    expect([page, status, /credit/i.exec(html)?.[0]]).toEqual([page, 200, undefined])
  }
  const { html } = await visitor.get('/mail?write')
  expect(html).toContain('This server delivers mail only to people with an account on it.')
})

test('public pages show times in the zone of a reader who has signed in', async () => {
  const visitor = await signedIn()
  await visitor.submit('/settings', '/settings/profile', { display_name: '', time_zone: 'Asia/Tokyo' })
  await visitor.submit('/social', '/social', { text: 'A heron at the weir.' })
  expect((await visitor.get('/social')).html).toContain('21 November 2026 at 18:30 GMT+9</time>')
  expect((await new TestVisitor(server().url).get('/social')).html).toContain('21 November 2026 at 09:30 UTC</time>')
})
