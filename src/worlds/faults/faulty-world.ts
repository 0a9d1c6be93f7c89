import { methods } from '#generated/server/methods.ts'
import type { MethodFiles } from '../../app/open-families.ts'
import type { PartsOptions } from '../../app/open-server.ts'
import { faultyMethods } from './faulty-methods.ts'
import type { Faults } from './world-faults.ts'

/** The parts of the server of a world in which its faults happen. */
export function faultyParts(faults: Faults): Pick<PartsOptions, 'methods' | 'trouble'> {
  return {
    methods: faultyMethods(methods as MethodFiles, faults),
    trouble(name) {
      for (const fault of faults.due(['provider'], ({ provider }) => provider === '*' || provider === name)) {
        return fault.ms === undefined ? 'down' : { delayMs: faults.delayMs(fault) }
      }
      return undefined
    },
  }
}
