import { describe, expect, test } from 'vitest'
import { serverForTests } from '#testing/server.ts'
import { standIns } from '#testing/stand-ins.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { loadConfig } from './config.ts'

const handlers = standIns()
const server = serverForTests({
  settings: { CREDITS: 'off', WELCOME_CREDITS: '0' },
  handlers: {
    ...handlers,
    sms: {
      ...handlers.sms,
      send: async (args: object, ctx: { reserve(amount: number): Promise<void>; charge(amount: number): void }) => {
        await ctx.reserve(5_000_000)
        ctx.charge(4_000_000)
        return (handlers.sms as unknown as { send(args: object, ctx: object): unknown }).send(args, ctx)
      },
    },
  } as unknown as typeof handlers,
})
const classify = { text: 'Rain all day.', labels: 'weather,sport' }

describe('with CREDITS=off', () => {
  test('methods with fixed and variable prices cost nothing and do not mention credits', async () => {
    const ann = await server().account()
    const fixed = await ann.call('text.classify', classify)
    expect([fixed.status, fixed.headers.get('x-credits-charged')]).toEqual([200, null])
    const varying = await ann.call('sms.send', { to: '+447700900123', text: 'Hello' })
    expect([varying.status, varying.headers.get('x-credits-charged')]).toEqual([200, null])
    expect(await server().store.all(server().store.sql('ledger_entries'))).toEqual([])
  })

  test('a method with a price still needs an account, and credits cannot be bought', async () => {
    const refused = await server().anonymous.fails('text.classify', classify)
    expect([refused.status, refused.body.code]).toEqual([401, 'unauthenticated'])
    const ann = await server().account()
    const bought = await ann.fails('payments.topup', { credits: 100 })
    expect([bought.status, bought.body.code]).toEqual([503, 'not_configured'])
    expect(bought.body.error).toContain('CREDITS')
  })

  test('no page shows credits, and the catalogue says that everything is free', async () => {
    const boss = await server().account()
    await server().store.run(server().store.sql('accounts').where({ id: boss.id }).update({ is_admin: true }))
    const visitor = await new TestVisitor(server().url).signIn(boss.username)
    for (const page of ['/settings', '/settings/data', '/admin', '/docs/text']) {
      const { status, html } = await visitor.get(page)
      expect([page, status, /credit/i.exec(html)?.[0]]).toEqual([page, 200, undefined])
    }
    expect((await visitor.get('/settings/credits')).status).toBe(404)
    const { items } = (await (await fetch(`${server().url}/api/v1`)).json()) as {
      items: { methods: { price: string; credits?: number }[] }[]
    }
    const prices = items.flatMap(({ methods }) => methods.map(({ price, credits }) => `${price} ${credits}`))
    expect([...new Set(prices)]).toEqual(['free 0'])
  })

  test('a wallet for payments contradicts it and prevents the start', () => {
    const env = { CREDITS: 'off', X402_PAY_TO: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C' }
    expect(() => loadConfig(env)).toThrow(/X402_PAY_TO is set, but CREDITS=off/)
  })
})
