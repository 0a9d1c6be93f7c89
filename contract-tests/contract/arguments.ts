import { parseArgs } from 'node:util'
import type { Target } from './contract.ts'

const usage = `npm run contract -- URL [--token TOKEN] [--only NAMES]
Compares a running server with the API document. It creates records in the account of the token and spends its credits,
so use an account for tests. Without --token, ONEDOOR_TOKEN is used.
NAMES are families or operations, separated by commas: --only notes,url.create`

/** Reads the arguments of `npm run contract`. Throws an error with a message for the user. */
export function readContractArguments(
  args: readonly string[],
  { ONEDOOR_TOKEN = '' }: NodeJS.ProcessEnv,
): Target & { readonly only: readonly string[] } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { token: { type: 'string', default: ONEDOOR_TOKEN }, only: { type: 'string', default: '' } },
  })
  const [url = '', ...others] = positionals
  if (others.length > 0 || !/^https?:/.test(url) || !URL.canParse(url) || !values.token) throw new Error(usage)
  return { baseUrl: url.replace(/\/+$/, ''), token: values.token, only: values.only.split(',').filter(Boolean) }
}
