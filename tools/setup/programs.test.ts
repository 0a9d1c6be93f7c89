import { describe, expect, test } from 'vitest'
import { ensureChromium, ensureNatsServer, ensurePageBrowser, installPageBrowser } from './programs.mjs'

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
const shell = '/usr/bin/chromium-headless-shell'

describe('the Chromium of the tests', () => {
  test('is the one that CHROMIUM_PATH names, otherwise one in a usual place; nothing is installed then', async () => {
    const there = machine({ has: [chromium, '/opt/chrome', apt] })
    expect(await ensureChromium({ PATH, CHROMIUM_PATH: '/opt/chrome' }, there)).toBe('/opt/chrome')
    expect(await ensureChromium({ PATH, CHROMIUM_PATH: '' }, there)).toBe(chromium)
    expect(there.ran).toEqual([])
  })

  test('is not replaced by another one when CHROMIUM_PATH is wrong', async () => {
    const there = machine({ has: [chromium] })
    await expect(ensureChromium({ CHROMIUM_PATH: '/opt/chrome' }, there)).rejects.toThrow(
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

describe('what shows the pages in tests', () => {
  test('is the one that CHROMIUM_PATH names, otherwise the headless shell, otherwise Chromium', async () => {
    const there = machine({ has: [chromium, shell, '/opt/chrome', apt] })
    expect(await ensurePageBrowser({ PATH, CHROMIUM_PATH: '/opt/chrome' }, there)).toBe('/opt/chrome')
    expect(await ensurePageBrowser({ PATH, CHROMIUM_PATH: '' }, there)).toBe(shell)
    expect(await ensurePageBrowser({ PATH }, machine({ has: [chromium, apt] }))).toBe(chromium)
    const bare = machine({ has: [apt], installs: [chromium] })
    expect(await ensurePageBrowser({ PATH }, bare)).toBe(chromium)
    expect(there.ran).toEqual([])
  })

  test('is installed by root with apt unless CHROMIUM_PATH names one; where it cannot be, Chromium does', async () => {
    const bare = machine({ has: [chromium, apt], installs: [shell] })
    await installPageBrowser({ PATH, CHROMIUM_PATH: chromium }, bare)
    expect(bare.ran).toEqual([])
    await installPageBrowser({ PATH }, bare)
    expect(bare.ran).toEqual(['update', 'install --yes --no-install-recommends chromium-headless-shell'])
    expect(await ensurePageBrowser({ PATH }, bare)).toBe(shell)
    for (const without of [machine({ has: [chromium] }), machine({ has: [chromium, apt] })]) {
      await installPageBrowser({ PATH }, without)
      expect(await ensurePageBrowser({ PATH }, without)).toBe(chromium)
    }
  })
})

test('other programs are found and installed the same way', async () => {
  const natsServer = '/usr/sbin/nats-server'
  expect(await ensureNatsServer({ PATH }, machine({ has: [apt], installs: [natsServer] }))).toBe(natsServer)
  await expect(ensureNatsServer({ PATH }, machine({}))).rejects.toThrow(/apt-get install nats-server.*NATS_SERVER_PATH/)
})
