import { strictEqual } from 'node:assert'
import type { Fault } from './facilitator.ts'
import { expectRefusal, send, signedFor } from './faults.ts'
import { type Bench, nearby } from './payments.ts'
import { newWallet } from './wallet.ts'

/** On a busy machine each attempt to settle may take its full five seconds. */
const patienceMs = 60_000

/** A starting server resumes interrupted payments automatically; until then, a request with one of them gets 409. */
async function sendUntilFree(address: string, payment: string): ReturnType<typeof send> {
  const givenUpAt = performance.now() + patienceMs
  for (;;) {
    const answer = await send(address, payment)
    if (answer.status !== 409 || performance.now() > givenUpAt) return answer
  }
}

/** The server is killed (SIGKILL) in the middle of a paid call, and started again on the same database. */
export async function checkBreakdowns(bench: Bench): Promise<void> {
  await checkKilledVerifying(bench)
  await checkKilledRunning(bench)
  await checkKilledSettling(bench, 'before it was made', 'hang')
  await checkKilledSettling(bench, 'after it was made', 'stall')
}

/** Sends a request that gets no response, because the server dies. */
async function lost(address: string, payment: string): Promise<void> {
  await send(address, payment).then(
    ({ status }) => {
      throw new Error(`the server returned ${status} instead of dying`)
    },
    () => undefined,
  )
}

async function checkKilledVerifying({ report, household, facilitator }: Bench): Promise<void> {
  await report.check('killed while it verifies: nothing was done, and the payment remains valid', async () => {
    const first = await household.start()
    const payment = await signedFor(first.url + nearby, await newWallet())
    const [runs, transfers] = [household.runs(), facilitator.transfers.length]
    facilitator.fail('verify', 'hang')
    const asked = facilitator.next('verify')
    const call = lost(first.url + nearby, payment)
    await asked
    await first.program.kill()
    await call
    const second = await household.start()
    const { status } = await sendUntilFree(second.url + nearby, payment)
    await second.program.stop()
    strictEqual(status, 200)
    strictEqual(household.runs() - runs, 1)
    strictEqual(facilitator.transfers.length - transfers, 1)
  })
}

async function checkKilledRunning({ report, household, facilitator }: Bench): Promise<void> {
  await report.check(
    'killed while the handler runs: nothing was paid, and the payment does not run it again',
    async () => {
      const first = await household.start()
      const hanging = '/api/v1/places/nearby?near=hang'
      const payment = await signedFor(first.url + hanging, await newWallet())
      const [runs, transfers] = [household.runs(), facilitator.transfers.length]
      const call = lost(first.url + hanging, payment)
      await household.reach(runs + 1)
      await first.program.kill()
      await call
      const second = await household.start()
      expectRefusal(await sendUntilFree(second.url + hanging, payment), 402, 'payment_required')
      await second.program.stop()
      strictEqual(household.runs() - runs, 1)
      strictEqual(facilitator.transfers.length, transfers)
    },
  )
}

async function checkKilledSettling(
  { report, household, facilitator }: Bench,
  what: string,
  fault: Fault,
): Promise<void> {
  await report.check(`killed while it settles, ${what}: paid once, run once, and the result is returned`, async () => {
    const first = await household.start()
    const payment = await signedFor(first.url + nearby, await newWallet())
    const [runs, transfers] = [household.runs(), facilitator.transfers.length]
    facilitator.fail('settle', fault)
    const asked = facilitator.next('settle')
    const call = lost(first.url + nearby, payment)
    await asked
    await first.program.kill()
    await call
    const second = await household.start()
    const answer = await sendUntilFree(second.url + nearby, payment)
    await second.program.stop()
    strictEqual(answer.status, 200, JSON.stringify(answer.body))
    strictEqual(household.runs() - runs, 1)
    strictEqual(facilitator.transfers.length - transfers, 1)
  })
}
