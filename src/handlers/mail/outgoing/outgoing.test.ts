import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { newDataDir } from '#testing/databases.ts'
import { ensureDkimVerify } from '../../../../tools/setup/programs.mjs'
import { dnsRecords, signingKey } from '../dkim.ts'
import { domain, friends, installMs, mailForTests, senderIn } from '../fixtures/mail-world.ts'
import { deliverJob, givenUpAfterMs, waitMs } from '../jobs/deliver.ts'

const world = mailForTests({ names: friends, settings: { WELCOME_CREDITS: '5' } })

test('a message leaves with encoded headers, and arrives as it was written', async () => {
  const { server, other } = world()
  const { ada, send, stateOf } = await senderIn(world())
  const subject = 'Über “Quitten” 🍐'
  const body = `.\n..two dots\n\nÜnïcödé 👩‍👩‍👧\nFrom here\n${'long '.repeat(300)}`
  const { id } = await send('Bob.O@Friend.EXAMPLE', subject, body)
  await server.jobs.settle()
  expect(await stateOf(id)).toEqual({ delivery: 'delivered', error: undefined })
  const [taken] = other.taken
  expect([taken?.from, taken?.to]).toEqual([`${ada.username}@${domain}`, ['Bob.O@friend.example']])
  const raw = taken?.raw ?? ''
  expect(raw).toMatch(/^DKIM-Signature: v=1;/)
  expect(raw).toMatch(/\r\nSubject: =\?UTF-8\?[BQ]\?/)
  expect(raw.split('\r\n\r\n')[0]).toMatch(/^[\x20-\x7e\r\n\t]*$/)
  expect(raw).toContain(`Message-ID: ${(await ada.ok('mail.source', { id })).message_id}`)
  expect(raw).not.toMatch(/[^\r]\n/)
  const { default: PostalMime } = await import('postal-mime')
  const parsed = await PostalMime.parse(raw)
  expect([parsed.subject, parsed.text?.trimEnd()]).toEqual([subject, body.trimEnd()])
})

test('from a mailbox with the maximum number of messages nothing is sent outside, and it costs nothing', async () => {
  const { server, other } = world()
  const { ada, send, balance } = await senderIn(world())
  await send(ada.username)
  const { store } = server
  const row = await store.get<object>(store.sql('mail_messages').where({ owner: ada.id }).limit(1))
  const columns = Object.keys(row ?? {}).filter((name) => name !== 'id')
  const named = columns.map((name) => `"${name}"`).join(', ')
  const insert = `insert into mail_messages (id, ${named})
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 49998)
    select ? || i, ${named} from mail_messages, n where id = ?`
  await store.run(store.sql.raw(insert, ['mail_copy_', (row as { id: string }).id]))
  const before = await balance()
  const { body } = await ada.fails('mail.send', { to: 'bob@friend.example', subject: 'x', body: 'x' })
  await server.jobs.settle()
  const outcome = [body.code, await balance(), other.taken.length, (await ada.ok('mail.sources', {})).total]
  expect(outcome).toEqual(['failed_precondition', before, 0, 50_000])
})

test(
  "the signature is right for Debian's python3-dkim, with the key that the settings show",
  async () => {
    const { server, other } = world()
    const { send } = await senderIn(world())
    await send('bob@friend.example')
    await server.jobs.settle()
    const { record } = await signingKey(server)
    const records = dnsRecords(domain, domain, await signingKey(server), false)
    expect(records.map(({ name, type }) => `${type} ${name}`)).toEqual([
      `MX ${domain}`,
      `TXT ${domain}`,
      `TXT onedoor._domainkey.${domain}`,
      `TXT _dmarc.${domain}`,
    ])
    const raw = other.taken[0]?.raw ?? ''
    const files = [raw, raw.replace('How are you?', 'Who are you?')].map(async (text, number) => {
      const file = join(await newDataDir(), `${number}.eml`)
      await writeFile(file, text)
      return file
    })
    // dkimverify queries DNS; this uses the same library with the record at hand.
    const program = `import dkim,sys
known = lambda name, timeout=5: sys.argv[1].encode() if name == b'onedoor._domainkey.${domain}.' else None
for file in sys.argv[2:]: print(dkim.verify(open(file,'rb').read(), dnsfunc=known))`
    await ensureDkimVerify()
    const { stdout } = await promisify(execFile)('/usr/bin/python3', [
      '-c',
      program,
      record,
      ...(await Promise.all(files)),
    ])
    expect(stdout.trim().split('\n')).toEqual(['True', 'False'])
  },
  installMs,
)

