import { ensureProgram, findProgram } from './debian-program.mjs'

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
