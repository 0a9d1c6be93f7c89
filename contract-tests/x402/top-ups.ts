import { deepStrictEqual, strictEqual } from 'node:assert'
import { checkResponse } from '../../src/testing/check-response.ts'
import type { Bench } from './payments.ts'
import { newWallet, receiptOf } from './wallet.ts'

/** Credits bought by the official clients are in the balance, and pay for a call. */
export async function checkTopUps({ report, household, url, facilitator }: Bench): Promise<void> {
  for (const version of ['V2', 'V1'] as const) {
    await report.check(`the official ${version} client buys credits`, async () => {
      const name = `buyer_${version.toLowerCase()}`
      const token = await household.account(name)
      const wallet = await newWallet()
      const transfers = facilitator.transfers.length
      const response = await wallet[`fetch${version}`](`${url}/account/topup`, {
        method: 'POST',
        body: '{"credits":7}',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      })
      const body = await response.json()
      strictEqual(response.status, 200, JSON.stringify(body))
      checkResponse('payments.topup', 200, body, 'stand-ins')
      const made = facilitator.transfers.slice(transfers)
      deepStrictEqual(
        made.map(({ value }) => value),
        [70_000n],
      )
      strictEqual((await receiptOf(response)).transaction, made[0]?.transaction)
      const call = await fetch(`${url}/api/v1/browser/read?url=https://example.org/`, {
        headers: { Authorization: `Bearer ${token}` },
      })
      strictEqual(`${call.status} ${call.headers.get('X-Credits-Balance')}`, '200 3')
    })
  }
}
