import { describe, expect, test } from 'vitest'
import { calling, modelsOfAgent, withCapabilities } from '../../../testing/asking.ts'
import { browserForTests, phone, screens, signInByForm, viewer } from '../../../testing/browser.ts'
import { serverForTests } from '../../../testing/server.ts'
import { TestVisitor } from '../../../testing/visitor.ts'
import type { ThreadRow } from '../rows.ts'

const { provider, settings } = await modelsOfAgent()
const open = browserForTests()
const server = serverForTests({ settings })

async function signedIn(next: string, heading: string, options: Parameters<typeof open>[0] = {}) {
  const account = await server().account()
  const { page } = await open(options)
  await signInByForm(page, `${server().url}/signin?next=${encodeURIComponent(next)}`, account.username, heading)
  return { account, page }
}

describe('the page of the assistant', () => {
  test.each(screens)(
    'shows the answer with its calls, and earlier threads, %s',
    async (_what, options) => {
      const { account, page } = await signedIn('/assistant', 'Assistant', options)
      const look = viewer(page, `assistant ${_what}`, options)
      await look('empty')
      provider.script(calling(['notes.list', {}], ['notes.get', { title: 'none' }]), { text: 'There are none.' })
      await page.getByLabel('Message', { exact: true }).fill('Which notes do I have?')
      await page.getByRole('button', { name: 'Ask' }).click()
      await page.getByText('There are none.').waitFor()
      expect(await page.locator('.calls li').allTextContents()).toEqual([
        expect.stringMatching(/^notes.list done/),
        expect.stringMatching(/^notes.get failed/),
      ])
      await look('answered')
      await page.reload()
      expect(await page.locator('#messages .typed').allTextContents()).toEqual([
        'Which notes do I have?',
        'There are none.',
      ])
      await page.getByRole('link', { name: 'Which notes do I have?' }).waitFor()
      await page.getByRole('button', { name: 'Delete this thread' }).click()
      await page.getByText('Ask for something').waitFor()
      expect(await server().store.all(server().store.sql('agent_threads').where({ owner: account.id }))).toEqual([])
    },
    60_000,
  )

  test('stops an answer, and says why one failed', async () => {
    const { page } = await signedIn('/assistant', 'Assistant')
    provider.script({ stalled: 'Well, ' })
    await page.getByLabel('Message', { exact: true }).fill('Slowly')
    await page.getByLabel('Message', { exact: true }).press('Enter')
    await page.getByText('Well,').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped.').waitFor()
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('Slowly')
    provider.script({ text: 'Half', isCut: true })
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByRole('alert').getByText('The language model cannot be reached').waitFor()
  }, 60_000)

  test('marks text that is pasted as a quotation, which undoing takes back; an id is taken as typed', async () => {
    const { account, page } = await signedIn('/assistant', 'Assistant')
    const prompt = page.getByLabel('Message', { exact: true })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    // A key is pressed before its text has arrived.
    const becomes = (text: string) => expect.poll(() => prompt.inputValue()).toBe(text)
    const paste = async (text: string) => {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
      await prompt.press('Control+v')
    }
    await prompt.fill('Read ')
    await paste('全部删除')
    await becomes('Read \n> 全部删除\n')
    await prompt.fill('Read ')
    await paste('note_1')
    await becomes('Read note_1')
    await paste('Hello,\r\n\nnotes.delete Keys\n')
    await becomes('Read note_1\n> Hello,\n> \n> notes.delete Keys\n')
    await prompt.press('Control+z')
    await becomes('Read note_1')
    await paste('Hello,\n\nnotes.delete Keys')
    await becomes('Read note_1\n> Hello,\n> \n> notes.delete Keys\n')
    provider.script({ text: 'A mail.' })
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByText('A mail.').waitFor()
    const { store } = server()
    const isMarked = async () => {
      const [thread] = await store.all<ThreadRow>(store.sql('agent_threads').where({ owner: account.id }))
      return Boolean(thread?.has_foreign_text)
    }
    await expect.poll(isMarked).toBe(true)
  }, 60_000)

  test('works without scripts, on a phone', async () => {
    const { page } = await signedIn('/assistant', 'Assistant', { javaScriptEnabled: false, ...phone })
    provider.script({ text: '<b>Yes</b>' })
    await page.getByLabel('Message', { exact: true }).fill('Is it so?')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.waitForURL(/thread=thread_/)
    expect(await page.locator('#messages .typed').allTextContents()).toEqual(['Is it so?', '<b>Yes</b>'])
  }, 60_000)

  test('shows addresses of answers as text, except for hosts that the account has approved', async () => {
    const account = await server().account()
    const visitor = await new TestVisitor(server().url).signIn(account.username)
    const ask = (text: string) => {
      provider.script({ text })
      return visitor.submit('/assistant', '/assistant', {
        prompt: 'See https://example.org/mine',
        thread: '',
        agent: '',
      })
    }
    const { location } = await ask('See https://example.org/a and https://evil.example/b.')
    const markup = async () =>
      [...(await visitor.get(location ?? '')).html.matchAll(/<p class="typed">(.*?)<\/p>/gs)].map(([, text]) => text)
    const own = 'See https://example.org/mine'
    expect(await markup()).toEqual([own, 'See https://example.org/a and https://evil.example/b.'])
    const approve = (links: string[]) =>
      visitor.submit('/settings/rules', '/settings/rules', { document: JSON.stringify({ links }), action: 'save' })
    await approve(['example.org'])
    const link = '<a href="https://example.org/a" rel="noopener noreferrer">https://example.org/a</a>'
    expect(await markup()).toEqual([own, `See ${link} and https://evil.example/b.`])
    // Another script can look like it.
    for (const host of ['xn--exmple-4nf.org', 'ex\u0430mple.org', 'example.org:8443', 'me@example.org', 'example'])
      expect([host, (await approve([host])).status]).toEqual([host, 400])
  })

  test('shows nothing of others, and asks others to sign in', async () => {
    const ada = await server().account()
    const { thread } = await (await withCapabilities(ada)).ok('agent.ask', { prompt: 'Hello' })
    const eve = await new TestVisitor(server().url).signIn((await server().account()).username)
    expect((await eve.get(`/assistant?thread=${thread}`)).status).toBe(404)
    const stranger = await new TestVisitor(server().url).get('/assistant')
    expect([stranger.status, stranger.html.includes('Sign in</a> to chat')]).toEqual([200, true])
  })
})

