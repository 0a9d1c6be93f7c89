import { expect, test } from 'vitest'
import { ambiguousTitle, candidatesShown, idOrTitle } from './id-or-title.ts'

test('exactly one of id and title names a record', () => {
  expect(idOrTitle({ id: 'doc_1' })).toEqual({ id: 'doc_1' })
  expect(idOrTitle({ title: 'Plan' })).toEqual({ title: 'Plan' })
  expect(() => idOrTitle({})).toThrow(
    expect.objectContaining({ code: 'invalid_argument', message: 'id or title is required.' }),
  )
  expect(() => idOrTitle({ id: 'doc_1', title: 'Plan' })).toThrow(
    expect.objectContaining({ details: [{ path: 'title', message: 'must be left out where id is given' }] }),
  )
})

test('the refusal of an ambiguous title names the candidates', () => {
  const error = ambiguousTitle(' plan', 'documents', [
    { id: 'doc_2', title: 'Plan' },
    { id: 'doc_1', title: 'PLAN' },
  ])
  expect(error.code).toBe('failed_precondition')
  expect(error.message).toBe(
    'The title "plan" fits 2 documents: "Plan" (doc_2), "PLAN" (doc_1). Give the id of the one you mean.',
  )
})

test('the refusal of an ambiguous title says where it leaves candidates out', () => {
  const candidates = Array.from({ length: candidatesShown + 1 }, (_, i) => ({ id: `doc_${i}`, title: 'Plan' }))
  const { message } = ambiguousTitle('Plan', 'documents', candidates)
  expect(message).toContain('fits more than 10 documents: "Plan" (doc_0)')
  expect(message).toContain('"Plan" (doc_9) and others.')
  expect(message).not.toContain('doc_10')
})
