import { ensureProgram } from './debian-program.mjs'

/** @type {import('./debian-program.mjs').Program} */
const natsServer = {
  name: 'nats-server',
  package: 'nats-server',
  variable: 'NATS_SERVER_PATH',
  usualPlaces: [
    '/usr/sbin/nats-server',
    '/usr/bin/nats-server',
    '/usr/local/bin/nats-server',
    '/opt/homebrew/bin/nats-server',
  ],
  needs: 'the tests of the NATS engines',
  advice:
    'The tests of the NATS engines need nats-server 2.9 or newer. Install it (Debian: `apt-get install nats-server`), or ' +
    'set NATS_SERVER_PATH to where it is.',
}

/**
 * Finds nats-server, or installs it where that can be done.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @param {Parameters<typeof ensureProgram>[2]} [machine]
 * @throws {import('./report.mjs').SetupError} when there is none and none can be installed
 */
export const ensureNatsServer = (env, machine) => ensureProgram(natsServer, env, machine)
