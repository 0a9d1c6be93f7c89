import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OperationId } from '#generated/server/operations.ts'
import { notifiedForTests } from '../handlers/notify/fixtures/notified.ts'
import type { Setting } from '../runtime/base/setting.ts'
import { newDataDir } from '../testing/databases.ts'
import { startMain } from '../testing/main-process.ts'
import { type ModelProvider, startModelProvider } from '../testing/model-provider/index.ts'
import { startTestServer, type TestAccount, type TestServer } from '../testing/server.ts'
import { TestVisitor } from '../testing/visitor.ts'
import { SETTINGS } from './config.ts'

test('SIGHUP uses changed files of settings and secrets, and changes nothing if one is invalid', async () => {
  const dataDir = await newDataDir()
  const [settings, token] = [join(dataDir, 'settings.env'), join(dataDir, 'token')]
  await writeFile(settings, `METRICS_TOKEN_FILE=${token}\nCALL_LOG_DAYS=20`)
  await writeFile(token, 'first-token-of-metrics')
  const { program, url } = await startMain({ dataDir }, { ONEDOOR_SETTINGS: settings, LOG_LEVEL: '' })
  const metrics = async (sent: string) => {
    const headers = { Authorization: `Bearer ${sent}` }
    return (await fetch(`${url}/metrics`, { headers })).status
  }
  const reloaded = async (logged: string) => {
    process.kill(program.pid, 'SIGHUP')
    await vi.waitFor(() => expect(program.output()).toContain(logged), { timeout: 10_000 })
  }
  await writeFile(token, 'short')
  await reloaded('settings not reloaded')
  expect(program.output()).toContain('METRICS_TOKEN must be a text of 16 to 200 visible characters')
  expect(await metrics('first-token-of-metrics')).toBe(200)
  await writeFile(token, 'second-token-of-metrics\n')
  await writeFile(settings, `METRICS_TOKEN_FILE=${token}\nCALL_LOG_DAYS=30\nLOG_LEVEL=debug`)
  await reloaded('settings take effect at the next start')
  expect(program.output()).toMatch(/"settings":\["METRICS_TOKEN","LOG_LEVEL"\],"msg":"settings reloaded"/)
  expect(program.output()).toMatch(/"settings":\["CALL_LOG_DAYS"\],"msg":"settings take effect/)
  expect([await metrics('first-token-of-metrics'), await metrics('second-token-of-metrics')]).toEqual([401, 200])
})

describe('each reloadable setting is used at once', () => {
  const { push, addDevice, visitorOf } = notifiedForTests()
  let models: ModelProvider
  let server: TestServer
  let ann: TestAccount
  let bob: TestAccount
  beforeAll(async () => {
    models = await startModelProvider(() => ({ text: '{"text":"Short."}' }))
    const mail = { MAIL_DOMAIN: 'mail.example.org', SMTP_URL: 'smtp://127.0.0.1:9' }
    const settings = { ...models.settings('openai'), ...mail, PUSH_BASE_URL: push().url }
    server = await startTestServer({ dataDir: await newDataDir(), settings, schedules: [] })
    ann = await server.account()
    bob = await server.account()
    await addDevice(await visitorOf(server, ann))
  })
  afterAll(() => Promise.all([server.stop(), models.stop()]))

  const call = (id: OperationId, args: object) => async () => (await ann.call(id, { ...args })).status
  const get = (path: string) => async () => (await fetch(server.url + path, { redirect: 'manual' })).status
  const limited: Readonly<Record<string, () => Promise<number>>> = {
    LIMIT_ANONYMOUS_PER_MINUTE: async () => (await server.anonymous.call('archive.list', {})).status,
    LIMIT_ACCOUNT_PER_MINUTE: call('notes.list', {}),
    LIMIT_SIGN_IN_PER_15_MINUTES: async () => {
      const typed = { username: 'nobody', password: 'wrong' }
      return (await new TestVisitor(server.url).submit('/signin', '/signin', typed)).status
    },
    LIMIT_PUBLIC_WRITES_PER_HOUR: call('chat.send', { room: 'topic_general', message: 'x' }),
    LIMIT_CHAT_MESSAGES_PER_MINUTE: () => call('chat.send', { room: `direct:${bob.username}`, message: 'x' })(),
    LIMIT_MAIL_PER_DAY: call('mail.send', { to: 'ann@elsewhere.example', subject: 'x', body: 'x' }),
    LIMIT_LOCAL_MAIL_PER_DAY: () => call('mail.send', { to: bob.username, subject: 'x', body: 'x' })(),
    LIMIT_NOTIFICATIONS_PER_HOUR: call('notify.send', { title: 'x' }),
    LIMIT_UNKNOWN_LINKS_PER_MINUTE: get('/u/no-such-link'),
  }

  test.each(Object.entries(limited))('%s', async (name, act) => {
    expect([await act(), await act()]).not.toContain(429)
    server.reload({ [name]: '1' })
    expect(await act().then(act)).toBe(429)
    server.reload({})
  })

  test.each([
    ['MODEL_NAME', 'other', { model: 'other' }],
    ['MODEL_NAME_TEXT', 'small', { model: 'small' }],
    ['MODEL_API_KEY', 'changed', { headers: { authorization: 'Bearer changed' } }],
  ])('%s', async (name, value, shown) => {
    const summarise = async () => {
      await ann.ok('text.summarise', { text: 'A long text.' })
      return models.requests.at(-1)
    }
    server.reload({ [name]: value })
    expect(await summarise()).toMatchObject(shown)
    server.reload({})
    expect(await summarise()).not.toMatchObject(shown)
  })

  /** Found in the same place, for other providers and tasks. */
  const otherModelSettings = [
    ...['MODEL_NAME_AGENT', 'MODEL_NAME_CODE', 'OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY'],
  ]

  test('and this is all of them', () => {
    const reloadable = Object.values<Setting<unknown>>(SETTINGS).filter(({ isReloadable }) => isReloadable)
    expect(reloadable.map(({ name }) => name).sort()).toEqual(
      [
        ...['LOG_LEVEL', 'METRICS_TOKEN', ...Object.keys(limited), ...otherModelSettings],
        ...['MODEL_NAME', 'MODEL_NAME_TEXT', 'MODEL_API_KEY'],
      ].sort(),
    )
  })
})
