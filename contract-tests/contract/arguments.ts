import { parseArgs } from 'node:util'
import type { Target } from './contract.ts'

const usage = `npm run contract -- URL [--token TOKEN] [--only NAMES]
npm run contract -- --sandbox [--only NAMES]
Compares a running server with the API document. It creates records in the account of the token and spends its credits,
so use an account for tests. Without --token, ONEDOOR_TOKEN is used.
With --sandbox, starts a sandbox and compares one of its worlds.
NAMES are families or operations, separated by commas: --only notes,url.create`

/** Reads the arguments of `npm run contract`. Throws an error with a message for the user. */
export function readContractArguments(
  args: readonly string[],
  { ONEDOOR_TOKEN = '' }: NodeJS.ProcessEnv,
): { readonly target: Target | 'sandbox'; readonly only: readonly string[] } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      token: { type: 'string', default: ONEDOOR_TOKEN },
      only: { type: 'string', default: '' },
      sandbox: { type: 'boolean', default: false },
    },
  })
  const [url = '', ...others] = positionals
  const only = values.only.split(',').filter(Boolean)
  if (values.sandbox && url === '') return { target: 'sandbox', only }
  if (values.sandbox || others.length > 0 || !/^https?:/.test(url) || !URL.canParse(url) || !values.token)
    throw new Error(usage)
  return { target: { baseUrl: url.replace(/\/+$/, ''), token: values.token }, only }
}
