import { z } from 'zod'
import { parsedBy, setting } from '../base/setting.ts'
import { CREDITS_RULE, formatCredits, parseCredits, WELCOME_MICRO_CREDITS } from './amounts.ts'

/** Whether calls cost credits, and how many a new account gets. */
export const moneySettings = {
  usesCredits: setting({
    name: 'CREDITS',
    rule: 'on or off',
    fallback: 'on',
    meaning:
      'Whether methods cost credits. `off`: no method costs anything, none takes payments, and no page mentions credits; methods with a price still need an account. See docs/credits.md.',
    without: 'Nothing.',
    example: 'off',
    schema: () => z.enum(['on', 'off']).transform((text) => text === 'on'),
  }),
  welcomeMicroCredits: setting({
    name: 'WELCOME_CREDITS',
    rule: CREDITS_RULE,
    fallback: formatCredits(WELCOME_MICRO_CREDITS),
    meaning: 'How many credits a new account gets; see docs/credits.md.',
    without: 'Nothing.',
    example: '100',
    schema: () => parsedBy(parseCredits),
  }),
} as const