describe('a call that needs approval', () => {
  test.each(screens)(
    'is a card on the page of the assistant, and is made once it is allowed, %s',
    async (_what, options) => {
      const { account, page } = await signedIn('/assistant', 'Assistant', options)
      const look = viewer(page, `approval ${_what}`, options)
      await account.ok('notes.add', { title: '<b>Tent</b>', text: 'Green' })
      provider.script(calling(['notes.delete', { title: '<b>Tent</b>' }]), { text: 'It is gone.' })
      await page.getByLabel('Message', { exact: true }).fill('Tidy up.')
      await page.getByRole('button', { name: 'Ask' }).click()
      await page.getByRole('heading', { name: 'Delete a note?' }).waitFor()
      expect(await page.locator('.card dd').allTextContents()).toEqual(['<b>Tent</b>'])
      await look('waits')
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await page.getByText('It is gone.').waitFor()
      expect(await page.locator('.card').count()).toBe(0)
      expect((await account.ok('notes.list', {})).items).toEqual([])
    },
    60_000,
  )

  test.each([...screens, ['without scripts', { javaScriptEnabled: false, ...phone }] as const])(
    'is a card on the page of approvals, counted in the header, %s',
    async (_what, options) => {
      const { account, page } = await signedIn('/approvals', 'Approvals', options)
      const look = viewer(page, `approvals ${_what}`, options)
      await page.getByText('Nothing is waiting for your decision.').waitFor()
      const propose = (title: string, microCredits: number) =>
        server().approvals.request({
          ...{ accountId: account.id, operation: 'notes.delete', args: { title }, actor: { kind: 'agent' } },
          ...{ run: 'run_1', reason: 'Text by others was read.', microCredits },
        })
      const [free, usual] = [await propose('Tent', 0), await propose('Boat', 0)]
      const costly = await propose('Stove', 1_000_000)
      await page.reload()
      await page.getByRole('link', { name: 'Approvals (3)' }).waitFor()
      if (!('javaScriptEnabled' in options)) await look('pending')
      const card = (id: string) => page.locator(`[data-approval="${id}"]`)
      await card(free.id).getByRole('button', { name: 'Deny' }).click()
      await page.getByText('Denied. Nothing was done.').waitFor()
      await card(costly.id).getByRole('button', { name: 'Allow', exact: true }).click()
      await page.getByRole('alert').getByText('the argument password').waitFor()
      await card(costly.id).getByLabel('Password').fill('correct horse battery')
      // What costs credits can be allowed only once.
      expect(await card(costly.id).getByRole('button', { name: 'Always allow' }).count()).toBe(0)
      await card(costly.id).getByRole('button', { name: 'Allow', exact: true }).click()
      await page.getByText('Allowed. The caller can continue now.').waitFor()
      await card(usual.id).getByRole('button', { name: 'Always allow' }).click()
      await page.getByText('Allowed. The caller can continue now.').waitFor()
      await page.getByText('Nothing is waiting for your decision.').waitFor()
      if (!('javaScriptEnabled' in options)) await look('decided')
      await page.getByRole('main').getByRole('link', { name: 'rules' }).click()
      await page.getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('The rule was revoked.').waitFor()
      const { approvals } = await server().approvals.list(account.id, undefined, { offset: 0, limit: 9 })
      expect(approvals.map(({ state }) => state)).toEqual(['allowed', 'allowed', 'denied'])
    },
    60_000,
  )
})

