import { expect, test } from 'vitest'
import type { Answer, Order } from './runner.ts'
import { Trial } from './trial.ts'

const passed = (...reached: number[]): Answer => ({
  failed: [],
  isCaught: false,
  isLate: false,
  isReached: true,
  ran: [{ name: 'a', tookMs: 1, reached }],
})
const failed: Answer = { failed: ['a'], isCaught: true, isLate: false, isReached: true, ran: [] }

/** A trial whose tests answer by the number of the mutant in place. */
async function tried(answers: (order: Order, fresh: boolean) => Answer | undefined) {
  const warned: string[] = []
  let isFresh = false
  const crew = {
    async ask(order: Order) {
      const answer = answers(order, isFresh)
      isFresh = answer === undefined || (isFresh && order.mutant === undefined)
      return answer
    },
    async renew() {
      isFresh = true
    },
  }
  const trial = new Trial(crew, 60_000, (test) => warned.push(test))
  await trial.visit('x.test.ts')
  const source = { ids: new Set([7, 8]), tests: ['x.test.ts'] }
  const caught = (await trial.isCaught(7, source)) || (await trial.isCaughtFromTheStart(7, source))
  return { caught, warned }
}

test('a mutant is caught by a test that fails with it and passes without', async () => {
  expect(await tried(({ mutant }) => (mutant === 7 ? failed : passed(7)))).toEqual({ caught: true, warned: [] })
  expect(await tried(() => passed(7))).toEqual({ caught: false, warned: [] })
})

test('a test that from now on fails without a mutant too catches nothing, and is named', async () => {
  let isBroken = false
  const answers = ({ mutant }: Order) => {
    isBroken ||= mutant !== undefined
    return isBroken ? failed : passed(7)
  }
  expect(await tried(answers)).toEqual({ caught: false, warned: ['x.test.ts'] })
})

test('what an earlier mutant left behind in the process catches nothing', async () => {
  let isSpoilt = false
  const answer = await tried(({ mutant }, fresh) => {
    isSpoilt = !fresh && (isSpoilt || mutant !== undefined)
    return isSpoilt ? failed : passed(7)
  })
  expect(answer.caught).toBe(false)
})

test('tests that never come back catch a mutant only when they do so again', async () => {
  expect((await tried(({ mutant }) => (mutant === 7 ? undefined : passed(7)))).caught).toBe(true)
  let count = 0
  expect((await tried(({ mutant }) => (mutant === 7 && count++ === 0 ? undefined : passed(7)))).caught).toBe(false)
})

test('what is only come to while a file is loaded is tried with the file loaded again', async () => {
  let isLoadedWith = false
  const answers = ({ mutant }: Order, fresh: boolean): Answer => {
    if (fresh) isLoadedWith = mutant === 7
    return isLoadedWith ? failed : { ...passed(7), isReached: fresh }
  }
  expect(await tried(answers)).toEqual({ caught: true, warned: [] })
})