test.each([
  ['the domain does not exist', 'bob@nowhere.example', 'The domain nowhere.example does not exist.'],
  ['the domain accepts no mail', 'bob@nomail.example', 'nomail.example accepts no mail.'],
  [
    'its servers are at private addresses',
    'bob@inside.example',
    'The mail servers for inside.example have private addresses. This server does not connect to private addresses (FETCH_ALLOWED_RANGES).',
  ],
])('delivery fails for good and says so if %s', async (_what, to, error) => {
  const { send, stateOf } = await senderIn(world())
  const { id } = await send(to)
  await world().server.jobs.settle()
  expect(await stateOf(id)).toEqual({ delivery: 'failed', error })
  expect(world().other.taken).toEqual([])
})

test('a permanent rejection fails at once, at any step', async () => {
  const { server, other } = world()
  const { send, stateOf, balance } = await senderIn(world())
  for (const isData of [false, true]) {
    other.refuse = (mail) => (mail.isData === isData ? { code: 550, text: '5.1.1 no such user' } : undefined)
    const { id } = await send('bob@friend.example')
    await server.jobs.settle()
    const { delivery, error } = await stateOf(id)
    expect([delivery, error]).toEqual([
      'failed',
      expect.stringMatching(/^mx\.friend\.example responded: 550 5\.1\.1 no such user/),
    ])
  }
  expect([await balance(), other.taken]).toEqual([5_000_000, []])
})

test('a deferred message is tried again after 1, 2, 4 minutes and so on until it is accepted', async () => {
  const { server, other } = world()
  const { send, stateOf, balance } = await senderIn(world())
  other.refuse = () => ({ code: 451, text: '4.7.1 greylisted' })
  const { id } = await send('bob@friend.example')
  await server.jobs.settle()
  expect(await stateOf(id)).toEqual({
    delivery: 'queued',
    error: expect.stringMatching(/^Not delivered yet: mx2?\.friend.example responded: 451/),
  })
  server.clock.advance(61_000)
  await server.jobs.settle()
  expect((await stateOf(id)).delivery).toBe('queued')
  other.refuse = undefined
  server.clock.advance(60_000)
  await server.jobs.settle()
  expect((await stateOf(id)).delivery).toBe('queued')
  server.clock.advance(61_000)
  await server.jobs.settle()
  expect([await stateOf(id), await balance()]).toEqual([{ delivery: 'delivered', error: undefined }, 4_000_000])
  expect(other.taken.length).toBe(1)
})

test('the waits between attempts grow to 64 minutes, and a job has more attempts than two days of them need', () => {
  expect([1, 2, 3, 7, 8, 70].map((attempt) => waitMs(attempt) / 60_000)).toEqual([1, 2, 4, 64, 64, 64])
  let tries = 1
  for (let at = 0; at < givenUpAfterMs; tries++) at += waitMs(tries)
  expect(tries).toBeLessThan(deliverJob.maxAttempts)
})

test('domains without MX, and of other scripts, are reached', async () => {
  const { server, other } = world()
  const { send } = await senderIn(world())
  for (const to of ['bob@plain.example', 'bob@bücher.example']) await send(to)
  await server.jobs.settle()
  expect(other.taken.map(({ to }) => to[0]).sort()).toEqual(['bob@bücher.example', 'bob@plain.example'].sort())
})
