import { z } from 'zod'
import { setting, wholeNumber } from '../runtime/base/setting.ts'

/** The sandbox beside the server. */
export const sandboxSettings = {
  sandbox: setting({
    name: 'SANDBOX',
    rule: 'on or off',
    fallback: 'off',
    meaning:
      'Whether `/sandbox` gives everyone, even without an account, worlds in which to try the API with example data. They run in a separate process with the lowest priority; see docs/guides/self-hosting.md.',
    without: '`/sandbox` and `/w/` do not exist.',
    example: 'on',
    schema: () => z.enum(['on', 'off']),
  }),
  sandboxWorlds: setting({
    name: 'SANDBOX_WORLDS',
    rule: 'a whole number from 1 to 10000',
    fallback: '100',
    meaning:
      'How many worlds there can be with `SANDBOX=on`. Each can take up to 16 MiB in the folder for temporary files, which may be in memory. Worlds that are not used for a day are deleted.',
    without: 'Nothing.',
    example: '20',
    schema: () => wholeNumber(1, 10_000),
  }),
} as const
