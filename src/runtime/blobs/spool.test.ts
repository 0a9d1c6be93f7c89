import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { Spool } from './spool.ts'

async function* failing(code: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from('orchard')
  throw Object.assign(new Error('write failed'), { code })
}

test('a full disk is reported through onFull, any other failure is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-spool-'))
  try {
    const onFull = vi.fn()
    const spool = await Spool.open(folder, onFull)
    const write = (code: string) =>
      spool.write('blob_1', failing(code), { maxBytes: 100, onTooLong: () => new Error('too long') })
    await expect(write('EIO')).rejects.toThrow('write failed')
    expect(onFull).not.toHaveBeenCalled()
    await expect(write('ENOSPC')).rejects.toMatchObject({ code: 'unavailable' })
    expect(onFull).toHaveBeenCalledOnce()
    expect(await spool.list()).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
