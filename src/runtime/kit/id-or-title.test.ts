import { expect, test } from 'vitest'
import { type Candidate, idOrTitle, maxCandidates, onlyCandidate } from './id-or-title.ts'

test('exactly one of id and title names a record', () => {
  expect(idOrTitle({ id: 'doc_1' })).toEqual({ id: 'doc_1' })
  expect(idOrTitle({ title: 'Plan' })).toEqual({ title: 'Plan' })
  expect(() => idOrTitle({})).toThrow(
    expect.objectContaining({ code: 'invalid_argument', message: 'id or title is required.' }),
  )
  expect(() => idOrTitle({ id: 'doc_1', title: 'Plan' })).toThrow(
    expect.objectContaining({ details: [{ path: 'title', message: 'must be omitted if id is given' }] }),
  )
})

/** The error for a title with these candidates. */
function refusal(title: string, candidates: readonly Candidate[]): unknown {
  try {
    return onlyCandidate(title, 'documents', candidates)
  } catch (error) {
    return error
  }
}

test('a title names a record if it is the only one', () => {
  expect(onlyCandidate('plan', 'documents', [{ id: 'doc_2', title: 'Plan' }])).toBe('doc_2')
  expect(onlyCandidate('plan', 'documents', [])).toBeUndefined()
})

test('the error for an ambiguous title names the candidates', () => {
  const candidates = [
    { id: 'doc_2', title: 'Plan' },
    { id: 'doc_1', title: 'PLAN' },
  ]
  expect(refusal(' plan', candidates)).toMatchObject({
    code: 'failed_precondition',
    message:
      'The title "plan" matches 2 documents: "Plan" (doc_2), "PLAN" (doc_1). Specify the id of the one you mean.',
  })
})

test('the error for an ambiguous title says if it leaves candidates out', () => {
  const candidates = Array.from({ length: maxCandidates }, (_, i) => ({ id: `doc_${i}`, title: 'Plan' }))
  const { message } = refusal('Plan', candidates) as Error
  expect(message).toContain('matches more than 10 documents: "Plan" (doc_0)')
  expect(message).toContain('"Plan" (doc_9) and others.')
  expect(message).not.toContain('doc_10')
})
