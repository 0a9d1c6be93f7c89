import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { version } from '#runtime/base/version.ts'
import type { CliOptions, Codegen } from './cli-options.ts'
import { runCli } from './run-cli.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-sdk-command-'))
  await writeFile(join(folder, 'api.json'), '{"openapi":"3.0.0"}')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs `onedoor sdk` with these writers. */
async function sdk(openCodegen: () => Promise<Codegen>, ...flags: string[]) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const options = { terminal: { stdin, stdout, stderr }, env: {}, services: [], openCodegen }
  const code = await runCli(['sdk', ...flags], options as unknown as CliOptions)
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

const flags = (from = 'api.json') => [
  '--from',
  join(folder, from),
  '--language',
  'python',
  '--out',
  join(folder, 'out'),
]

describe('onedoor sdk', () => {
  test('writes the files of the writers into the folder', async () => {
    const given: unknown[] = []
    const writeSdk: Codegen['writeSdk'] = async (...all) => {
      given.push(...all)
      return new Map([
        ['shop/a.py', 'a'],
        ['README.md', 'b'],
      ])
    }
    const typed = await sdk(async () => ({ writeSdk }), ...flags(), '--name', 'shop')
    expect(typed).toEqual({ code: 0, out: `2 files written to ${join(folder, 'out')}.\n`, err: '' })
    expect(given).toEqual([{ openapi: '3.0.0' }, { language: 'python', name: 'shop' }])
    expect(await readFile(join(folder, 'out/shop/a.py'), 'utf8')).toBe('a')
  })

  test('says in one sentence which package it needs', async () => {
    const missing = async () => {
      throw Object.assign(new Error("Cannot find package '@onedoor/codegen'"), { code: 'ERR_MODULE_NOT_FOUND' })
    }
    const { code, err } = await sdk(missing, ...flags())
    expect(code).toBe(1)
    expect(err).toContain(`needs the package @onedoor/codegen: run npm install @onedoor/codegen@${version}`)
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  test.each([
    ['absent.json', 'ENOENT'],
    ['no.json', 'it is not JSON'],
  ])('names the file %s that it cannot read', async (name, reason) => {
    await writeFile(join(folder, 'no.json'), 'openapi: 3.0.0')
    const { code, err } = await sdk(() => Promise.reject(new Error('not reached')), ...flags(name))
    expect(code).toBe(2)
    expect(err).toContain(`--from ${join(folder, name)} cannot be read: `)
    expect(err).toContain(reason)
  })
})
