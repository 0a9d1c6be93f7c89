import type { Migration } from '#runtime/store/types.ts'
import * as apps from './0067-apps.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0067-apps', up: apps.up }]
