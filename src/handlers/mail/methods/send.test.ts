import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'

forEachServer((server) => {
  test('a subject has no invisible characters, and at least one visible one', async () => {
    const [ada, bob] = [await server().account(), await server().account()]
    await ada.ok('mail.send', { to: bob.username, subject: 'Bill \u202efdp.exe\u2066', body: 'x' })
    expect((await bob.ok('mail.inbox', {})).items[0]?.subject).toBe('Bill fdp.exe')
    const { body } = await ada.fails('mail.send', { to: bob.username, subject: '\u202e', body: 'x' })
    expect(body.details).toEqual([{ path: 'subject', message: 'must contain a visible character' }])
  })

  test('replies join the thread by reply_to, in the other mailbox by the Message-ID, or by a subject with Re:', async () => {
    const [ada, bob] = [await server().account(), await server().account()]
    await ada.ok('mail.send', { to: bob.username, subject: 'Boat', body: 'one' })
    const first = (await bob.ok('mail.inbox', {})).items[0]
    await bob.ok('mail.send', { to: ada.username, subject: 'Something else', body: 'two', reply_to: first?.id ?? '' })
    await bob.ok('mail.send', { to: ada.username, subject: 'AW: Boat', body: 'three' })
    await bob.ok('mail.send', { to: ada.username, subject: 'Boat', body: 'four' })
    const { items } = await ada.ok('mail.inbox', {})
    const ids = (await ada.ok('mail.sources', {})).items.map(({ id }) => id)
    const own = await ada.ok('mail.source', { id: ids[0] ?? '' })
    expect(items.map(({ subject, thread }) => [subject, thread === own.thread])).toEqual([
      ['Boat', false],
      ['AW: Boat', true],
      ['Something else', true],
    ])
    const answer = await ada.ok('mail.source', { id: items[2]?.id ?? '' })
    expect(answer).toMatchObject({ in_reply_to: own.message_id, references: [own.message_id] })
  })

  test('to or from a mailbox with the maximum number of messages nothing is sent', async () => {
    const [ada, bob] = [await server().account(), await server().account()]
    const { store } = server()
    const send = { to: bob.username, subject: 'x', body: 'x' }
    await ada.ok('mail.send', send)
    const row = await store.get<object>(store.sql('mail_messages').where({ owner: bob.id }).limit(1))
    const columns = Object.keys(row ?? {}).filter((name) => name !== 'id')
    const named = columns.map((name) => `"${name}"`).join(', ')
    await store.run(
      store.sql.raw(
        `insert into mail_messages (id, ${named})
         with recursive n(i) as (select 1 union all select i + 1 from n where i < 49999)
         select id || '_' || i, ${named} from mail_messages, n where owner = ?`,
        [bob.id],
      ),
    )
    for (const [sender, whose] of [
      [ada, "The recipient's mailbox"],
      [bob, 'Your mailbox'],
    ] as const) {
      const { body } = await sender.fails('mail.send', { ...send, to: sender === ada ? bob.username : ada.username })
      expect([body.code, body.error]).toEqual(['failed_precondition', expect.stringContaining(whose)])
    }
    expect([(await ada.ok('mail.sources', {})).total, (await ada.ok('mail.inbox', {})).total]).toEqual([1, 0])
  })

  test.each([
    ['nobody_here', 'not_found'],
    ['ada@elsewhere.example', 'not_configured'],
    ['a@b@c', 'invalid_argument'],
    ['ada@x.example\r\nBcc: all@x.example', 'invalid_argument'],
    ['<ada@x.example>', 'invalid_argument'],
    ['"a b"@x.example', 'invalid_argument'],
    ['ada@[127.0.0.1]', 'invalid_argument'],
    ['ada@localhost', 'invalid_argument'],
    ['-rf', 'not_found'],
    ['a,b', 'invalid_argument'],
    [`${'x'.repeat(65)}@x.example`, 'invalid_argument'],
  ])('to %j nothing is sent: %s', async (to, code) => {
    const ada = await server().account()
    expect((await ada.fails('mail.send', { to, subject: 'x', body: 'x' })).body.code).toBe(code)
    expect((await ada.ok('mail.sources', {})).total).toBe(0)
  })

  test.each([['line one\r\nBcc: all@x.example'], ['line\nline'], [' '], ['x'.repeat(501)]])(
    'the subject %j is refused',
    async (subject) => {
      const ada = await server().account()
      expect((await ada.fails('mail.send', { to: ada.username, subject, body: 'x' })).body.code).toBe(
        'invalid_argument',
      )
    },
  )
})
