import { createRequire } from 'node:module'

interface Manifest {
  readonly version: string
  readonly scripts?: Readonly<Record<string, string>>
}

const { version: own, scripts }: Manifest = createRequire(import.meta.url)('../../../package.json')

/** The version of this program, from its package.json. */
export const version = own

/** How an operator starts the command line: the installed package has no scripts. */
export const commandLine = scripts?.onedoor === undefined ? 'npx onedoor' : 'npm run -s onedoor --'
