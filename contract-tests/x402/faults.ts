import { ok, strictEqual } from 'node:assert'
import { freePort } from '../../src/testing/loopback.ts'
import type { Fault } from './facilitator.ts'
import type { PaymentRequired } from './packages.ts'
import { type Bench, nearby } from './payments.ts'
import { altered, challengeOf, newWallet, receiptOf, type TestWallet } from './wallet.ts'

interface Answer {
  readonly status: number
  readonly body: { readonly code?: string; readonly error?: string; readonly result?: unknown }
  readonly response: Response
}

/** Sends a request with this payment. */
export async function send(address: string, payment: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(address, { headers: { 'PAYMENT-SIGNATURE': payment, ...headers } })
  return { status: response.status, body: (await response.clone().json()) as Answer['body'], response }
}

/** A payment for this address, signed but not yet sent. */
export async function signedFor(
  address: string,
  wallet: TestWallet,
  change: (required: PaymentRequired) => PaymentRequired = (required) => required,
): Promise<string> {
  return wallet.sign(change(await challengeOf(await fetch(address))))
}

/** Fails unless the response is this refusal, with a challenge only if its status is 402. */
export function expectRefusal({ status, body, response }: Answer, wanted: number, code: string): void {
  strictEqual(`${status} ${body.code}`, `${wanted} ${code}`, JSON.stringify(body))
  strictEqual(body.result, undefined)
  strictEqual(response.headers.has('PAYMENT-REQUIRED'), wanted === 402, 'only a 402 carries a challenge')
}

function expectRetryAfter({ response }: Answer): void {
  ok(Number(response.headers.get('Retry-After')) > 0, 'Retry-After is missing')
}

/** Invalid payments, payments sent repeatedly, and failures of the facilitator. */
export async function checkFaults(bench: Bench): Promise<void> {
  await checkBadPayments(bench)
  await checkRepeats(bench)
  await checkFacilitator(bench)
}

async function checkBadPayments(bench: Bench): Promise<void> {
  await checkWrongTerms(bench)
  await checkBadHeaders(bench)
  await checkUnusedPayments(bench)
}

