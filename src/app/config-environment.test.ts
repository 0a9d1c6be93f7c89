import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Config, listeningOn, loadConfig, SETTINGS } from './config.ts'
import { CONFIGURATION_PAGE, renderConfigurationDocs } from './config-docs.ts'

describe('BASE_URL', () => {
  const listening = (env: Record<string, string>, port: number): Config => listeningOn(loadConfig(env), port)

  test.each([
    [{ HOST: '0.0.0.0' }, 'http://localhost:8080'],
    [{ HOST: '::' }, 'http://localhost:8080'],
    [{ HOST: '::1', PORT: '81' }, 'http://[::1]:81'],
  ])('unset, with %j, is an address that a browser can open', (env, expected) => {
    expect(loadConfig(env).baseUrl).toBe(expected)
  })

  test('unset, follows the port that PORT=0 chose', () => {
    expect(listening({ PORT: '0' }, 4711)).toMatchObject({ port: 4711, baseUrl: 'http://127.0.0.1:4711' })
  })

  test.each([
    ['https://x.org', 'https://x.org'],
    ['https://X.org/', 'https://x.org'],
    ['https://x.org:443/onedoor/', 'https://x.org/onedoor'],
    ['http://x.org:81/a/B-1.2', 'http://x.org:81/a/B-1.2'],
  ])('set to %s, is %s', (given, expected) => {
    expect(listening({ PORT: '0', BASE_URL: given }, 4711).baseUrl).toBe(expected)
  })
})

describe('the environment', () => {
  const root = resolve(import.meta.dirname, '../..')
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) =>
        path.endsWith('.ts') &&
        !path.endsWith('.test.ts') &&
        !path.startsWith('testing/') &&
        !path.includes('/fixtures/'),
    )
    .map((path) => ({ path, text: readFileSync(join(root, 'src', path), 'utf8') }))

  test('is read only in environment.ts', () => {
    const readers = sources.filter(({ text }) => /process\s*\.\s*env\b|\benv\b[^'\n]*from 'node:process'/.test(text))
    expect(readers.map(({ path }) => path)).toEqual(['runtime/base/environment.ts'])
  })

  test('has no unused setting', () => {
    const rest = sources.filter(({ path }) => path !== 'app/config.ts').map(({ text }) => text)
    for (const key of Object.keys(SETTINGS)) {
      const isRead = rest.some((text) => new RegExp(`\\b${key}\\b`).test(text))
      expect(isRead, `${key} is read by something`).toBe(true)
    }
  })

  test('has a settings page that matches the table', () => {
    expect(readFileSync(CONFIGURATION_PAGE, 'utf8')).toBe(renderConfigurationDocs())
    for (const entry of Object.values(SETTINGS)) expect(renderConfigurationDocs()).toContain(`| \`${entry.name}\` |`)
  })
})
