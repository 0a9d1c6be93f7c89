import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { typeLine } from '../testing/typed-line.ts'
import { loadConfig, SETTINGS } from './config.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-check-'))
})
afterAll(() => rm(folder, { recursive: true }))

const check = (env: Record<string, string>, ...words: string[]) => typeLine(['config', 'check', ...words], { env })

test('prints what differs from the defaults and where it is set, and no secret', async () => {
  const [key, settings] = [join(folder, 'key'), join(folder, 'settings')]
  await writeFile(key, 'sk-hunter2\n')
  await writeFile(settings, 'LOG_LEVEL=debug\nSMTP_URL=smtp://me:hunter2@relay.example')
  const env = { DATA_DIR: join(folder, 'a/b'), MODEL_API_KEY_FILE: key, ONEDOOR_SETTINGS: settings, PORT: '8080' }
  const { code, out, err } = await check(env, '--json')
  expect([code, err]).toEqual([0, ''])
  expect(JSON.parse(out)).toEqual({
    changed: expect.arrayContaining([
      { name: 'LOG_LEVEL', value: 'debug', source: settings },
      { name: 'SMTP_URL', value: '(set)', source: settings },
      { name: 'MODEL_API_KEY', value: '(set)', source: key },
      { name: 'DATA_DIR', value: env.DATA_DIR, source: 'the environment' },
    ]),
    faults: [],
  })
  expect(JSON.parse(out).changed).toHaveLength(4)
  const table = await check(env)
  expect(table.out).toMatch(/^SETTING\tVALUE\tSET IN\nDATA_DIR\t/)
  expect(out + table.out).not.toContain('hunter2')
})

test('says that nothing is set', async () => {
  expect(await check({})).toEqual({ code: 0, out: 'All settings have their defaults.\n', err: '' })
})

test.each<[string, Record<string, string>]>([
  ['an invalid value', { PORT: 'eighty' }],
  ['a missing companion', { S3_ENDPOINT: 'https://s3.example', AWS_ACCESS_KEY_ID: 'a' }],
  ['mail without a domain', { MAIL_PORT: '2525' }],
  ['payments without credits', { CREDITS: 'off', X402_PAY_TO: SETTINGS.x402PayTo.example }],
  ['an unreadable secret', { MODEL_API_KEY_FILE: '/nowhere/key' }],
])('reports %s in the words of a start, with exit code 1', async (_what, env) => {
  const { code, err } = await check(env)
  expect(code).toBe(1)
  let reason = ''
  try {
    loadConfig(env)
  } catch (failure) {
    reason = (failure as Error).message
  }
  expect(reason).not.toBe('')
  expect(err.replaceAll(/^ +/gm, '').trim()).toBe(`onedoor: ${reason.replaceAll(/^ +/gm, '')}`)
})

test('reports files and directories that cannot be used', async () => {
  await writeFile(join(folder, 'file'), '')
  const { code, err } = await check({ MAIL_TLS_CERT: '/nowhere/cert.pem', DATA_DIR: join(folder, 'file/data') })
  expect([code, err]).toEqual([1, expect.stringContaining('MAIL_TLS_CERT is /nowhere/cert.pem, which cannot be read')])
  expect(err).toContain(`DATA_DIR is ${folder}/file/data, but ${folder}/file/data is not writable (ENOTDIR)`)
})