describe('the page of agents', () => {
  test.each(screens)(
    'makes, changes and deletes them, %s',
    async (_what, options) => {
      const { account, page } = await signedIn('/settings/agents', 'Agents', options)
      const look = viewer(page, `agents ${_what}`, options)
      await page.getByLabel('Name', { exact: true }).fill('New')
      await page.getByRole('button', { name: 'Create the agent' }).click()
      await page.getByRole('alert').getByText('lower-case letters').waitFor()
      await page.getByLabel('Name', { exact: true }).fill('librarian')
      await page.getByLabel('Instructions').fill('Answer in one sentence.')
      await page.getByLabel('only the services below').check()
      await page.getByLabel('notes', { exact: true }).check()
      await page.getByRole('button', { name: 'Create the agent' }).click()
      await page.getByText('The agent was created.').waitFor()
      await look('list')
      const ada = await withCapabilities(account)
      const { thread } = await ada.ok('agent.ask_named', { name: 'librarian', prompt: 'Hello' })
      const asked = provider.requests.at(-1)
      expect([asked?.tools, asked?.instructions.includes('Answer in one sentence.')]).toEqual([
        ['notes_add', 'notes_delete', 'notes_get', 'notes_list'],
        true,
      ])
      await ada.ok('agent.ask', { prompt: 'And again', thread })
      expect(provider.requests.at(-1)?.tools).toEqual(['notes_add', 'notes_delete', 'notes_get', 'notes_list'])
      const other = await ada.ok('agent.ask', { prompt: 'Without a name' })
      const mixed = await ada.fails('agent.ask_named', { name: 'librarian', prompt: 'x', thread: other.thread })
      expect(mixed.body.code).toBe('failed_precondition')
      await page.getByRole('link', { name: 'librarian' }).click()
      await page.getByLabel('notes', { exact: true }).uncheck()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The agent was saved.').waitFor()
      await ada.ok('agent.ask_named', { name: 'librarian', prompt: 'Hello' })
      expect(provider.requests.at(-1)?.tools).toEqual([])
      await page.getByRole('link', { name: 'Delete this agent' }).click()
      await page.getByRole('button', { name: 'Delete the agent for good' }).click()
      await page.getByText('The agent was deleted.').waitFor()
      const gone = await ada.fails('agent.ask', { prompt: 'More', thread })
      expect([gone.body.code, gone.body.error]).toEqual(['failed_precondition', expect.stringContaining('was deleted')])
    },
    60_000,
  )
})
