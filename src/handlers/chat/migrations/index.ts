import type { Migration } from '#runtime/store/types.ts'
import * as chat from './20261122-28-chat.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0064-chat', up: chat.up }]
