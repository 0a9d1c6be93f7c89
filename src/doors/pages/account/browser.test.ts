import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addAuthenticator, browserForTests, expectAccessible, screens, viewer } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'

const password = 'correct horse battery'

const open = browserForTests()
// A name instead of an address, because browsers allow passkeys only for names.
const server = serverForTests({ settings: { HOST: 'localhost', SIGNUP: 'open' } })

let count = 0

// The first account is not created by signing up.
beforeAll(async () => void (await server().account('first_one')))

async function signUp(page: Page): Promise<string> {
  count += 1
  const username = `visitor_${count}`
  await page.goto(`${server().url}/signup`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the password').fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByText('Welcome.').waitFor()
  return username
}

async function go(page: Page, place: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: place }).click()
  await page.getByRole('heading', { level: 1, name: place }).waitFor()
}

async function makeToken(page: Page, name: string): Promise<string> {
  await go(page, 'Tokens')
  await page.getByLabel('Name').fill(name)
  await page.getByText('Allow actions').click()
  await page.getByRole('button', { name: 'Create the token' }).click()
  await page.getByText('It will not be shown again').waitFor()
  return (await page.getByLabel(`The token ${name}`, { exact: true }).innerText()).trim()
}

const addNote = (token: string) =>
  fetch(`${server().url}/api/v1/notes/add`, {
    method: 'POST',
    body: JSON.stringify({ title: `Milk ${token.slice(-5)}`, text: 'two' }),
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
  })

describe.each([
  ['with scripts', {}],
  ['without any script', { javaScriptEnabled: false }],
])('in a browser %s', (_, options) => {
  test('a person signs up, creates a token, calls with it, revokes it, sees the ledger, and deletes the account', async () => {
    const { page } = await open(options)
    const username = await signUp(page)

    const token = await makeToken(page, 'laptop')
    expect((await addNote(token)).status).toBe(200)
    await go(page, 'Tokens')
    await page.getByRole('button', { name: 'Revoke laptop' }).click()
    await page.getByRole('button', { name: 'Revoke the token' }).click()
    await page.getByText('The token was revoked').waitFor()
    expect((await addNote(token)).status).toBe(401)

    await go(page, 'Credits')
    expect(await page.getByRole('row', { name: /Welcome credits/ }).innerText()).toContain('+1000')

    await go(page, 'Your data')
    await page.getByRole('button', { name: 'Export' }).click()
    await server().jobs.settle()
    await page.goto(`${server().url}/settings/data`)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: /^Download \d/ }).click()
    expect((await download).suggestedFilename()).toBe(`onedoor-${username}.zip`)
    await page.getByRole('button', { name: 'Delete the export' }).click()
    expect(await page.getByRole('link', { name: /^Download/ }).count()).toBe(0)

    await page.getByLabel('Password').fill('not the right one')
    await page.getByRole('button', { name: 'Delete the account' }).click()
    await page.getByText('Nothing was deleted.').waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Delete the account' }).click()
    await page.getByText('everything it owned were deleted').waitFor()
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('The username or password is wrong.').waitFor()
  })
})

test('a person confirms a record with text by others, without scripts and on a phone', async () => {
  const { page } = await open({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } })
  const username = await signUp(page)
  const token = await makeToken(page, 'laptop')
  expect((await addNote(token)).status).toBe(200)
  const { store } = server()
  const account = store.sql('accounts').select('id').where({ username })
  const text = `Milk ${'without-a-space'.repeat(40)}`
  await store.run(store.sql('notes').whereIn('owner', account).update({ by_others: true, text }))
  await go(page, 'Your data')
  await page.getByRole('link', { name: 'Check marked records' }).click()
  await page.getByRole('link', { name: /^Milk/ }).click()
  await page.getByText(text).waitFor()
  await page.getByRole('button', { name: 'I have checked this' }).click()
  await page.getByText('The record is no longer marked.').waitFor()
  await page.getByText('You have no marked records.').waitFor()
})

