import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

/** Where packages of the usual systems put it. */
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const installTimeoutMs = 300_000

/**
 * The Chromium of this machine. On Debian, where the tests run as root, it is installed when it is missing.
 *
 * @throws Error that says how to install it
 */
async function findChromium(): Promise<string> {
  const present = places.find((place) => existsSync(place))
  if (present) return present
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    // Test files run side by side: the second waits for the first, and then finds it installed.
    const args = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=240', 'chromium']
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const failure = await promisify(execFile)('apt-get', args, { env }).then(
      () => undefined,
      ({ stderr }: { stderr: string }) => stderr.trim(),
    )
    if (failure !== undefined) throw new Error(`apt-get could not install Chromium: ${failure}`)
    return findChromium()
  }
  throw new Error(
    `The tests of pages need Chromium, such as Debian's package chromium. Looked in ${places.join(', ')}.`,
  )
}

/** Chromium for the tests of one block, without any state of its user; started before the first and closed after the last. */
export function browserForTests(): () => Browser {
  let browser: Browser | undefined
  beforeAll(async () => {
    // Chromium refuses to run as root inside its sandbox.
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    browser = await chromium.launch({ executablePath: await findChromium(), args })
  }, installTimeoutMs)
  afterAll(() => browser?.close())
  return () => {
    if (!browser) throw new Error('The browser runs only inside tests')
    return browser
  }
}
