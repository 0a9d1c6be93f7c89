import { expect, test } from 'vitest'
import { createContract } from '../../runtime/calls/contract.ts'
import { argumentsOfQuery } from './operation-calls.ts'

const contract = createContract()
const read = (id: 'url.list' | 'url.stats' | 'url.create', query: Record<string, unknown>) =>
  argumentsOfQuery(contract, contract.operation(id), query)

test('a text is converted to the type in the document, and stays text if that is text', () => {
  expect(read('url.list', { limit: '5', offset: '0', shortURL: '12' })).toEqual({ limit: 5, offset: 0, shortURL: '12' })
  expect(read('url.create', { destinationURL: 'https://a.example/', forwardQuery: 'true', tags: 'one' })).toEqual({
    destinationURL: 'https://a.example/',
    forwardQuery: true,
    tags: ['one'],
  })
})

test('an invalid value stays unchanged, so that it is rejected by name', () => {
  const query = { limit: 'many', offset: '0x10', forwardQuery: 'yes', unknown: '1' }
  expect(read('url.list', query)).toEqual(query)
  expect(read('url.list', { limit: ['1', '2'] })).toEqual({ limit: ['1', '2'] })
})

test('no defaults are added, and other arguments stay unchanged', () => {
  const query = Object.freeze({ limit: '5' })
  expect(read('url.list', query)).toEqual({ limit: 5 })
  expect(read('url.list', {})).toEqual({})
})
