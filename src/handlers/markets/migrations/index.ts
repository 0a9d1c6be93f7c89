import type { Migration } from '#runtime/store/types.ts'
import * as prices from './20261122-24-market-prices.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0058-market-prices', up: prices.up }]
