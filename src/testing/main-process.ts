import { onTestFinished } from 'vitest'
import { iso, systemClock } from '../runtime/base/clock.ts'
import type { DatabaseSettings } from './databases.ts'
import { mainFile, type Program, startProgram } from './program.ts'

export interface MainProcess {
  readonly program: Program
  readonly url: string
}

/** The time of the processes, for a test server on their database: its records must not have expired for them. */
export const systemTime = (): string => iso(systemClock.now())

/**
 * Starts `src/main.ts` in a separate process, without a gateway and without scheduled work. It is stopped when
 * the test ends.
 *
 * @param settings further environment variables
 */
export async function startMain(
  { dataDir, databaseUrl = '' }: DatabaseSettings,
  settings: Readonly<Record<string, string>> = {},
): Promise<MainProcess> {
  const env = {
    ...{
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      GATEWAY_PORT: 'off',
      LOG_LEVEL: 'error',
      SHUTDOWN_DELAY_S: '0',
    },
    ...{ BASE_URL: '', NEWS_FEEDS: 'none', MARKETS_REFRESH: 'off', ...settings },
  }
  const program = await startProgram({ args: [await mainFile()], env }, /listens on/)
  onTestFinished(() => program.stop())
  return { program, url: /http:\S+?:\d+/.exec(program.readyLine)?.[0] as string }
}