test('the keyboard alone is enough to sign in and out', async () => {
  const { page } = await open()
  const username = await signUp(page)
  await page.getByRole('button', { name: /Sign out/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('You are signed out.').waitFor()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate<string>('document.activeElement.id')).toBe('main')
})

describe('passkeys', () => {
  async function withPasskey() {
    const { page, context } = await open()
    await addAuthenticator(context, page)
    const username = await signUp(page)
    await go(page, 'Security')
    await page.getByLabel('Name of the new passkey').fill('My phone')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('The passkey was added').waitFor()
    return { page, context, username }
  }

  const signOut = async (page: Page) => {
    await page.getByRole('button', { name: /Sign out visitor/ }).click()
    await page.getByText('You are signed out.').waitFor()
  }

  test('allow a call that needs the password, once, and none of another account', async () => {
    const { page, username } = await withPasskey()
    const { store, approvals } = server()
    const row = await store.get<{ id: string }>(store.sql('accounts').select('id').where({ username }))
    const other = await server().account()
    const propose = (accountId: string, title: string) =>
      approvals.request({
        ...{ accountId, operation: 'notes.delete', args: { title }, actor: { kind: 'agent' as const } },
        ...{ run: 'run_1', reason: 'Text by others was read.', microCredits: 1_000_000 },
      })
    const accountId = row?.id as string
    const [own, second, foreign] = [
      await propose(accountId, 'Tent'),
      await propose(accountId, 'Stove'),
      await propose(other.id, 'Boat'),
    ]
    await page.goto(`${server().url}/approvals`)
    const place = page.locator(`[data-approval="${own.id}"] [data-confirm]`)
    await place.getByRole('button', { name: 'Allow with a passkey' }).click()
    await page.getByText('Allowed. The caller can continue now.').waitFor()
    await page.locator(`[data-approval="${second.id}"] [data-confirm]`).evaluate((element, id) => {
      element.setAttribute('data-id', id)
    }, foreign.id)
    await page.getByRole('button', { name: 'Allow with a passkey' }).click()
    await page.getByRole('alert').getByText('You have no such approval').waitFor()
    const states = [await approvals.find(accountId, own.id), await approvals.find(accountId, second.id)]
    expect(states.map(({ state }) => state)).toEqual(['allowed', 'pending'])
    expect((await approvals.find(other.id, foreign.id)).state).toBe('pending')
  }, 60_000)

  test('are added in the settings, sign in without a password, and lead to the requested page', async () => {
    const { page, context, username } = await withPasskey()
    const before = (await context.cookies()).find(({ name }) => name === 'onedoor_session')?.value
    await signOut(page)
    await page.goto(`${server().url}/settings/security`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('heading', { name: 'Security' }).waitFor()
    expect(await page.getByRole('button', { name: `Sign out ${username}` }).count()).toBe(1)
    const after = (await context.cookies()).find(({ name }) => name === 'onedoor_session')
    expect(after).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    expect(after?.value).not.toBe(before)
    await expectAccessible(page)
  })

  test('cannot be used to sign in once they are removed', async () => {
    const { page } = await withPasskey()
    await page.getByRole('button', { name: 'Remove the passkey My phone' }).click()
    await page.getByText('The passkey was removed').waitFor()
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('The passkey was not accepted').waitFor()
  })

  test('answer a challenge only once, in the browser that requested it', async () => {
    const { page, context } = await withPasskey()
    await signOut(page)
    const answers: { headers: Record<string, string>; body: string }[] = []
    await page.route('**/signin/passkey', async (route) => {
      answers.push({ headers: await route.request().allHeaders(), body: route.request().postData() ?? '' })
      await route.continue()
    })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('heading', { name: 'Profile' }).waitFor()
    expect(answers).toHaveLength(1)
    const { headers, body } = answers[0] as (typeof answers)[number]
    const send = (cookie: string, token: string) =>
      fetch(`${server().url}/signin/passkey`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json', Cookie: cookie, 'X-CSRF-Token': token },
      })
    // The same response again, from the same browser before it had signed in.
    expect((await send(headers.cookie as string, headers['x-csrf-token'] as string)).status).toBe(400)
    const elsewhere = await fetch(`${server().url}/signin`)
    const cookie = (elsewhere.headers.getSetCookie()[0] as string).split(';')[0] as string
    const token = /csrf-token" content="([\w-]+)"/.exec(await elsewhere.text())?.[1] as string
    expect((await send(cookie, token)).status).toBe(400)
    await context.close()
  })

  test('cannot be added with the response of another session, or anything else', async () => {
    const { page } = await open()
    await signUp(page)
    await page.goto(`${server().url}/settings/security`)
    const add = (value: unknown) =>
      page.evaluate(
        async ([sent]) => {
          const { document } = globalThis as unknown as {
            document: { querySelector(query: string): { content: string } }
          }
          const token = document.querySelector('meta[name="csrf-token"]').content
          const answer = await fetch('/settings/security/passkeys', {
            method: 'POST',
            body: JSON.stringify(sent),
            headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-CSRF-Token': token },
          })
          return answer.status
        },
        [value],
      )
    for (const value of [
      null,
      {},
      { name: 'x' },
      { name: 'x', response: {} },
      { name: 'x', response: { id: 'a', rawId: 'a', type: 'public-key', response: {} } },
    ])
      expect([value, await add(value)]).toEqual([value, 400])
    const { store } = server()
    expect(await store.all(store.sql('passkeys').where({ name: 'x' }))).toEqual([])
  })
})

describe('every page is accessible, and fits a phone', () => {
  test.each(screens)(
    '%s',
    async (name, options) => {
      const { page } = await open(options)
      const look = viewer(page, `account ${name}`)
      await page.goto(`${server().url}/signup`)
      await look('sign-up')
      const username = await signUp(page)
      await look('profile')
      const { store, ledger } = server()
      const [{ id } = { id: '' }] = await store.all<{ id: string }>(store.sql('accounts').where({ username }))
      await ledger.grant(id, 3_000_000, 'a prize')
      for (const [operationId, microCredits] of [
        ['text.classify', 2_000_000],
        ['places.geocode', 750_000],
      ] as const) {
        await ledger.settle(await ledger.reserve({ accountId: id, microCredits, operationId, requestId: 'r' }))
      }
      await makeToken(page, 'a program with a rather long name')
      await page.getByRole('button', { name: /^Copy: The token/ }).waitFor()
      await look('new token')
      for (const place of ['Tokens', 'Credits', 'Security', 'Your data']) {
        await go(page, place)
        await look(place)
      }
      await page.goto(`${server().url}/settings/tokens`)
      await page.getByRole('button', { name: /^Revoke/ }).click()
      await page.getByText('cannot be undone').waitFor()
      await look('revoking')
      await page.getByRole('link', { name: 'Keep it' }).click()
      await page.getByText('Only these services').waitFor()
      // The style sheet hides the services.
      await page.waitForLoadState('load')
      expect(await page.getByLabel('notes', { exact: true }).isVisible()).toBe(false)
      await page.getByText('Only these services').click()
      await page.getByLabel('notes', { exact: true }).check()
      await page.getByText('All services', { exact: true }).click()
      expect(await page.getByLabel('notes', { exact: true }).isVisible()).toBe(true)
      await page.getByText('Only these services').click()
      await page.getByLabel('notes', { exact: true }).uncheck()
      await page.getByRole('textbox', { name: 'Name' }).fill('x')
      await look('choosing services')
      await page.getByRole('button', { name: 'Create the token' }).click()
      await page.getByText('Choose at least one service').waitFor()
      await look('refused form')
      const note = { id: 'note_1', owner: id, title: 'Milk', title_key: 'milk', text: 'two', by_others: true }
      await store.run(store.sql('notes').insert({ ...note, created_at: 1, updated_at: 1 }))
      await page.goto(`${server().url}/settings/marked`)
      await look('marked records')
      await page.getByRole('link', { name: /^Milk/ }).click()
      await page.getByRole('button', { name: 'I have checked this' }).waitFor()
      await look('a marked record')
      await page.goto(`${server().url}/admin`)
      await page.getByText('for administrators').waitFor()
      await look('refusal')
      await store.run(store.sql('accounts').where({ id }).update({ is_admin: true }))
      await page.goto(`${server().url}/admin`)
      await page.getByRole('heading', { name: 'Health' }).waitFor()
      await look('administration')
      await page.goto(`${server().url}/admin/account?username=${username}`)
      await look('one account')
      await page.goto(`${server().url}/admin/audit?account=${username}`)
      await page.getByRole('cell', { name: 'token created' }).waitFor()
      await look('audit log')
      await page.goto(`${server().url}/`)
      await page.getByRole('heading', { name: 'Administration' }).waitFor()
      await look('home')
      await page.getByRole('button', { name: /Sign out/ }).click()
      await page.getByText('You are signed out.').waitFor()
      await look('sign-in')
      await page.getByLabel('Username').fill('x')
      await page.getByLabel('Password').fill('x')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByText('is wrong').waitFor()
      await look('refused sign-in')
      await page.goto(`${server().url}/setup?token=x`)
      await look('set-up is over')
    },
    120_000,
  )
})
