import { describe, expect, test } from 'vitest'
import { ensureChromium, findChromium } from './chromium.mjs'

/** A machine with these programs; its apt-get installs others. */
function machine({
  has = [],
  isRoot = true,
  installs = [],
}: {
  has?: string[]
  isRoot?: boolean
  installs?: string[]
}) {
  const programs = new Set(has)
  const ran: string[] = []
  return {
    ran,
    isExecutable: (file: string) => programs.has(file),
    isRoot: () => isRoot,
    async apt(args: string[]) {
      ran.push(args.join(' '))
      if (args[0] !== 'install') return 0
      for (const program of installs) programs.add(program)
      return installs.length > 0 ? 0 : 100
    },
  }
}

const PATH = '/usr/sbin:/usr/bin'
const apt = '/usr/bin/apt-get'
const chromium = '/usr/bin/chromium'

describe('the Chromium of the tests', () => {
  test('is the one that CHROMIUM_PATH names, otherwise one in a usual place; nothing is installed then', async () => {
    const there = machine({ has: [chromium, '/opt/chrome', apt] })
    expect(await ensureChromium({ PATH, CHROMIUM_PATH: '/opt/chrome' }, there)).toBe('/opt/chrome')
    expect(await ensureChromium({ PATH, CHROMIUM_PATH: '' }, there)).toBe(chromium)
    expect(there.ran).toEqual([])
  })

  test('is not replaced by another one when CHROMIUM_PATH is wrong', () => {
    const there = machine({ has: [chromium] })
    expect(() => findChromium({ CHROMIUM_PATH: '/opt/chrome' }, there)).toThrow(
      'CHROMIUM_PATH is /opt/chrome, which is not a program.',
    )
  })

  test('is installed if it is missing, by root with apt, from a fresh package list', async () => {
    const there = machine({ has: [apt], installs: [chromium] })
    expect(await ensureChromium({ PATH }, there)).toBe(chromium)
    expect(there.ran).toEqual(['update', 'install --yes --no-install-recommends chromium'])
  })

  test('is required if it can be neither found nor installed: no test is silently skipped', async () => {
    const advice = /apt-get install chromium.*CHROMIUM_PATH/
    await expect(ensureChromium({ PATH }, machine({ has: [apt], isRoot: false }))).rejects.toThrow(advice)
    await expect(ensureChromium({ PATH }, machine({ has: [] }))).rejects.toThrow(advice)
    await expect(ensureChromium({ PATH }, machine({ has: [apt] }))).rejects.toThrow(/exit code 100.*CHROMIUM_PATH/)
    await expect(ensureChromium({ PATH }, machine({ has: [apt], installs: ['/snap/chromium'] }))).rejects.toThrow(
      'none of the usual places',
    )
  })
})
