import { ensureProgram, findProgram } from './debian-program.mjs'
import { SetupError } from './report.mjs'

/** @type {import('./debian-program.mjs').Program} */
const chromium = {
  name: 'Chromium',
  package: 'chromium',
  variable: 'CHROMIUM_PATH',
  usualPlaces: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  needs: 'the page tests',
  advice:
    'The page tests need Chromium. Install it (Debian: `apt-get install chromium`) or set CHROMIUM_PATH to a ' +
    'Chromium or Chrome.',
}

/**
 * CHROMIUM_PATH if set, otherwise the first of the usual places.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {Parameters<typeof findProgram>[2]} [machine]
 * @throws {import('./report.mjs').SetupError} if CHROMIUM_PATH is not a program
 */
export const findChromium = (env, machine) => findProgram(chromium, env, machine)

/**
 * Finds Chromium, or installs it if possible.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {Parameters<typeof ensureProgram>[2]} [machine]
 * @throws {import('./report.mjs').SetupError} if there is none and none can be installed
 */
export const ensureChromium = (env, machine) => ensureProgram(chromium, env, machine)

/**
 * Chromium without what surrounds pages: the same pages take it half the processor time, and less than a third without the
 * checks of axe.
 *
 * @type {import('./debian-program.mjs').Program}
 */
const headlessShell = {
  ...chromium,
  name: "Chromium's headless shell",
  package: 'chromium-headless-shell',
  needs: 'fast page tests',
  usualPlaces: ['/usr/bin/chromium-headless-shell'],
}

/**
 * What shows the pages of the product in tests: CHROMIUM_PATH if set, otherwise the headless shell where there is one,
 * otherwise Chromium, which is installed if possible.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {Parameters<typeof ensureProgram>[2]} [machine]
 * @throws {SetupError} when there is none and none can be installed
 */
export const ensurePageBrowser = async (env = process.env, machine) =>
  findProgram(headlessShell, env, machine) ?? (await ensureChromium(env, machine))

/**
 * Installs the headless shell where that is possible. Not while tests run: Debian may replace Chromium by a newer one on
 * the way.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {Parameters<typeof ensureProgram>[2]} [machine]
 */
export async function installPageBrowser(env, machine) {
  try {
    await ensureProgram(headlessShell, env, machine)
  } catch (error) {
    // Chromium will do.
    if (!(error instanceof SetupError)) throw error
  }
}
