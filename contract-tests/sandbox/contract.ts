import { recordAttempts } from '../../src/testing/attempts.ts'
import type { OperationFacts } from '../../tools/codegen/operations.ts'
import { checkContract } from '../contract/contract.ts'
import type { Report } from '../report.ts'
import { differences } from './differences.ts'
import { startExampleWorld } from './world.ts'

/**
 * Compares a world with the API document, as `checkContract` compares a server. What a world lacks must be among its
 * differences, and each of those must be lacking. Nothing outside may be reached meanwhile.
 */
export async function checkWorld(report: Report, chosen: readonly OperationFacts[]): Promise<void> {
  const target = await startExampleWorld()
  const attempts = recordAttempts(Number(new URL(target.baseUrl).port))
  try {
    const lacking = new Map<string, string>()
    const note = (text: string) => void lacking.set(text.split(' ', 1)[0] ?? '', text)
    await checkContract({ ...report, note }, { ...target, token: target.credentials.services }, chosen)
    for (const { id } of chosen) {
      const found = lacking.get(id)
      if ((found === undefined) === (differences[id] === undefined)) continue
      await report.check(`${id} in a world`, () => {
        throw new Error(found ?? 'It is called, so it is no difference any longer: remove it from differences.ts.')
      })
    }
    await report.check('nothing outside is reached', () => {
      if (attempts.seen.length > 0) throw new Error(attempts.seen.join(', '))
    })
  } finally {
    attempts.stop()
    await target.stop()
  }
}
