import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserForTests, browsers, phone, signInByForm, viewer } from '#testing/browser.ts'
import { TestProgram } from '#testing/program-sign-in.ts'
import { serverForTests } from '#testing/server.ts'

const open = browserForTests()
const server = serverForTests()

let program: Server
let redirectUri = ''

// A program on the same device, to which the browser is sent back.
beforeAll(async () => {
  program = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/html').end('<!doctype html><html lang="en"><title>Program</title><h1>Back</h1>')
  })
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
  redirectUri = `http://127.0.0.1:${(program.address() as AddressInfo).port}/back`
})
afterAll(async () => {
  program.closeAllConnections()
  await new Promise((resolve) => program.close(resolve))
})

describe.each(browsers)('in a browser %s', (name, options) => {
  test('a person signs in, allows a program a part of its request, refuses it, and revokes it', async () => {
    const { page } = await open(options)
    const look = viewer(page, `programs ${name}`, options)
    const { username } = await server().account()
    const asking = await new TestProgram(server()).register({
      client_name: 'Notebook of the desk',
      redirect_uris: [redirectUri],
    })
    const scope = 'notes contacts mail:send'
    const wanted = { redirect_uri: redirectUri, scope, resource: server().url }
    const address = `${server().url}${asking.authorizePath(wanted)}`
    await signInByForm(page, address, username, 'Let a program on this device use your account?')
    await look('question')
    // Only what was asked for is there, and what sends is marked.
    expect(await page.getByRole('group').count()).toBe(2)
    const reading = page.getByRole('group', { name: 'Read' })
    const sending = page.getByRole('group', { name: 'Send' }).getByLabel('mail (requested)')
    expect(await Promise.all([reading.getByLabel('notes').isChecked(), sending.isChecked()])).toEqual([true, true])
    await reading.getByLabel('contacts').uncheck()
    await sending.uncheck()
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.getByRole('heading', { name: 'Back' }).waitFor()
    const answer = new URL(page.url()).searchParams
    const { status, body } = await asking.exchange(answer.get('code'), { redirect_uri: redirectUri })
    expect([status, answer.get('state'), body.scope]).toEqual([200, 'state-1', 'notes:read'])

    // Without a scope the person chooses, and nothing is ticked.
    await page.goto(`${server().url}${asking.authorizePath({ ...wanted, scope: undefined })}`)
    await look('choice')
    expect(await page.locator('input:checked').count()).toBe(0)
    await page.getByRole('group', { name: 'Read' }).getByLabel('All of these').check()
    await page.getByRole('group', { name: 'Write' }).getByLabel('notes', { exact: true }).check()
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.getByRole('heading', { name: 'Back' }).waitFor()
    const code = new URL(page.url()).searchParams.get('code')
    const chosen = await asking.exchange(code, { redirect_uri: redirectUri })
    const granted = chosen.body.scope.split(' ') as string[]
    expect(granted).toEqual(expect.arrayContaining(['notes:read', 'contacts:read', 'notes:write']))
    expect(granted.filter((each) => !each.endsWith(':read'))).toEqual(['notes:write'])

    await page.goto(address)
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.getByRole('heading', { name: 'Back' }).waitFor()
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')

    await page.goto(`${server().url}/settings/programs`)
    await look('settings')
    await page.getByRole('button', { name: 'Revoke “Notebook of the desk”' }).first().click()
    await page.getByRole('heading', { name: 'Revoke a program' }).waitFor()
    await look('revocation')
    await page.getByRole('button', { name: 'Revoke the program' }).click()
    await page.getByText('can no longer use your account').waitFor()
  })
})

test('a request that cannot be granted is explained, and leads back by a link', async () => {
  const { page } = await open(phone)
  const look = viewer(page, 'programs on a phone')
  const { username } = await server().account()
  const asking = await new TestProgram(server()).register({ redirect_uris: [redirectUri] })
  const asked = asking.authorizePath({ redirect_uri: redirectUri, scope: undefined })
  const path = asking.authorizePath({ redirect_uri: redirectUri, code_challenge_method: 'plain' })
  await signInByForm(page, `${server().url}${asked}`, username, 'Let a program on this device use your account?')
  await look('question')
  const refused = page.waitForResponse((response) => response.url().includes('/oauth/authorize'))
  await page.evaluate(`location.href = ${JSON.stringify(path)}`)
  expect((await refused).status()).toBe(400)
  await page.getByText('code_challenge_method must be S256').waitFor()
  await look('refused')
  await page.getByRole('link', { name: 'Return to the program' }).click()
  await page.getByRole('heading', { name: 'Back' }).waitFor()
  expect(new URL(page.url()).searchParams.get('error')).toBe('invalid_request')
})
