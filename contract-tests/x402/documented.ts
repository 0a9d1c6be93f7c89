import { match, strictEqual } from 'node:assert'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../src/testing/program.ts'
import { official } from './packages.ts'
import type { Bench } from './payments.ts'

/** The programs in docs/payments.md are run as they stand there. */
export async function checkDocumentation({ report, url, facilitator }: Bench): Promise<void> {
  const text = readFileSync(join(root, 'docs/payments.md'), 'utf8')
  const programs = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, program = '']) => program)
  await report.check('docs/payments.md shows both clients', () => strictEqual(programs.length, 2))
  for (const program of programs) {
    const name = /from '(@?x402[^']*fetch)'/.exec(program)?.[1]
    await report.check(`what docs/payments.md shows with ${name} pays`, async () => {
      const { generatePrivateKey } = await official('viem/accounts')
      const transfers = facilitator.transfers.length
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
        // Where the packages are.
        cwd: join(import.meta.dirname, '..'),
        env: { ...process.env, ONEDOOR_URL: url, WALLET_KEY: generatePrivateKey() },
      })
      match(stdout, /^200 /)
      strictEqual(facilitator.transfers.length - transfers, 1)
    })
  }
}
