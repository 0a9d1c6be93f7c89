import { expect, onTestFinished, test } from 'vitest'
import { lines } from '#testing/smtp-client.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { addressOf, domain, forEachMailWorld, friends, hourMs, senderIn } from '../fixtures/mail-world.ts'
import { type DeliveryRow, inState } from '../rows/deliveries.ts'

forEachMailWorld(
  (world) => {
    test('a message is charged once when it is accepted, and delivered', async () => {
      const { send, stateOf, balance } = await senderIn(world())
      const sent = await send('Bob.O@Friend.EXAMPLE')
      expect(sent).toMatchObject({ to: { address: 'Bob.O@friend.example' }, delivery: 'queued', cost_credits: 1 })
      await world().server.jobs.settle()
      expect([await stateOf(sent.id), await balance()]).toEqual([
        { delivery: 'delivered', error: undefined },
        2_000_000,
      ])
      expect(world().other.taken.length).toBe(1)
      const metrics = await (await fetch(`${world().server.url}/metrics`)).text()
      expect(metrics).toMatch(/^onedoor_mail_sent_total\{outcome="delivered"\} [1-9]\d*$/m)
    })

    test('the credit is refunded if delivery fails for good', async () => {
      const { server } = world()
      const { ada, send, stateOf, balance } = await senderIn(world())
      const { id } = await send('bob@nowhere.example')
      await server.jobs.settle()
      expect([(await stateOf(id)).delivery, await balance()]).toEqual(['failed', 3_000_000])
      const metrics = await (await fetch(`${server.url}/metrics`)).text()
      expect(metrics).toMatch(/^onedoor_mail_sent_total\{outcome="failed"\} [1-9]\d*$/m)
      expect((await server.ledger.entries(ada.id)).map(({ note }) => note)).toContain(
        'mail that could not be delivered',
      )
    })

    test('delivery is given up after two days: the inbox says so, and the credit is refunded once', async () => {
      const { server } = world()
      const { ada, send, stateOf, balance } = await senderIn(world())
      const { id } = await send('bob@broken.example')
      await server.jobs.settle()
      server.clock.advance(47.9 * hourMs)
      await server.jobs.settle()
      expect(await stateOf(id)).toEqual({
        delivery: 'queued',
        error: expect.stringMatching(/^Not delivered yet: DNS did not return/),
      })
      expect(await balance()).toBe(2_000_000)
      for (let time = 0; time < 2; time++) {
        server.clock.advance(hourMs)
        await server.jobs.settle()
      }
      expect([await stateOf(id), await balance()]).toEqual([
        {
          delivery: 'failed',
          error: expect.stringMatching(/^Delivery was abandoned after two days\. DNS did not return/),
        },
        3_000_000,
      ])
      const { store } = server
      const items = await store.all<{ payload: string }>(
        store.sql('bus_announcements').where({ topic: 'inbox.item', account: ada.id }),
      )
      expect(items.map(({ payload }) => JSON.parse(payload).text)).toEqual([
        expect.stringContaining('was not delivered. Delivery was abandoned'),
      ])
    })

    test('a bounce that names the message is recorded on it, and costs nobody anything', async () => {
      const { server, bring } = world()
      const { ada, send, stateOf, balance } = await senderIn(world())
      const { id } = await send('bob@friend.example')
      await server.jobs.settle()
      const { message_id } = await ada.ok('mail.source', { id })
      const bounce = (to: string, about = '') => bring({ from: '', to: [to], data: reportOf(about) })
      await bounce(addressOf(ada), '<forged@mail.example.org>')
      expect((await stateOf(id)).delivery).toBe('delivered')
      await bounce(addressOf(await server.account()), message_id)
      expect((await stateOf(id)).delivery).toBe('delivered')
      expect(await bounce(addressOf(ada), message_id)).toMatch(/^250/)
      expect(await stateOf(id)).toEqual({
        delivery: 'failed',
        error: 'The message was returned: bob is no longer here',
      })
      expect(await balance()).toBe(2_000_000)
      const shown = await server.store.all<DeliveryRow>(inState({ delivery: 'failed', since: 0, limit: 1 }))
      expect(shown).toMatchObject([
        { username: ada.username, delivery_error: 'The message was returned: bob is no longer here' },
      ])
      const metrics = await (await fetch(`${server.url}/metrics`)).text()
      expect(metrics).toMatch(/^onedoor_mail_sent_total\{outcome="returned"\} 1$/m)
    })

    test('a message that is deleted before delivery is not sent, and its credit is refunded once', async () => {
      const { server, other } = world()
      const { ada, send, balance } = await senderIn(world())
      other.refuse = () => ({ code: 451, text: '4.7.1 greylisted' })
      const { id } = await send('bob@friend.example')
      await server.jobs.settle()
      expect(await balance()).toBe(2_000_000)
      const bob = await server.account()
      const visitors = await Promise.all([bob, ada, ada].map((account) => signedIn(account)))
      for (const visitor of visitors) expect(await deleted(visitor, id)).toBe(303)
      expect(await balance()).toBe(3_000_000)
      other.refuse = undefined
      server.clock.advance(hourMs)
      await server.jobs.settle()
      expect([other.taken, await balance()]).toEqual([[], 3_000_000])
      const notes = (await server.ledger.entries(ada.id)).map(({ note }) => note)
      expect(notes.filter((note) => note === 'mail that was deleted before it was sent')).toHaveLength(1)
    })

    test('a message that is deleted after delivery stays charged', async () => {
      const { server, other } = world()
      const { ada, send, balance } = await senderIn(world())
      const { id } = await send('bob@friend.example')
      await server.jobs.settle()
      expect(await deleted(await signedIn(ada), id)).toBe(303)
      expect([other.taken.length, await balance()]).toEqual([1, 2_000_000])
    })

    test.each([
      ['takes it', undefined, 2_000_000],
      ['refuses it for now', { code: 451, text: '4.7.1 greylisted' }, 3_000_000],
      ['refuses it for good', { code: 550, text: '5.1.1 no such user' }, 3_000_000],
    ])(
      'for one that is deleted while the other server has it in hand, which then %s, that decides',
      async (_what, answer, left) => {
        const { server, other } = world()
        const { ada, send, balance } = await senderIn(world())
        const visitor = await signedIn(ada)
        const [inHand, decide] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        other.whenTaken = async () => {
          inHand.resolve()
          await decide.promise
          if (answer) throw Object.assign(new Error(answer.text), { responseCode: answer.code })
        }
        onTestFinished(() => {
          other.whenTaken = undefined
        })
        const { id } = await send('bob@plain.example')
        await inHand.promise
        expect(await deleted(visitor, id)).toBe(303)
        expect([await balance(), (await ada.fails('mail.source', { id })).body.code]).toEqual([2_000_000, 'not_found'])
        decide.resolve()
        await server.jobs.settle()
        server.clock.advance(hourMs)
        await server.jobs.settle()
        // Whether deferred or rejected, it is not delivered again.
        expect([await balance(), other.taken.length]).toEqual([left, 1])
      },
    )

    const deleted = async (visitor: TestVisitor, id: string) =>
      (await visitor.submit('/mail?write', '/mail', { action: 'delete', id })).status

    /** The sender in a browser. */
    async function signedIn({ username }: { username: string }): Promise<TestVisitor> {
      const visitor = new TestVisitor(world().server.url)
      await visitor.signIn(username)
      return visitor
    }

    test('nothing leaves without credits, or beyond the daily limit until the next day', async () => {
      const { server, other } = world()
      const { ada, send, balance } = await senderIn(world())
      for (let i = 0; i < 3; i++) await send('bob@friend.example', `Number ${i}`)
      const refused = () => ada.fails('mail.send', { to: 'bob@friend.example', subject: 'x', body: 'x' })
      expect([(await refused()).status, (await ada.ok('mail.sources', {})).total]).toEqual([402, 3])
      await server.ledger.grant(ada.id, 10_000_000)
      for (let i = 3; i < 5; i++) await send('bob@friend.example', `Number ${i}`)
      const beyond = await refused()
      expect([beyond.body.code, beyond.headers.has('retry-after')]).toEqual(['rate_limited', true])
      expect(await balance()).toBe(8_000_000)
      await server.jobs.settle()
      expect(other.taken.length).toBe(5)
      server.clock.advance(Number(beyond.headers.get('retry-after')) * 1000)
      expect((await send('bob@friend.example', 'The next day')).delivery).toBe('queued')
    })

    test('mail to the own domain never leaves', async () => {
      const { server } = world()
      const { ada, send } = await senderIn(world())
      const bob = await server.account()
      const sent = await send(`${bob.username}+x@${domain.toUpperCase()}`)
      expect(sent).toMatchObject({ delivery: 'delivered', cost_credits: 0, to: { address: `${bob.username}+x` } })
      const { body } = await ada.fails('mail.send', { to: `nobody@${domain}`, subject: 'x', body: 'x' })
      expect([body.code, (await bob.ok('mail.inbox', {})).total]).toEqual(['not_found', 1])
    })
  },
  { names: friends, settings: { LIMIT_MAIL_PER_DAY: '5', WELCOME_CREDITS: '3' } },
)

/** The bounce of a message that a mail server finally could not deliver. */
function reportOf(messageId: string): string {
  return lines(
    'From: MAILER-DAEMON@friend.example',
    'Subject: Undeliverable',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=B',
    '',
    '--B',
    'Content-Type: text/plain',
    '',
    'bob is no longer here',
    '--B',
    'Content-Type: message/delivery-status',
    '',
    'Action: failed',
    'Status: 5.1.1',
    '--B',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${messageId}`,
    '--B--',
  )
}
