import querystring from 'node:querystring'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '#testing/any-character.ts'
import type { Operation } from './operation.ts'
import { encodeRequest, readBaseUrl } from './request.ts'

const read: Operation = { verb: 'GET', path: '/api/v1/notes/get', retry: 'safe' }
const named: Operation = { verb: 'POST', path: '/agent/{name}', retry: 'unsafe' }
const base = 'https://onedoor.example'

const name = fc.stringMatching(/^[a-z][a-z_]{0,11}$/)
const whole = fc.string({ unit: anyCharacter })

describe('any text arrives as it was given', () => {
  test('in a query, whether the server reads it as a form or as an address', () => {
    fc.assert(
      fc.property(fc.dictionary(name, whole), (args) => {
        const { address } = encodeRequest(base, 'notes.get', read, args)
        const query = address.split('?')[1] ?? ''
        expect({ ...querystring.parse(query, '&', '=', { maxKeys: 0 }) }).toEqual(args)
        expect(Object.fromEntries(new URLSearchParams(query))).toEqual(args)
      }),
    )
  })

  test('in a list, in its order', () => {
    fc.assert(
      fc.property(fc.array(whole, { minLength: 1 }), (to) => {
        const { address } = encodeRequest(base, 'notes.get', read, { to })
        expect(new URL(address).searchParams.getAll('to')).toEqual(to)
      }),
    )
  })

  test('in a path, as one part of it', () => {
    fc.assert(
      fc.property(
        whole.filter((text) => !['', '.', '..'].includes(text)),
        (text) => {
          const { address, body } = encodeRequest(base, 'agent.ask_named', named, { name: text, prompt: 'Hello' })
          expect(decodeURIComponent(address.slice(`${base}/agent/`.length))).toBe(text)
          expect(address.slice(`${base}/agent/`.length)).not.toMatch(/[/?#]/)
          expect(body).toBe('{"prompt":"Hello"}')
        },
      ),
    )
  })
})

test.each(['', '.', '..', undefined])('a path part %j is refused: the call would go to another address', (text) => {
  expect(() => encodeRequest(base, 'agent.ask_named', named, { name: text, prompt: 'Hello' })).toThrow(
    /argument "name"/,
  )
})

test.each([
  ['https://onedoor.example', 'https://onedoor.example'],
  ['https://onedoor.example/', 'https://onedoor.example'],
  ['https://onedoor.example/door//', 'https://onedoor.example/door'],
  ['http://localhost:8080/?a=1#b', 'http://localhost:8080'],
])('the server address %s is used as %s', (given, used) => {
  expect(readBaseUrl(given)).toBe(used)
  expect(readBaseUrl(new URL(given))).toBe(used)
})
