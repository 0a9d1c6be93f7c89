import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserForTests, screens, signInByForm, viewer } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'
import { pushServiceForTests, type TestSubscription } from '../fixtures/push-service.ts'

const wait = { timeout: 15_000, interval: 50 }
const place = '/settings/notifications'

const open = browserForTests({ isWhole: true })
const push = pushServiceForTests()
const server = serverForTests({
  settings: {
    get PUSH_BASE_URL() {
      return push().url
    },
    FETCH_ALLOWED_RANGES: '127.0.0.1',
  },
})

/** Headless Chromium has no push service: `subscribe` returns what one would, with the real keys of a real browser. */
async function standInForPushService(context: BrowserContext, subscription: TestSubscription): Promise<void> {
  await context.grantPermissions(['notifications'], { origin: server().url })
  await context.addInitScript(`(() => {
    const { endpoint, keys } = ${JSON.stringify(subscription)}
    const kept = 'push-subscription'
    const state = () => {
      const bytes = localStorage.getItem(kept)
      return bytes && {
        endpoint,
        options: { applicationServerKey: Uint8Array.from(JSON.parse(bytes)).buffer },
        toJSON: () => ({ endpoint, expirationTime: null, keys }),
        unsubscribe: async () => true,
      }
    }
    PushManager.prototype.getSubscription = async () => state()
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey: key }) => {
      if (!userVisibleOnly) throw new Error('Browsers want notifications to be visible')
      if (key.length !== 65 || key[0] !== 4) throw new Error('This is no key')
      localStorage.setItem(kept, JSON.stringify([...key]))
      return state()
    }
  })()`)
}

async function signedIn(options: BrowserContextOptions) {
  const { page, context } = await open(options)
  push().nowS = () => Math.floor(server().clock.now() / 1000)
  const subscription = push().subscribe()
  await standInForPushService(context, subscription)
  const account = await server().account()
  await signInByForm(page, `${server().url}/signin?next=${place}`, account.username, 'Notifications')
  return { page, context, account, subscription }
}

async function allow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show notifications in this browser' }).click()
  await page.getByText('Notifications are now shown in this browser.').waitFor()
}

interface ShownNotification {
  title: string
  body: string
  tag: string
  data: unknown
}

/** The notifications that the service worker shows, as the browser knows them. */
function shown(page: Page): Promise<ShownNotification[]> {
  return page.evaluate<ShownNotification[]>(`(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/notify/')
    const notifications = (await registration?.getNotifications()) ?? []
    return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, data }))
  })()`)
}

/** Has the service worker receive a push message, as a push service does. */
async function deliver(context: BrowserContext, page: Page, data: string): Promise<void> {
  const devtools = await context.newCDPSession(page)
  const registrations: string[] = []
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: updated }) => {
    for (const { registrationId, scopeURL } of updated) {
      if (scopeURL.endsWith('/notify/')) registrations.push(registrationId)
    }
  })
  await devtools.send('ServiceWorker.enable')
  await expect.poll(() => registrations.length, wait).toBeGreaterThan(0)
  const origin = new URL(page.url()).origin
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: registrations.at(-1) ?? '', data })
  await devtools.detach()
}

describe('in a browser', () => {
  test('a person allows notifications, gets one by push and on the page, and removes the browser again', async () => {
    const { page, context, account, subscription } = await signedIn({})
    push().reset()
    await allow(page)
    await page.getByText('(this browser)').waitFor()
    await page.getByText('Notifications that arrive while this page is open').waitFor()
    const { items } = await account.ok('notify.devices', {})
    expect(items.map(({ label }) => label)).toEqual(['Chrome on Linux'])

    const parcel = { title: 'Parcel at the door', body: 'Behind the blue bin.', url: '/settings/tokens' }
    expect(await account.ok('notify.send', parcel)).toEqual({ accepted: 1, retrying: 0, failed: 0 })
    await page.getByRole('link', { name: 'Parcel at the door' }).waitFor()
    const [received] = push().received
    expect(received).toMatchObject({ endpoint: subscription.endpoint, message: parcel })

    await deliver(context, page, JSON.stringify(received?.message))
    await expect
      .poll(() => shown(page), wait)
      .toEqual([{ title: parcel.title, body: parcel.body, tag: '', data: { url: parcel.url } }])
    await deliver(context, page, '')
    await expect
      .poll(async () => (await shown(page)).map(({ title }) => title).sort(), wait)
      .toEqual(['Onedoor', parcel.title])

    await page.getByRole('button', { name: 'Send a test notification' }).click()
    await page.getByText('A test notification was sent.').waitFor()
    await page.getByRole('link', { name: 'Change Chrome on Linux' }).click()
    await page.getByLabel('Name').fill('Kitchen')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The device was renamed.').waitFor()
    await page.getByRole('link', { name: 'Change Kitchen' }).click()
    await page.getByRole('button', { name: 'Remove the device' }).click()
    await page.getByText('You have no devices yet.').waitFor()
    expect((await account.ok('notify.devices', {})).items).toEqual([])
  })

  test('a page that is open shows text, never markup, and follows no strange address', async () => {
    const { page, account } = await signedIn({})
    await allow(page)
    await page.getByText('Notifications that arrive while this page is open').waitFor()
    await account.ok('notify.send', { title: '<img src=x onerror=alert(1)>', body: '<b>bold</b>' })
    await page.getByText('<img src=x onerror=alert(1)>').waitFor()
    await page.getByText('<b>bold</b>').waitFor()
  })
})

describe('every page of notifications is accessible, and fits its screen', () => {
  test.each(screens)(
    '%s',
    async (name, options) => {
      const { page, account } = await signedIn(options)
      const look = viewer(page, `notifications ${name}`)
      await page.getByRole('button', { name: 'Show notifications in this browser' }).waitFor()
      await look('without devices')
      await allow(page)
      await page.getByText('(this browser)').waitFor()
      await page.getByText('Notifications that arrive while this page is open').waitFor()
      await account.ok('notify.send', {
        title: 'Parcel at the door',
        body: `The courier left it behind the blue bin ${'x'.repeat(80)}.`,
        url: 'https://courier.example/track/88213',
      })
      await page.getByRole('link', { name: 'Parcel at the door' }).waitFor()
      await look('with a device')
      await page.getByRole('link', { name: /Change/ }).click()
      await page.getByRole('heading', { name: 'Remove' }).waitFor()
      await look('one device')
      await page.goto(`${server().url}${place}/device_none`)
      await look('no such device')
    },
    60_000,
  )
})
