import { expect, test } from 'vitest'
import { loadConfig } from '../app/config.ts'
import { gatewayPortOf } from './settings.ts'

test.each([
  [{}, 8081],
  [{ PORT: '80' }, 8081],
  [{ PORT: '0' }, 0],
  [{ PORT: '0', GATEWAY_PORT: '9001' }, 9001],
  [{ GATEWAY_PORT: '0' }, 0],
  [{ GATEWAY_PORT: 'off' }, undefined],
])('with %j the gateway listens on %s', (env, port) => {
  expect(gatewayPortOf(loadConfig(env))).toBe(port)
})

test.each(['65536', '-1', 'on', '8081 '.repeat(2)])('GATEWAY_PORT %j is rejected by name', (text) => {
  expect(() => loadConfig({ GATEWAY_PORT: text })).toThrow('GATEWAY_PORT must be a whole number from 0 to 65535')
})

test.each(['https://gateway.example', 'gateway.example:81', 'a b'])('GATEWAY_HOST %j is rejected by name', (text) => {
  expect(() => loadConfig({ GATEWAY_HOST: text })).toThrow('GATEWAY_HOST must be a host name')
})
