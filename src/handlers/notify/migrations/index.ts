import type { Migration } from '#runtime/store/types.ts'
import * as devices from './20261122-11-notify-devices.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0035-notify-devices', up: devices.up }]
