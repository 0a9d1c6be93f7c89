import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { optional, readSettings, setting, wholeNumber } from './setting.ts'

const about = { rule: 'a number up to 999', meaning: 'For a test.', without: 'Nothing.', example: '1' }
const schema = () => wholeNumber(0, 999)
const settings = {
  level: setting({ name: 'LEVEL', ...about, fallback: '5', schema }),
  key: optional({ name: 'KEY', ...about, secret: true, schema }),
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-settings-'))
})
afterAll(() => rm(folder, { recursive: true }))

let count = 0
async function file(content: string | Uint8Array): Promise<string> {
  count += 1
  const path = join(folder, `${count}.env`)
  await writeFile(path, content)
  return path
}

describe('the file of a secret', () => {
  test('gives its value, without the line break at the end', async () => {
    expect(readSettings(settings, { KEY_FILE: await file('123\r\n') })).toMatchObject({
      values: { key: 123 },
      faults: [],
    })
  })

  test('is not read for a setting that is no secret', async () => {
    expect(readSettings(settings, { LEVEL_FILE: await file('7') }).values.level).toBe(5)
  })

  test.each<[string, () => Promise<string>, RegExp]>([
    [
      'that is missing',
      async () => join(folder, 'none'),
      /^KEY_FILE is \S+none, which cannot be read \(ENOENT\). Create/,
    ],
    ['that is a folder', async () => folder, /^KEY_FILE is \S+, which is not a file/],
    ['that is empty', () => file(' \n'), /^KEY_FILE is \S+, which is empty. Write/],
    ['that is too large', () => file('1'.repeat(65_537)), /^KEY_FILE is \S+, which has more than 65536 bytes/],
    ['that is no text', () => file(Uint8Array.of(0xff, 0xfe)), /^KEY_FILE is \S+, which is not UTF-8 text/],
    ['with a wrong value', () => file('s3cret'), /^KEY must be .* \(the value is secret and not shown\) in \S+\.env\./],
  ])('%s is named with what to do, and not its content', async (_which, path, sentence) => {
    const { faults } = readSettings(settings, { KEY_FILE: await path() })
    expect(faults).toEqual([expect.stringMatching(sentence)])
    expect(faults[0]).not.toContain('s3cret')
  })

  test('that is a pipe without a writer does not stop the start', () => {
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    expect(readSettings(settings, { KEY_FILE: path }).faults).toEqual([expect.stringContaining('is not a file')])
  })

  test('beside the setting itself is refused, wherever the two are', async () => {
    const refusal = ['KEY and KEY_FILE are both set. Remove one of the two.']
    const path = await file('1')
    expect(readSettings(settings, { KEY: '1', KEY_FILE: path }).faults).toEqual(refusal)
    expect(readSettings(settings, { KEY: '1', ONEDOOR_SETTINGS: await file(`KEY_FILE=${path}`) }).faults).toEqual(
      refusal,
    )
    expect(readSettings(settings, { KEY: ' ', KEY_FILE: path }).values.key).toBe(1)
  })
})

describe('the file of settings', () => {
  test('gives values, also in quotes, and the environment takes precedence', async () => {
    const key = await file('9\n')
    const path = await file(`# comment\n\n LEVEL = "8"\r\nKEY_FILE='${key}'\n`)
    const { values, texts, faults } = readSettings(settings, { ONEDOOR_SETTINGS: path })
    expect([values, faults]).toEqual([{ level: 8, key: 9 }, []])
    expect([...texts].map(([name, { source }]) => [name, source])).toEqual([
      ['LEVEL', path],
      ['KEY', key],
    ])
    expect(readSettings(settings, { ONEDOOR_SETTINGS: path, LEVEL: '2' }).values.level).toBe(2)
  })

  test('names each line that cannot be used', async () => {
    const path = await file('LEVEL=1\nLEVLE=2\nLEVEL=3\nexport LEVEL=4\nPATH=/bin\nONEDOOR_SETTINGS=x')
    const { faults } = readSettings(settings, { ONEDOOR_SETTINGS: path })
    expect(faults.map((fault) => fault.replace(`ONEDOOR_SETTINGS is ${path}, in which `, ''))).toEqual([
      'line 2 sets LEVLE, which is not a setting. Correct or remove it.',
      'line 3 sets LEVEL a second time. Remove one of the two.',
      'line 4 is not a line such as LOG_LEVEL=debug. Correct it, or begin it with #.',
      'line 5 sets PATH, which is not a setting. Correct or remove it.',
      'line 6 sets ONEDOOR_SETTINGS, which is not a setting. Correct or remove it.',
    ])
  })

  test('that is missing is named', () => {
    const { faults } = readSettings(settings, { ONEDOOR_SETTINGS: join(folder, 'none') })
    expect(faults).toEqual([expect.stringMatching(/^ONEDOOR_SETTINGS is .*none, which cannot be read \(ENOENT\)/)])
  })
})
