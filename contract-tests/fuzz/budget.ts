import { parseArgs } from 'node:util'

/** How much a run tries, and the seed of its inputs. */
export interface Budget {
  readonly seed: number
  /** Calls of each kind for each operation. */
  readonly runs: number
  /** Only operations whose id begins like this. */
  readonly only: string
}

/** The environment variables through which `npm run fuzz` passes a budget to the tests. */
const names = { seed: 'ONEDOOR_FUZZ_SEED', runs: 'ONEDOOR_FUZZ_RUNS', only: 'ONEDOOR_FUZZ_ONLY' } as const

/** A test run must give the same result for the same code, so its seed is fixed. */
const everyRun: Budget = { seed: 20_261_121, runs: 3, only: '' }

/** The budget of this run: that of every test run unless `npm run fuzz` sets another. */
export function budgetOf(env: NodeJS.ProcessEnv): Budget {
  return {
    seed: Number(env[names.seed] ?? everyRun.seed),
    runs: Number(env[names.runs] ?? everyRun.runs),
    only: env[names.only] ?? everyRun.only,
  }
}

/** A budget as environment variables. */
export function asEnvironment({ seed, runs, only }: Budget): Record<string, string> {
  return { [names.seed]: String(seed), [names.runs]: String(runs), [names.only]: only }
}

/**
 * Reads the arguments of `npm run fuzz`. Throws an error with a message for the user.
 *
 * @param anySeed used when none is given
 */
export function readBudget(args: readonly string[], anySeed: number): Budget {
  const option = { type: 'string' } as const
  const { values } = parseArgs({ args: [...args], options: { seed: option, runs: option, only: option } })
  const { seed = String(anySeed), runs = '300', only = '' } = values
  for (const [name, value] of Object.entries({ seed, runs }))
    if (!/^\d{1,9}$/.test(value)) throw new Error(`--${name} takes a whole number, not ${value}.`)
  return { seed: Number(seed), runs: Number(runs), only }
}
