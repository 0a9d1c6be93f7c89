import { afterAll, describe, expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { eras, rawMcp, type ToolResult } from '#testing/mcp.ts'
import { paidThrough, payer, paymentOf, startObligingFacilitator } from '#testing/payments.ts'
import { serverForTests } from '#testing/server.ts'
import { exampleArguments, exampleResult, standIns } from '#testing/stand-ins.ts'

const facilitator = await startObligingFacilitator()
afterAll(() => facilitator.stop())
let runs = 0

const handlers = standIns({
  'browser.read': () => {
    runs += 1
    return exampleResult('browser.read')
  },
})
const args = { url: 'https://example.org/' }
const priced = operations.filter(({ microCredits, formOf }) => microCredits > 0 && !formOf)
const price = operations.find(({ id }) => id === 'browser.read')?.microCredits as number
const server = serverForTests({ handlers, settings: paidThrough(facilitator.url) })

const decoded = (header: string | null) => JSON.parse(Buffer.from(header ?? '', 'base64').toString())
const payment = (credits: number) => decoded(paymentOf(credits))
const errorIn = ({ content }: ToolResult) => JSON.parse(content[0]?.text ?? '') as { code: string; error: string }

/** The calls of the facilitator, and how often the method has run by then. */
async function during<Answer>(work: () => Promise<Answer>) {
  const [asked, before] = [facilitator.asked.length, runs]
  const answer = await work()
  return { answer, asked: facilitator.asked.slice(asked), runs: runs - before }
}

describe.each(eras)('a tool without an account, in the %s revision', (era) => {
  const mcp = (token?: string) => rawMcp(server().url, token, { era })
  const read = (meta: Record<string, unknown> = {}, token?: string) => mcp(token).call('browser_read', args, meta)

  test('requires its price in the result, is settled once when it is paid, and returns the receipt', async () => {
    const unpaid = await during(() => read())
    const demand = unpaid.answer.structuredContent
    expect([unpaid.answer.isError, unpaid.asked, unpaid.runs]).toEqual([true, [], 0])
    expect(JSON.parse(unpaid.answer.content[0]?.text ?? '')).toEqual(demand)
    expect(demand).toMatchObject({
      x402Version: 2,
      resource: { url: 'mcp://tool/browser_read' },
      accepts: [{ scheme: 'exact', amount: String(price / 100) }],
    })
    const paying = { 'x402/payment': payment(price / 1_000_000) }
    const paid = await during(() => read(paying))
    expect([paid.asked, paid.runs, paid.answer.isError]).toEqual([['verify', 'settle'], 1, undefined])
    expect(paid.answer.structuredContent).toEqual(exampleResult('browser.read'))
    const [{ network }] = demand.accepts
    expect(paid.answer._meta['x402/payment-response']).toMatchObject({
      ...{ success: true, payer, network },
      transaction: expect.stringMatching(/^0x\w{64}$/),
    })
    const again = await during(() => read(paying))
    expect([again.answer.isError, again.asked, again.runs]).toEqual([true, [], 0])
    expect(errorIn(again.answer).code).toBe('conflict')
  })

  test('is not called for a payment that is too small, for another tool, or invalid', async () => {
    for (const wrong of [payment(price / 2_000_000), payment(price / 500_000)]) {
      const refused = await during(() => read({ 'x402/payment': wrong }))
      expect([refused.answer.isError, refused.asked, refused.runs]).toEqual([true, [], 0])
      expect(refused.answer.structuredContent).toMatchObject({ x402Version: 2, error: expect.any(String) })
    }
    for (const nonsense of ['paid', 7, {}, { x402Version: 2 }]) {
      const refused = await during(() => read({ 'x402/payment': nonsense }))
      expect([refused.answer.isError, refused.asked, refused.runs]).toEqual([true, [], 0])
      expect(errorIn(refused.answer).code).toBe('invalid_argument')
    }
  })

  test('requires the same payment as HTTP, for every method that can be paid this way', async () => {
    const differing: unknown[] = []
    let compared = 0
    for (const { id, verb, path, family } of priced) {
      const given = exampleArguments(id)
      const query = verb === 'GET' ? `?${new URLSearchParams(given as Record<string, string>)}` : ''
      const overHttp = await fetch(`${server().url}${path}${query}`, {
        method: verb,
        ...(verb === 'POST' && { body: JSON.stringify(given), headers: { 'Content-Type': 'application/json' } }),
      })
      if (overHttp.status !== 402) continue
      const asked = decoded(overHttp.headers.get('PAYMENT-REQUIRED'))
      const { message } = await mcp().request('tools/call', { name: id.replace('.', '_'), arguments: given })
      const { accepts } = message.result?.structuredContent ?? {}
      if (JSON.stringify(accepts) !== JSON.stringify(asked.accepts)) differing.push({ id, family, accepts })
      compared += 1
    }
    expect(differing).toEqual([])
    expect(compared).toBeGreaterThan(5)
  })

  test('of a caller with an account is charged to the account, and the payment is not used', async () => {
    const account = await server().account()
    const { available } = await server().ledger.balance(account.id)
    const charged = await during(() => read({ 'x402/payment': payment(price / 1_000_000) }, account.token))
    expect([charged.asked, charged.runs]).toEqual([[], 1])
    expect(charged.answer._meta['onedoor/credits_charged']).toBe(String(price / 1_000_000))
    expect((await server().ledger.balance(account.id)).available).toBe(available - price)
  })
})
