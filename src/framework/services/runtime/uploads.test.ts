import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { tarOf } from './fixtures/tar.ts'
import { type ArchiveEntry, ArchiveError, readTar } from './uploads.ts'

test('files, folders and links that stay inside are unpacked unchanged', async () => {
  const long = `${'folder/'.repeat(20)}file.txt`
  const archive = tarOf(
    { path: 'bin/', type: '5' },
    { path: 'bin/run', content: '#!/bin/sh\n', mode: 0o755 },
    { path: './data.txt', content: 'héllo' },
    { path: 'bin/other', type: '2', link: '../data.txt' },
    { path: long, content: 'far' },
  )
  expect(await readTar(archive)).toEqual([
    { kind: 'directory', path: 'bin' },
    { kind: 'file', path: 'bin/run', isExecutable: true, bytes: Buffer.from('#!/bin/sh\n') },
    { kind: 'file', path: 'data.txt', isExecutable: false, bytes: Buffer.from('héllo') },
    { kind: 'link', path: 'bin/other', target: '../data.txt' },
    { kind: 'file', path: long, isExecutable: false, bytes: Buffer.from('far') },
  ])
})

test.each(['ustar', 'pax', 'gnu'])("archives that the system's tar writes as %s are read", async (format) => {
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-tar-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const deep = join('some', 'folder', 'x'.repeat(90))
  await mkdir(join(folder, deep), { recursive: true })
  await writeFile(join(folder, deep, 'file.txt'), 'hello')
  await symlink('some', join(folder, 'link'))
  const { stdout } = await promisify(execFile)('tar', ['-c', `--format=${format}`, '-C', folder, '.'], {
    encoding: 'buffer',
  })
  expect(await readTar(stdout)).toContainEqual({
    kind: 'file',
    path: join(deep, 'file.txt'),
    isExecutable: false,
    bytes: Buffer.from('hello'),
  })
  expect(await readTar(stdout)).toContainEqual({ kind: 'link', path: 'link', target: 'some' })
})

test("archives that the system's tar writes as v7, without a mark of the format, are read", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-tar-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'file.txt'), 'hello')
  const args = ['-c', '--format=v7', '-C', folder, 'file.txt']
  const { stdout } = await promisify(execFile)('tar', args, { encoding: 'buffer' })
  expect(await readTar(stdout)).toEqual([
    { kind: 'file', path: 'file.txt', isExecutable: false, bytes: Buffer.from('hello') },
  ])
})

describe('refused', () => {
  test.each([
    ['an absolute path', [{ path: '/etc/passwd' }], /not relative/],
    ['a path that leads out', [{ path: 'a/../../b' }], /leads out/],
    ['a path that only seems to lead out', [{ path: 'a/../b' }], /leads out/],
    ['a Windows path', [{ path: '..\\b' }], /not relative/],
    ['an absolute link', [{ path: 'a', type: '2', link: '/etc' }], /leads to/],
    ['a link that leads out', [{ path: 'a/b', type: '2', link: '../../etc' }], /leads to/],
    ['a link that goes up after a name', [{ path: 'a', type: '2', link: 'x/../..' }], /leads to/],
    ['a link to nothing', [{ path: 'a', type: '2' }], /leads to/],
    ['a hard link', [{ path: 'a', type: '1', link: 'b' }], /not a file/],
    ['a device', [{ path: 'a', type: '3' }], /not a file/],
    ['a fifo', [{ path: 'a', type: '6' }], /not a file/],
    ['something below a link', [{ path: 'a', type: '2', link: 'b' }, { path: 'a/c' }], /lies below/],
    ['something below a file', [{ path: 'a' }, { path: 'a/c' }], /lies below/],
    ['a file in place of a link', [{ path: 'a', type: '2', link: 'b' }, { path: 'a' }], /twice/],
    ['a link in place of a folder', [{ path: 'a/b' }, { path: 'a', type: '2', link: 'b' }], /twice/],
    ['an overlong path', [{ path: 'x/'.repeat(300) }], /is too long/],
    ['nothing at all', [], /not a tar archive/],
  ] as const)('%s', async (_, entries, reason) => {
    await expect(readTar(tarOf(...entries))).rejects.toThrow(ArchiveError)
    await expect(readTar(tarOf(...entries))).rejects.toThrow(reason)
  })

  test('more entries than are allowed', async () => {
    const entries = Array.from({ length: 10_001 }, (_, index) => ({ path: `f${index}` }))
    await expect(readTar(tarOf(...entries))).rejects.toThrow(/more than 10000 entries/)
  })

  test('an archive that ends in the middle of a file or of a header', async () => {
    const archive = tarOf({ path: 'a', content: 'x'.repeat(2000) })
    for (const end of [1500, 300]) {
      await expect(readTar(archive.subarray(0, end))).rejects.toThrow(ArchiveError)
      await expect(readTar(archive.subarray(0, end))).rejects.toThrow(/ends in the middle/)
    }
  })

  test('files that exceed the unpacked maximum together, before they are read', async () => {
    const big = tarOf({ path: 'a', size: 8 ** 11 - 1 })
    await expect(readTar(big)).rejects.toThrow(/unpacks to more than/)
  })

  test.each([
    ['a path that leads out', '17 path=../../up\n', /leads out/],
    ['a size that its header cannot express', '12 size=999\n', /several gigabytes/],
  ])('%s in a pax header', async (_, content, reason) => {
    const archive = tarOf({ path: 'pax', type: 'x', content }, { path: 'a', content: 'far' })
    await expect(readTar(archive)).rejects.toThrow(ArchiveError)
    await expect(readTar(archive)).rejects.toThrow(reason)
  })
})

test('nothing that leaves the folder is unpacked, for any entries', async () => {
  const name = fc.constantFrom(...'abcdefghijkl')
  const inside = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
  const part = fc.constantFrom('a', '..', '.', '', 'c d')
  const anywhere = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'))
  const upwards = fc.tuple(fc.nat(3), inside).map(([ups, rest]) => `${'../'.repeat(ups)}${rest}`)
  const entry = fc.record({
    path: fc.oneof({ weight: 19, arbitrary: inside }, { weight: 1, arbitrary: anywhere }),
    link: fc.oneof({ weight: 3, arbitrary: upwards }, { weight: 1, arbitrary: anywhere }),
    type: fc.constantFrom('0', '2', '5'),
  })
  const seen = { refused: 0, read: 0, links: 0, linksUpwards: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 4 }), async (entries) => {
      let read: ArchiveEntry[]
      try {
        read = await readTar(tarOf(...entries))
      } catch (error) {
        expect(error).toBeInstanceOf(ArchiveError)
        seen.refused++
        return
      }
      seen.read++
      for (const { path, ...rest } of read) {
        expect(join('/root', path)).toMatch(/^\/root\/./)
        if (rest.kind !== 'link') continue
        seen.links++
        if (rest.target.startsWith('../')) seen.linksUpwards++
        expect(join('/root', path, '..', rest.target)).toMatch(/^\/root(\/|$)/)
      }
    }),
    { numRuns: 300 },
  )
  // Most of the archives must get this far, or the property proves little.
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(10)
})

test('damage is found', async () => {
  const archive = tarOf({ path: 'a', content: 'hello' })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 511 }), fc.integer({ min: 1, max: 255 }), async (index, change) => {
      const damaged = Buffer.from(archive)
      damaged[index] = ((damaged[index] ?? 0) + change) % 256
      // The checksum itself may turn into a number with other characters around it.
      if (index >= 148 && index < 156) return
      await expect(readTar(damaged)).rejects.toThrow(ArchiveError)
    }),
  )
})
