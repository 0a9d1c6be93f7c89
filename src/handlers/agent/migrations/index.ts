import type { Migration } from '#runtime/store/types.ts'
import * as agent from './20261122-37-agent.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0075-agent', up: agent.up }]
