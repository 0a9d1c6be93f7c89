import { ensureProgram } from './debian-program.mjs'

/**
 * @param {string} name of the package
 * @param {string} variable
 */
const advice = (name, variable) =>
  `The tests of the mail need ${name}. Install it (Debian: \`apt-get install ${name}\`), or set ${variable} to where it is.`

/** @type {import('./debian-program.mjs').Program} */
const swaks = {
  name: 'swaks',
  package: 'swaks',
  variable: 'SWAKS_PATH',
  usualPlaces: ['/usr/bin/swaks', '/usr/local/bin/swaks', '/opt/homebrew/bin/swaks'],
  needs: 'the tests of the mail',
  advice: advice('swaks', 'SWAKS_PATH'),
}

/** @type {import('./debian-program.mjs').Program} */
const dkimVerify = {
  name: 'dkimverify',
  package: 'python3-dkim',
  variable: 'DKIMVERIFY_PATH',
  usualPlaces: ['/usr/bin/dkimverify', '/usr/local/bin/dkimverify'],
  needs: 'the tests of the mail',
  advice: advice('python3-dkim', 'DKIMVERIFY_PATH'),
}

/** @type {import('./debian-program.mjs').Program} */
const dovecot = {
  name: 'dovecot',
  package: 'dovecot-imapd',
  variable: 'DOVECOT_PATH',
  usualPlaces: ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot', '/opt/homebrew/sbin/dovecot'],
  needs: 'the tests of the mail',
  advice: advice('dovecot-imapd', 'DOVECOT_PATH'),
}

/**
 * Finds swaks, which speaks SMTP as a client, or installs it where that can be done.
 *
 * @throws {import('./report.mjs').SetupError} when there is none and none can be installed
 */
export const ensureSwaks = () => ensureProgram(swaks)

/**
 * Finds what verifies signatures of mail, or installs it where that can be done.
 *
 * @throws {import('./report.mjs').SetupError} when there is none and none can be installed
 */
export const ensureDkimVerify = () => ensureProgram(dkimVerify)

/**
 * Finds dovecot, an IMAP server, or installs it where that can be done.
 *
 * @throws {import('./report.mjs').SetupError} when there is none and none can be installed
 */
export const ensureDovecot = () => ensureProgram(dovecot)
