import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RpcError } from '../kernel/rpc-errors.ts'
import { capitalised, readPath } from './gateway-path.ts'

const spelled = (path: string) => {
  const target = readPath(path)?.table
  return target && `${target.service} ${target.endpoint}`
}

const asProduct = (path: string) => {
  const target = readPath(path)?.product
  return target && `${target.service} ${target.endpoint}`
}

describe('a path names an endpoint by the table', () => {
  test.each([
    ['/foo', 'foo Foo.Call'],
    ['/foo/bar', 'foo Foo.Bar'],
    ['/foo/foo/bar', 'foo Foo.Bar'],
    ['/foo/bar/baz', 'foo Bar.Baz'],
    ['/foo/bar/baz-xyz', 'foo Bar.BazXyz'],
    ['/foo/fooBar/bazCat', 'foo FooBar.BazCat'],
    ['/foo/bar/baz/cat', 'foo.bar Baz.Cat'],
    ['/foo/bar/baz/cat/car', 'foo.bar.baz Cat.Car'],
    ['/v1/foo/bar', 'v1.foo Foo.Bar'],
    ['/v1/foo/bar/baz', 'v1.foo Bar.Baz'],
    ['/v1/foo', 'v1 V1.Foo'],
    ['/v12/foo/bar', 'v12.foo Foo.Bar'],
    ['/vx/foo/bar', 'vx Foo.Bar'],
    ['/url/create', 'url Url.Create'],
    ['/url/Create', 'url Url.Create'],
    ['/url/url/create', 'url Url.Create'],
    ['/url/create/', 'url Url.Create'],
    ['//url//create', 'url Url.Create'],
    ['/url/./x/../create', 'url Url.Create'],
    ['/../url/create', 'url Url.Create'],
    ['/Foo/bar', 'Foo Foo.Bar'],
    ['/foo.bar/baz/cat', 'foo.bar Baz.Cat'],
    ['/auth/accounts/change-secret', 'auth Accounts.ChangeSecret'],
    ['/foo/bar/snake_case', 'foo Bar.Snake_case'],
    ['/foo/b%61r', 'foo Foo.Bar'],
    ['/%66oo/bar%2Dbaz', 'foo Foo.BarBaz'],
  ])('%s is %s', (path, expected) => {
    expect(spelled(path)).toBe(expected)
  })

  test.each(['/', '', '//', '/./', '/x/..'])('%j is the root', (path) => {
    expect(readPath(path)).toBeUndefined()
  })

  test.each([
    '/foo/%2e%2e/bar',
    '/foo/%2E/bar',
    '/foo/a%2Fb',
    '/foo/%zz',
    '/foo/%C3',
    '/foo/%00',
    '/foo/b r',
    '/foo/bär',
    '/-foo/bar',
    `/${'x'.repeat(101)}/y`,
    '/a'.repeat(17),
  ])('%s is refused', (path) => {
    expect(() => readPath(path)).toThrow(RpcError)
  })
})

describe('the form of existing clients', () => {
  test.each([
    ['/v1/url/Create', 'url Url.Create'],
    ['/v1/url/create', 'url Url.Create'],
    ['/v1/URL/create', 'url Url.Create'],
    ['/v1/Url/create', 'url Url.Create'],
    ['/v1/url/Url/Create', 'url Url.Create'],
    ['/v1/url/URL/Create', 'url Url.Create'],
    ['/v1/helloworld/call', 'helloworld Helloworld.Call'],
    ['/v1/auth/accounts/list', 'auth Accounts.List'],
  ])('%s is %s', (path, expected) => {
    expect(asProduct(path)).toBe(expected)
  })

  test.each(['/v1', '/v1/url', '/v2/url/create', '/url/create', '/v1/a/b/c/d'])('%s does not have it', (path) => {
    expect(asProduct(path)).toBeUndefined()
  })
})

const word = fc.stringMatching(/^[a-z][a-zA-Z0-9]{0,8}$/)

describe('spellings of one endpoint', () => {
  test('dashes, a small first letter and the name itself lead to the same', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const name = words.map(capitalised).join('')
        expect(capitalised(words.join('-'))).toBe(name)
        expect(capitalised(name)).toBe(name)
        expect(capitalised(name.charAt(0).toLowerCase() + name.slice(1))).toBe(name)
      }),
    )
  })

  test('more slashes change nothing', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), fc.constantFrom('/', '//', '/./'), (words, slash) => {
        expect(readPath(slash + words.join(slash) + slash)).toEqual(readPath(`/${words.join('/')}`))
      }),
    )
  })

  test('every path is an endpoint with a name that a service can have, the root, or a 400', () => {
    const path = fc.string({ unit: fc.constantFrom(...'//////aBv1.-_% é') })
    const seen = { refused: 0, endpoints: 0 }
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: path }, { weight: 1, arbitrary: fc.string() }), (path) => {
        let reading: ReturnType<typeof readPath>
        try {
          reading = readPath(path)
        } catch (failure) {
          expect(failure).toMatchObject({ name: 'RpcError', status: 400 })
          seen.refused++
          return
        }
        if (!reading) return
        seen.endpoints++
        for (const { service, endpoint } of [reading.table, reading.product ?? reading.table]) {
          expect(service).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)
          expect(endpoint).toMatch(/^[A-Z0-9][A-Za-z0-9._]*\.[A-Z0-9][A-Za-z0-9._]*$/)
        }
      }),
      { numRuns: 400 },
    )
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(20)
  })
})
