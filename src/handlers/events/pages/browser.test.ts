import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserForTests, browsers, signInByForm, viewer } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'

const open = browserForTests()
const server = serverForTests()

async function signedIn(page: Page): Promise<void> {
  const { username } = await server().account()
  await signInByForm(page, `${server().url}/signin?next=/settings/events`, username, 'Events')
}

describe.each(browsers)('in a browser %s', (name, options) => {
  test('a person schedules an event, changes it, shares the calendar and cancels the event', async () => {
    const { page } = await open(options)
    await signedIn(page)
    await page.getByLabel('Title').fill('Water the greenhouse')
    await page.getByLabel('When').fill('2026-11-23T18:00')
    await page.getByLabel('Every week').check()
    await page.getByLabel('Note').fill('The can is behind the door')
    await page.getByRole('button', { name: 'Schedule' }).click()
    await page.getByText('The event was scheduled.').waitFor()
    await page.getByRole('button', { name: 'Create the address' }).click()
    await page.getByText('The calendar has a new address.').waitFor()
    const look = viewer(page, `events ${name}`, options)
    await look('list')
    await page.getByRole('link', { name: 'Water the greenhouse' }).click()
    await page.getByLabel('Minutes').fill('45')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The event was saved.').waitFor()
    expect(await page.getByLabel('Minutes').inputValue()).toBe('45')
    await look('event')
    await page.getByRole('link', { name: 'Cancel this event' }).click()
    await look('cancelling')
    await page.getByRole('button', { name: 'Cancel the event for good' }).click()
    await page.getByText('The event was cancelled.').waitFor()
    expect(await page.getByText('You have no upcoming events.').count()).toBe(1)
  })
})