/** Payments that do not fit the challenge. */
async function checkWrongTerms({ report, household, url, facilitator }: Bench): Promise<void> {
  const base = { asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', extra: { name: 'USD Coin', version: '2' } }
  const bad: [string, (required: PaymentRequired) => PaymentRequired][] = [
    ['too little', (required) => altered(required, { amount: '49999' })],
    ['too much', (required) => altered(required, { amount: '50001' })],
    ['another asset', (required) => altered(required, { asset: base.asset })],
    ['another network', (required) => altered(required, { network: 'eip155:8453', ...base })],
    ['another recipient', (required) => altered(required, { payTo: base.asset })],
    ['expired', (required) => altered(required, { maxTimeoutSeconds: 1 })],
    ['signed for another domain', (required) => altered(required, { extra: { name: 'Coin', version: '2' } })],
  ]
  for (const [what, change] of bad) {
    await report.check(`a payment is refused: ${what}`, async () => {
      const [runs, transfers] = [household.runs(), facilitator.transfers.length]
      expectRefusal(
        await send(url + nearby, await signedFor(url + nearby, await newWallet(), change)),
        402,
        'payment_required',
      )
      strictEqual(household.runs() - runs, 0)
      strictEqual(facilitator.transfers.length - transfers, 0)
    })
  }
  await report.check('a payment is refused: the wallet is empty', async () => {
    const wallet = await newWallet()
    facilitator.setBalance(wallet.address, 49_999n)
    const runs = household.runs()
    const answer = await send(url + nearby, await signedFor(url + nearby, wallet))
    expectRefusal(answer, 402, 'payment_required')
    ok(answer.body.error?.includes('insufficient_funds'), answer.body.error)
    strictEqual(household.runs() - runs, 0)
  })
  await report.check('a payment for one method is refused by a more expensive one', async () => {
    const payment = await signedFor(`${url}/api/v1/browser/read?url=https://example.org/`, await newWallet())
    expectRefusal(await send(url + nearby, payment), 402, 'payment_required')
  })
}

async function checkBadHeaders({ report, url, facilitator }: Bench): Promise<void> {
  for (const [what, header] of [
    ['not base64', '{"x402Version":2}'],
    ['not JSON', Buffer.from('{').toString('base64')],
    ['not a payment', Buffer.from('{"x402Version":2}').toString('base64')],
    ['of another version', Buffer.from('{"x402Version":7}').toString('base64')],
  ] as const) {
    await report.check(`a payment header that is ${what} is 400`, async () => {
      const before = facilitator.requests.length
      expectRefusal(await send(url + nearby, header), 400, 'invalid_argument')
      const old = await fetch(url + nearby, { headers: { 'X-PAYMENT': header } })
      strictEqual(old.status, 400)
      strictEqual(facilitator.requests.length, before)
    })
  }
}

/** Calls that are refused or fail for another reason, and so take no payment. */
async function checkUnusedPayments({ report, url, facilitator }: Bench): Promise<void> {
  await report.check('arguments are validated before the payment', async () => {
    const before = facilitator.requests.length
    const payment = await signedFor(url + nearby, await newWallet())
    expectRefusal(await send(`${url}/api/v1/places/nearby?nowhere=1`, payment), 400, 'invalid_argument')
    strictEqual(facilitator.requests.length, before)
    strictEqual((await send(url + nearby, payment)).status, 200)
  })
  await report.check('a method that needs an account refuses a wallet before anything is verified', async () => {
    const before = facilitator.requests.length
    const payment = await signedFor(url + nearby, await newWallet())
    const response = await fetch(`${url}/api/v1/images/generate`, {
      method: 'POST',
      body: '{"prompt":"a ferry"}',
      headers: { 'content-type': 'application/json', 'PAYMENT-SIGNATURE': payment },
    })
    const { code } = (await response.json()) as Answer['body']
    strictEqual(`${response.status} ${code}`, '403 account_required')
    strictEqual(facilitator.requests.length, before)
  })
  await report.check('a failed call takes no payment, and the payment remains valid', async () => {
    const failing = `${url}/api/v1/places/nearby?near=fail`
    const transfers = facilitator.transfers.length
    const payment = await signedFor(failing, await newWallet())
    expectRefusal(await send(failing, payment), 400, 'not_found')
    strictEqual(facilitator.transfers.length, transfers)
    strictEqual((await send(url + nearby, payment)).status, 200)
    strictEqual(facilitator.transfers.length, transfers + 1)
  })
}

async function checkRepeats({ report, household, url, facilitator }: Bench): Promise<void> {
  await report.check('a payment buys only one response', async () => {
    const payment = await signedFor(url + nearby, await newWallet())
    strictEqual((await send(url + nearby, payment)).status, 200)
    const [runs, transfers] = [household.runs(), facilitator.transfers.length]
    expectRefusal(await send(url + nearby, payment), 409, 'conflict')
    expectRefusal(await send(`${url}/api/v1/places/nearby?near=Bath`, payment), 409, 'conflict')
    strictEqual(household.runs(), runs)
    strictEqual(facilitator.transfers.length, transfers)
  })
  await report.check('with its Idempotency-Key only the same request is replayed', async () => {
    const payment = await signedFor(url + nearby, await newWallet())
    const key = { 'Idempotency-Key': `key-${payment.slice(-20).replaceAll(/[^a-z0-9]/gi, '')}` }
    const first = await send(url + nearby, payment, key)
    const runs = household.runs()
    const again = await send(url + nearby, payment, key)
    strictEqual(`${first.status} ${again.status}`, '200 200', JSON.stringify(again.body))
    strictEqual(JSON.stringify(again.body), JSON.stringify(first.body))
    strictEqual(again.response.headers.get('Idempotency-Replayed'), 'true')
    strictEqual((await receiptOf(again.response)).transaction, (await receiptOf(first.response)).transaction)
    expectRefusal(await send(`${url}/api/v1/places/nearby?near=Bath`, payment, key), 409, 'conflict')
    expectRefusal(await send(url + nearby, payment, { 'Idempotency-Key': 'guessed' }), 409, 'conflict')
    strictEqual(household.runs(), runs)
  })
  await report.check('one payment sent ten times at once, to two servers, runs the handler once', async () => {
    const other = await household.start()
    const payment = await signedFor(url + nearby, await newWallet())
    const [runs, transfers] = [household.runs(), facilitator.transfers.length]
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => send((i % 2 ? other.url : url) + nearby, payment)),
    )
    await other.program.stop()
    const statuses = answers.map(({ status }) => status).sort()
    strictEqual(statuses.join(' '), '200 409 409 409 409 409 409 409 409 409')
    strictEqual(household.runs() - runs, 1)
    strictEqual(facilitator.transfers.length - transfers, 1)
  })
}

