import { deepStrictEqual, match, strictEqual } from 'node:assert'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root, runProgram } from '../../src/testing/program.ts'
import { official } from './packages.ts'
import type { Bench } from './payments.ts'

/** The programs in docs/payments.md are run as they stand there. */
export async function checkDocumentation({ report, url, facilitator, household }: Bench): Promise<void> {
  const text = readFileSync(join(root, 'docs/payments.md'), 'utf8')
  const programs = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, program = '']) => program)
  const paying = programs.filter((program) => /from '@?x402[^']*fetch'/.test(program))
  const signing = programs.filter((program) => !paying.includes(program))
  await report.check('docs/payments.md shows both clients, and how to sign', () =>
    deepStrictEqual([paying.length, signing.length], [2, 1]),
  )
  for (const program of paying) {
    const name = /from '(@?x402[^']*fetch)'/.exec(program)?.[1]
    await report.check(`what docs/payments.md shows with ${name} pays`, async () => {
      const transfers = facilitator.transfers.length
      match(await printedBy(program, { ONEDOOR_URL: url }), /^200 /)
      strictEqual(facilitator.transfers.length - transfers, 1)
    })
  }
  await report.check('the payment that docs/payments.md signs buys credits by the command line', async () => {
    const transfers = facilitator.transfers.length
    const caller = { ONEDOOR_URL: url, ONEDOOR_TOKEN: await household.account('signer') }
    const payment = await printedBy(signing[0] ?? '', { ...caller, CREDITS: '9' })
    const args = ['src/cli.ts', 'payments', 'topup', '--credits', '9']
    const { code, stderr } = await runProgram({ args, env: { ...caller, ONEDOOR_PAYMENT: payment.trim() } })
    deepStrictEqual([code, stderr], [0, ''])
    deepStrictEqual(
      facilitator.transfers.slice(transfers).map(({ value }) => value),
      [90_000n],
    )
  })
}

/** What a program prints that has a new wallet and the official packages. */
async function printedBy(program: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { generatePrivateKey } = await official('viem/accounts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    // Where the packages are.
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...env, WALLET_KEY: generatePrivateKey() },
  })
  return stdout
}
