import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Environment } from '../runtime/base/environment.ts'
import { type Config, ConfigError, readConfig, SETTINGS } from './config.ts'

/** A setting that is not at its default. */
export interface ChangedSetting {
  readonly name: string
  /** As it is set; `(set)` for a secret. */
  readonly value: string
  /** Where it is set: `the environment`, or the path of a file. */
  readonly source: string
}

/** What a start with these settings would use and reject. */
export interface ConfigReport {
  /** In the order of docs/configuration.md; empty if a setting is invalid. */
  readonly changed: readonly ChangedSetting[]
  /** One sentence for each setting that cannot be used. */
  readonly faults: readonly string[]
}

/**
 * Checks the settings without starting anything: their values, and the files and the directory that they name. What needs
 * the database, the network or a port is up to `examine` (doctor).
 *
 * @param env where the settings are
 */
export async function checkConfig(env: Environment): Promise<ConfigReport> {
  try {
    const { config, texts } = readConfig(env)
    const changed = Object.values(SETTINGS).flatMap((entry) => {
      const set = texts.get(entry.name)
      if (set === undefined || set.text === entry.fallback) return []
      return [{ name: entry.name, value: entry.secret ? '(set)' : set.text, source: set.source }]
    })
    return { changed, faults: await pathFaults(config) }
  } catch (failure) {
    if (!(failure instanceof ConfigError)) throw failure
    return { changed: [], faults: failure.faults }
  }
}

async function pathFaults(config: Config): Promise<string[]> {
  const files = Object.entries(SETTINGS).flatMap(([key, { name, isFile }]) => {
    const path = isFile && config[key as keyof Config]
    return typeof path === 'string' ? [{ name, path }] : []
  })
  const faults = files.map(async ({ name, path }) => {
    const code = await accessFault(path, constants.R_OK)
    return code && `${name} is ${path}, which cannot be read (${code}). Set the path of a file that this user can read.`
  })
  return (await Promise.all([...faults, directoryFault(config.dataDir)])).filter((fault) => fault !== undefined)
}

/** The server creates a missing directory, so the closest one that exists decides. */
async function directoryFault(dataDir: string, path = dataDir): Promise<string | undefined> {
  const code = await accessFault(path, constants.R_OK | constants.W_OK | constants.X_OK)
  if (code === 'ENOENT' && dirname(path) !== path) return directoryFault(dataDir, dirname(path))
  return (
    code && `DATA_DIR is ${dataDir}, but ${path} is not writable (${code}). Set a folder to which this user can write.`
  )
}

async function accessFault(path: string, mode: number): Promise<string | undefined> {
  try {
    await access(path, mode)
    return undefined
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code ?? 'unknown'
  }
}
