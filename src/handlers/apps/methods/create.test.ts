import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { creatorOn, html, icon } from '../fixtures/created-app.ts'

forEachServer((server) => {
  const create = creatorOn(server)

  test('an app is private unless it is made public, and has the given fields', async () => {
    const ada = await server().account()
    const now = new Date(server().clock.now()).toISOString()
    const app = await ada.ok('apps.create', {
      name: ' Tide\n table ',
      html,
      tags: 'Sea, sea,Boats',
      icon,
      price: 0.000001,
    })
    expect(app).toEqual({
      id: expect.stringMatching(/^app_[0-9a-z]{26}$/),
      slug: 'tide-table',
      name: 'Tide table',
      description: 'Tide table',
      tags: ['sea', 'boats'],
      icon,
      icon_url: `${server().url}/apps/tide-table/icon.svg`,
      author: ada.username,
      public: false,
      price_credits: 0.000001,
      uses: 0,
      size_bytes: html.length,
      url: `${server().url}/apps/tide-table`,
      origin: { kind: 'created' },
      created: now,
      updated: now,
    })
    expect((await ada.ok('apps.create', { name: 'Both', html, public: true, private: true })).public).toBe(false)
    expect((await ada.ok('apps.create', { name: 'Open', html, public: true })).public).toBe(true)
    expect(await ada.ok('apps.read', { slug: 'tide-table' })).toEqual({
      app,
      html,
      mine: true,
      text: `Tide table by ${ada.username}: Tide table. Tags: sea, boats. ${app.url}`,
    })
  })

  test('a slug is derived from the name, gets a number if it is taken, and is app- plus a number for a name in Chinese', async () => {
    const { ada, app } = await create({ name: 'Ferry times' })
    expect(app.slug).toBe('ferry-times')
    expect((await ada.ok('apps.create', { name: 'Ferry  Times!', html })).slug).toBe('ferry-times-2')
    expect((await ada.ok('apps.create', { name: '潮汐', html })).slug).toMatch(/^app-\d+$/)
    expect((await ada.ok('apps.create', { name: 'Admin', html })).slug).toMatch(/^admin-\d+$/)
    for (const [slug, code] of [
      ['ferry-times', 'failed_precondition'],
      ['settings', 'failed_precondition'],
      ['-x-', 'invalid_argument'],
      ['ab', 'invalid_argument'],
      ['Ferry', 'invalid_argument'],
      ['a/../b', 'invalid_argument'],
      ['日本語', 'invalid_argument'],
      ['x'.repeat(51), 'invalid_argument'],
    ] as const) {
      const { status, body } = await ada.fails('apps.create', { name: 'Ferry', html, slug })
      expect([slug, status, body.code]).toEqual([slug, 400, code])
    }
  })

  test.each([
    ['a source of 256 KiB and one byte', { html: 'x'.repeat(262_145) }, 'html'],
    ['as many bytes in fewer characters', { html: '🌊'.repeat(65_537) }, 'html'],
    ['a part of a micro-credit', { price: 0.0000015 }, 'price'],
    ['tags of nothing but commas', { tags: ' , ,' }, 'tags'],
    ['an icon with a script', { icon: '<svg><script>alert(1)</script></svg>' }, 'icon'],
    ['an icon with a handler', { icon: '<svg onload="alert(1)"></svg>' }, 'icon'],
    ['an icon with HTML', { icon: '<svg><foreignObject><b>x</b></foreignObject></svg>' }, 'icon'],
    ['an icon from elsewhere', { icon: '<svg><use href="https://evil.example/x.svg#a"/></svg>' }, 'icon'],
    ['an icon with a declaration', { icon: '<svg><!ENTITY a "b"></svg>' }, 'icon'],
    ['an icon that is no SVG', { icon: 'javascript:alert(1)' }, 'icon'],
    ['an icon of more than 32 KiB', { icon: `<svg>${' '.repeat(32_768)}</svg>` }, 'icon'],
    ['a name of which nothing is shown', { name: '\u202e\u200f' }, 'name'],
  ])('%s is rejected, and nothing is stored', async (_what, wrong, path) => {
    const ada = await server().account()
    const { status, body } = await ada.fails('apps.create', { name: 'Wrong', html, ...wrong })
    expect([status, body.code, body.details?.map((fault) => fault.path)]).toEqual([400, 'invalid_argument', [path]])
    expect(await ada.ok('apps.collection', {})).toEqual({ items: [] })
  })
})
