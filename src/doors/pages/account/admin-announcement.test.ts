import { expect, test } from 'vitest'
import { signedInVisitor } from '#testing/program-sign-in.ts'
import { forEachServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const place = '/admin/announcement'

forEachServer((server) => {
  test('an announcement is shown to everyone who is signed in until its time is over, as text', async () => {
    const { visitor: admin } = await signedInVisitor(server(), { isAdmin: true })
    const { visitor: ann } = await signedInVisitor(server())
    const announce = (text: string, days: string) => admin.submit(place, place, { text, days })
    expect((await announce('Down on <b>Sunday</b>', '2')).location).toBe(`${place}?done=set`)
    for (const path of ['/settings', '/settings/notifications', '/chat']) {
      expect([path, (await ann.get(path)).html]).toEqual([path, expect.stringContaining('Down on &lt;b&gt;Sunday')])
    }
    expect((await new TestVisitor(server().url).get('/signin')).html).not.toContain('Sunday')
    await announce('Up again', '2')
    expect((await ann.get('/settings')).html).not.toContain('Sunday')
    server().clock.advance(2 * 86_400_000)
    expect((await ann.get('/settings')).html).not.toContain('Up again')
    await announce('Third', '1')
    await admin.submit(place, `${place}/remove`)
    expect((await ann.get('/settings')).html).not.toContain('Third')
  })

  test('an announcement without text or with other days is refused, and only administrators make one', async () => {
    const { visitor: admin } = await signedInVisitor(server(), { isAdmin: true })
    const { visitor: ann } = await signedInVisitor(server())
    for (const [text, days] of [
      ['', '1'],
      ['x'.repeat(501), '1'],
      ['fine', '0'],
      ['fine', '367'],
      ['fine', 'soon'],
    ] as const) {
      expect([days, (await admin.submit(place, place, { text, days })).status]).toEqual([days, 400])
    }
    expect((await ann.get(place)).status).toBe(403)
    expect((await ann.get('/settings')).html).not.toContain('fine')
  })
})
