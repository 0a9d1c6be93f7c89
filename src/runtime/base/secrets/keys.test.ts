import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keyFile, keysFrom, parseKey } from './keys.ts'
import { SealError, sealWith } from './seal.ts'

const keyOf = (byte: number) => new Uint8Array(32).fill(byte)
const place = ['onedoor', 'mail', 'password']

function reason(open: () => string): string {
  try {
    return open()
  } catch (failure) {
    if (failure instanceof SealError) return failure.reason
    throw failure
  }
}

describe('a seal', () => {
  test('returns the original text, of any length and characters', () => {
    const { seal, open } = sealWith(keyOf(1))
    for (const text of ['', '"x"', '\u{1f600}\u0000ä'.repeat(1000)]) expect(open(seal(text, place), place)).toBe(text)
  })

  test('reveals nothing of the text and is different each time', () => {
    const { seal } = sealWith(keyOf(1))
    const all = new Set(Array.from({ length: 50 }, () => seal('hunter22', place)))
    expect(all.size).toBe(50)
    for (const each of all)
      expect(Buffer.from(each.split('.')[2] as string, 'base64').toString('latin1')).not.toContain('hunter')
  })

  test('does not open at another place, so that values cannot be swapped', () => {
    const { seal, open } = sealWith(keyOf(1))
    const sealed = seal('x', place)
    for (const other of [['onedoor', 'mail'], ['onedoor', 'mail.password'], ['other', 'mail', 'password'], []]) {
      expect(reason(() => open(sealed, other))).toBe('damaged')
    }
  })

  test('does not open with another key, and says why', () => {
    const sealed = sealWith(keyOf(1)).seal('x', place)
    expect(reason(() => sealWith(keyOf(2)).open(sealed, place))).toBe('another key')
  })

  test('does not open after any change to it', () => {
    const { seal, open } = sealWith(keyOf(1))
    const [version, keyId, base64] = seal('secret', place).split('.') as [string, string, string]
    const bytes = Buffer.from(base64, 'base64')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      expect(reason(() => open([version, keyId, changed.toString('base64')].join('.'), place))).toBe('damaged')
    }
    for (const broken of ['', 'v1', `v1.${keyId}.`, `v1.${keyId}.AAAA`, `v2.${keyId}.${base64}`]) {
      expect(['damaged', 'another key']).toContain(reason(() => open(broken, place)))
    }
  })
})

describe('the key', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'onedoor-keys-'))
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  test('is created on first use, readable only by its owner, and stays', async () => {
    const keys = keysFrom({ dataDir })
    expect(await keys.forReading()).toBeUndefined()
    expect(await readdir(dataDir)).toEqual([])
    const sealed = (await keys.forWriting()).seal('x', place)
    expect(await readdir(dataDir)).toEqual(['config-secret.key'])
    expect((await stat(keyFile(dataDir))).mode & 0o777).toBe(0o600)
    expect(parseKey((await readFile(keyFile(dataDir), 'utf8')).trim())).toHaveLength(32)
    expect((await keysFrom({ dataDir }).forReading())?.open(sealed, place)).toBe('x')
  })

  test('is the same for all who create it at the same moment', async () => {
    const seals = await Promise.all(Array.from({ length: 8 }, () => keysFrom({ dataDir }).forWriting()))
    const sealed = seals.map(({ seal }) => seal('x', place))
    for (const { open } of seals) for (const each of sealed) expect(open(each, place)).toBe('x')
    expect(await readdir(dataDir)).toEqual(['config-secret.key'])
  })

  test('from the setting does not touch the file', async () => {
    const seal = await keysFrom({ dataDir, key: keyOf(1) }).forWriting()
    expect(sealWith(keyOf(1)).open(seal.seal('x', place), place)).toBe('x')
    expect(await readdir(dataDir)).toEqual([])
  })

  test('that cannot be read is never replaced', async () => {
    await writeFile(keyFile(dataDir), 'half a k')
    const fault = `${keyFile(dataDir)} does not contain a key. It must contain 32 bytes in base64`
    await expect(keysFrom({ dataDir }).forWriting()).rejects.toThrow(fault)
    await expect(keysFrom({ dataDir }).forReading()).rejects.toThrow(fault)
    expect(await readFile(keyFile(dataDir), 'utf8')).toBe('half a k')
  })
})
