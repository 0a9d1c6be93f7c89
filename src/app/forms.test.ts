import { expect, test } from 'vitest'
import { newDataDir } from '#testing/databases.ts'
import { startTestServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

test('without a mail domain, a form keeps what was typed; without credits, no form mentions a price', async () => {
  const server = await startTestServer({
    dataDir: await newDataDir(),
    settings: { CREDITS: 'off', WELCOME_CREDITS: '0' },
  })
  try {
    const ann = await server.account()
    const visitor = await new TestVisitor(server.url).signIn(ann.username)

    const letter = { to: 'ben@elsewhere.example', subject: 'The weir', body: 'Heron <at> noon' }
    const failed = await visitor.submit('/mail?write', '/mail', letter)
    expect(failed.status).toBe(503)
    expect(failed.html).toContain('This server cannot send mail to outside addresses')
    for (const typed of ['value="ben@elsewhere.example"', 'value="The weir"', '>Heron &lt;at&gt; noon</textarea>']) {
      expect(failed.html).toContain(typed)
    }
    expect(failed.html).toContain('This server delivers mail only to people with an account on it.')

    const prompt = 'A board of herons'
    const unbuilt = await visitor.submit('/settings/apps/new', '/settings/apps/new', { prompt })
    expect([unbuilt.status, unbuilt.html.includes(`>\n${prompt}</textarea>`)]).toEqual([503, true])

    for (const page of ['/mail?write', '/settings/apps/new', '/docs/apps/sdk', '/apps']) {
      const { status, html } = await visitor.get(page)
      expect([page, status, /credit/i.exec(html)?.[0]]).toEqual([page, 200, undefined])
    }
  } finally {
    await server.stop()
  }
})
