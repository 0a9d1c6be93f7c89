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
      'Whether methods cost credits. With `off`, all methods are free, payments are not accepted, and pages do not mention credits. Methods with a price still need an account. See docs/credits.md.',
    without: 'Nothing.',
    example: 'off',
    schema: () => z.enum(['on', 'off']).transform((text) => text === 'on'),
  }),
  welcomeMicroCredits: setting({
    name: 'WELCOME_CREDITS',
    rule: CREDITS_RULE,
    fallback: formatCredits(WELCOME_MICRO_CREDITS),
    meaning: 'The number of credits that a new account receives. See docs/credits.md.',
    without: 'Nothing.',
    example: '100',
    schema: () => parsedBy(parseCredits),
  }),
} as const