async function checkFacilitator(bench: Bench): Promise<void> {
  await checkVerification(bench)
  await checkSettlement(bench)
  await checkOutages(bench)
}

async function checkVerification({ report, household, url, facilitator }: Bench): Promise<void> {
  const verifying: [Fault, number, string][] = [
    ['error', 502, 'upstream_failed'],
    ['html', 502, 'upstream_failed'],
    ['dropped', 503, 'unavailable'],
    ['hang', 504, 'upstream_timeout'],
  ]
  for (const [fault, status, code] of verifying) {
    await report.check(
      `verification fails (${fault}): ${status}, and the same payment is valid afterwards`,
      async () => {
        const payment = await signedFor(url + nearby, await newWallet())
        const runs = household.runs()
        facilitator.fail('verify', fault)
        const refused = await send(url + nearby, payment)
        expectRefusal(refused, status, code)
        expectRetryAfter(refused)
        strictEqual(household.runs(), runs)
        strictEqual((await send(url + nearby, payment)).status, 200)
      },
    )
  }
}

async function checkSettlement({ report, household, url, facilitator }: Bench): Promise<void> {
  const settling: [Fault, number, string][] = [
    ['error', 502, 'upstream_failed'],
    ['html', 502, 'upstream_failed'],
    ['dropped', 503, 'unavailable'],
    ['hang', 504, 'upstream_timeout'],
    ['lost', 503, 'unavailable'],
  ]
  for (const [fault, status, code] of settling) {
    await report.check(
      `settlement fails (${fault}): ${status}, and the same payment then gets its one response`,
      async () => {
        const wallet = await newWallet()
        const payment = await signedFor(url + nearby, wallet)
        const [runs, transfers] = [household.runs(), facilitator.transfers.length]
        facilitator.fail('settle', fault)
        const refused = await send(url + nearby, payment)
        expectRefusal(refused, status, code)
        expectRetryAfter(refused)
        const answered = await send(url + nearby, payment)
        strictEqual(answered.status, 200, JSON.stringify(answered.body))
        strictEqual((await receiptOf(answered.response)).payer, wallet.address.toLowerCase())
        strictEqual(household.runs() - runs, 1)
        strictEqual(facilitator.transfers.length - transfers, 1)
      },
    )
  }
  await report.check('a wallet that is emptied while the handler runs gets no result', async () => {
    const wallet = await newWallet()
    const payment = await signedFor(url + nearby, wallet)
    facilitator.setBalance(wallet.address, 50_000n)
    facilitator.emptyAtNextSettlement(wallet.address)
    const answer = await send(url + nearby, payment)
    expectRefusal(answer, 402, 'payment_required')
    strictEqual((await receiptOf(answer.response)).success, false)
    expectRefusal(await send(url + nearby, payment), 402, 'payment_required')
  })
}

async function checkOutages({ report, household, facilitator }: Bench): Promise<void> {
  await report.check('after five failures in a row the facilitator gets no more requests: 503', async () => {
    const { url: own, program } = await household.start({ X402_FACILITATOR_TIMEOUT_S: '1' })
    const payment = await signedFor(own + nearby, await newWallet())
    facilitator.fail('verify', 'error', 'error', 'error', 'error', 'error')
    for (let i = 0; i < 5; i++) expectRefusal(await send(own + nearby, payment), 502, 'upstream_failed')
    const before = facilitator.requests.length
    const refused = await send(own + nearby, payment)
    await program.stop()
    expectRefusal(refused, 503, 'unavailable')
    expectRetryAfter(refused)
    strictEqual(facilitator.requests.length, before)
  })
  await report.check('an unreachable facilitator: 503, and the handler does not run', async () => {
    const { url: own, program } = await household.start({
      X402_FACILITATOR_URL: `http://127.0.0.1:${await freePort()}`,
    })
    const runs = household.runs()
    const refused = await send(own + nearby, await signedFor(own + nearby, await newWallet()))
    await program.stop()
    expectRefusal(refused, 503, 'unavailable')
    strictEqual(household.runs(), runs)
  })
}
