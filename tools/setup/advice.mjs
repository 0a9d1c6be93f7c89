/** What to do about a failed installation, by what npm or the compiler wrote. The first match is the cause. */
const causes = [
  {
    pattern: /can only install packages when your package\.json and package-lock\.json .* are in sync|EUSAGE/,
    advice: 'package.json and package-lock.json disagree. Run `npm install` and commit package-lock.json.',
  },
  { pattern: /ENOSPC/, advice: 'The disk is full. About 1 GB is needed; free some space and run the command again.' },
  {
    pattern: /EACCES|EPERM|EROFS/,
    advice:
      'A file could not be written. Make this folder and the npm cache (`npm config get cache`) writable for you.',
  },
  {
    pattern: /EINTEGRITY/,
    advice: 'A downloaded package is not the one in package-lock.json. Run `npm cache clean --force` and try again.',
  },
  {
    pattern: /E401|E403|E404|ETARGET/,
    advice: 'The registry refuses a package of package-lock.json. Check `npm config get registry`.',
  },
  {
    pattern:
      /gyp ERR! find Python|not found: make|g\+\+: not found|c\+\+: not found|No Xcode|find VS|make: .*[Nn]ot found/,
    advice:
      'sqlite3 has to be compiled here, which needs Python 3, make and a C++ compiler. ' +
      'Debian and Ubuntu: `apt-get install python3 make g++`; macOS: `xcode-select --install`.',
  },
  {
    pattern: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|SELF_SIGNED_CERT|network/,
    advice:
      'The npm registry could not be reached. Check the network and `npm config get registry`, then run it again.',
  },
]

/**
 * @param {string} log what npm and the compiler wrote
 * @returns {string} one or two sentences that say what to do
 */
export function adviceFor(log) {
  const cause = causes.find(({ pattern }) => pattern.test(log))
  return cause?.advice ?? 'Read the lines above; if nothing helps, delete node_modules and run the command again.'
}
