import { expect, test } from 'vitest'
import { errorIdOf } from './rpc-errors.ts'

test.each([
  ['config', 'Config.Get', 'config.get'],
  ['auth', 'Auth.Token', 'auth.token'],
  ['auth', 'Accounts.ChangeSecret', 'auth.accounts.changesecret'],
  ['Foo', 'Foo.Call', 'foo.call'],
  ['foo.bar', 'Baz.Cat', 'foo.bar.baz.cat'],
  ['foo', 'Foo', 'foo.foo'],
  ['foo', '', 'foo.'],
])('errors of %s %s have the id %s', (service, endpoint, id) => {
  expect(errorIdOf(service, endpoint)).toBe(id)
})
