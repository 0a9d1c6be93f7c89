import { homedir } from 'node:os'
import { join } from 'node:path'
import { environment } from './environment.ts'

/** The folder for what only saves work, such as compiled code. Only this user can write to it, and it can be deleted. */
export function cacheFolder(): string {
  const caches = environment.XDG_CACHE_HOME || join(homedir(), '.cache')
  return environment.NODE_COMPILE_CACHE || join(caches, 'onedoor', 'compiled')
}
