import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import type { MailDeps } from './index.ts'
import { mailHealth } from './mail-health.ts'

const hourMs = 3_600_000

forEachServer((server) => {
  test('mail that waits for more than an hour is a problem: any for a relay, many without one', async () => {
    const { store, clock } = server()
    const { id: owner } = await server().account()
    const health = async (smtpUrl?: string) => {
      const settings = { smtpUrl } as MailDeps['settings']
      const [finding] = await mailHealth({ store, clock, settings })
      return [finding?.state, finding?.detail]
    }
    const add = async (count: number, created_at: number, delivery = 'queued') => {
      const common = { owner, direction: 'outgoing', thread: 't', subject_key: '', counterpart: 'x', delivery }
      const rest = { origin: 'local', from_address: 'a', recipients: '[]', text: '', snippet: '', attachments: '[]' }
      for (let n = 0; n < count; n++)
        await store.run(
          store.sql('mail_messages').insert({
            id: `mail_${created_at}_${delivery}_${n}`,
            ...common,
            ...rest,
            unread: false,
            created_at,
            updated_at: 1,
          }),
        )
    }
    await add(20, clock.now() - hourMs)
    await add(20, clock.now() - 2 * hourMs, 'delivered')
    expect(await health('smtp://relay')).toEqual(['works', '0 messages have waited for more than an hour'])
    await add(1, clock.now() - hourMs - 1)
    expect(await health('smtp://relay')).toEqual([
      'broken',
      '1 message has waited for more than an hour. The reasons are at /settings/mail.',
    ])
    expect(await health()).toEqual(['works', '1 message has waited for more than an hour'])
    await add(10, clock.now() - hourMs - 2)
    expect(await health()).toMatchObject(['broken', expect.stringContaining('11 messages')])
  })
})
