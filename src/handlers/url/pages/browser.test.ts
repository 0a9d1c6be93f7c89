import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserForTests, phone, screens, signInByForm, viewer } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'

const open = browserForTests()
const server = serverForTests()

async function signedIn(page: Page): Promise<string> {
  const { id, username } = await server().account()
  await signInByForm(page, `${server().url}/signin?next=/settings/links`, username, 'Links')
  return id
}

async function makeLink(page: Page, id: string): Promise<void> {
  await page.getByLabel('Long address').fill('https://ferries.example/timetable?season=winter')
  await page.getByLabel('Title').fill('Winter timetable')
  await page.getByLabel('Tags').fill('ferries, winter')
  await page.getByLabel('Name').fill(id)
  await page.getByRole('button', { name: 'Create the link' }).click()
  await page.getByText('The link was created.').waitFor()
}

describe.each([
  ['with scripts', {}],
  ['without any script', { javaScriptEnabled: false }],
])('in a browser %s', (name, options) => {
  test('a person creates a link, finds it, changes it, exports it and deletes it', async () => {
    const { page } = await open(options)
    const owner = await signedIn(page)
    const id = `seen-${name.replaceAll(' ', '-')}`
    await page.getByLabel('Long address').fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Create the link' }).click()
    await page.getByText('Long address must begin with http').waitFor()
    // Typed without a click first: the invalid field has the focus.
    await page.locator('#destination:focus').waitFor()
    await page.keyboard.type('again')
    expect(await page.getByLabel('Long address').inputValue()).toContain('again')
    await makeLink(page, id)
    await page.getByLabel('Expiry').fill('2030-01-01T12:00')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The link was saved.').waitFor()
    expect(await page.getByLabel('Expiry').inputValue()).toBe('2030-01-01T12:00')
    await page.getByRole('link', { name: 'All links' }).click()
    await page.getByLabel('Find a link').fill('timetable')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByText('1 link.').waitFor()
    await page.getByRole('link', { name: 'All links' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'CSV' }).click()
    expect((await download).suggestedFilename()).toBe('links.csv')
    await page.getByRole('link', { name: id }).click()
    await page.getByRole('button', { name: 'Delete the link', exact: true }).click()
    await page.getByRole('button', { name: 'Delete the link permanently' }).click()
    await page.getByText('The link was deleted.').waitFor()
    const { store } = server()
    expect(await store.all(store.sql('links').where({ owner }))).toEqual([])
  })
})

test('a button beside the short address copies it', async () => {
  const { page } = await open()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signedIn(page)
  await makeLink(page, 'to-be-copied')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${server().url}/u/to-be-copied`)
})

test('a table labels each value where a phone has no room for headings', async () => {
  const { page } = await open(phone)
  await signedIn(page)
  await makeLink(page, 'with-headings')
  await page.getByRole('link', { name: 'All links' }).click()
  await page.getByRole('cell', { name: '0' }).first().waitFor()
  await page.waitForLoadState('load')
  const heading = await page.evaluate<string>(
    'getComputedStyle(document.querySelector(`td[data-label="Visits"]`), "::before").content',
  )
  expect(heading).toContain('Visits')
})

describe('every page of links is accessible, and fits its screen', () => {
  test.each(screens)(
    '%s',
    async (name, options) => {
      const { page } = await open(options)
      const look = viewer(page, `links ${name}`)
      await signedIn(page)
      await look('without links')
      const id = `${name.replaceAll(' ', '-')}-${'x'.repeat(40)}`
      await makeLink(page, id)
      await look('without visits')
      const { store, clock } = server()
      const today = Math.floor(clock.now() / 86_400_000)
      const days = Array.from({ length: 30 }, (_, back) => ({
        link_id: id,
        day: today - back,
        visitor: 'person',
        device: back % 3 === 0 ? 'mobile' : 'desktop',
        hits: (back * 7) % 11,
      }))
      await store.run(store.sql('link_days').insert(days))
      const host = `${'news-'.repeat(20)}.example`
      await store.run(store.sql('link_referrers').insert({ link_id: id, day: today, host, hits: 5 }))
      await page.reload()
      await page.getByText('Daily numbers').click()
      await look('with visits')
      const image = 'document.querySelector(".qr img").naturalWidth'
      expect(await page.evaluate<number>(image)).toBeGreaterThan(0)
      await page.getByRole('link', { name: 'All links' }).click()
      await look('list')
      await page.getByLabel('Long address').fill('javascript:alert(1)')
      await page.getByRole('button', { name: 'Create the link' }).click()
      await page.getByText('Long address must begin with').waitFor()
      await look('refused form')
      await page.goto(`${server().url}/settings/links/no-such-link`)
      await look('no such link')
    },
    60_000,
  )
})
