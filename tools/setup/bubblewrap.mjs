import { ensureProgram } from './debian-program.mjs'

/** @type {import('./debian-program.mjs').Program} */
const bubblewrap = {
  name: 'bubblewrap',
  package: 'bubblewrap',
  variable: 'BWRAP_PATH',
  usualPlaces: ['/usr/bin/bwrap', '/usr/local/bin/bwrap'],
  needs: 'the tests of the shell',
  advice:
    'The tests of the shell need bubblewrap. Install it (Debian: `apt-get install bubblewrap`), or set BWRAP_PATH to ' +
    'where it is.',
}

/**
 * Finds bubblewrap, or installs it where that can be done.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {Parameters<typeof ensureProgram>[2]} [machine]
 * @throws {import('./report.mjs').SetupError} when there is none and none can be installed
 */
export const ensureBubblewrap = (env, machine) => ensureProgram(bubblewrap, env, machine)
