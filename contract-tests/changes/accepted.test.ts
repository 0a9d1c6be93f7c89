import { expect, test } from 'vitest'
import { acceptedHeading, judgeChanges, readAccepted } from './accepted.ts'

const change = 'notes.add application/json.text: maxLength was 100000, is 50000'
const reason = 'Nobody has a longer note,\nand the search index is a third smaller.'

test('a fresh list accepts nothing, even with an example in its heading', () => {
  expect(readAccepted(acceptedHeading)).toEqual(new Map())
})

test('an accepted change has its reason, even over several lines', () => {
  const accepted = readAccepted(`${acceptedHeading}\n- \`${change}\`: ${reason}\n- \`b: removed\`: ${reason}\n`)
  expect(accepted).toEqual(
    new Map([
      [change, reason],
      ['b: removed', reason],
    ]),
  )
})

test('without a reason nothing is accepted', () => {
  expect(() => readAccepted(`${acceptedHeading}\n- \`${change}\`: fine\n`)).toThrow('has no reason')
})

test('unaccepted changes and entries without a change are both reported', () => {
  expect(judgeChanges([change, 'b: removed'], new Map([[change, reason]]))).toEqual({
    unaccepted: ['b: removed'],
    idle: [],
  })
  expect(judgeChanges([], new Map([[change, reason]]))).toEqual({ unaccepted: [], idle: [change] })
})
