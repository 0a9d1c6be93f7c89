import { z } from 'zod'
import { setting } from '../base/setting.ts'
import { CREDITS_RULE, formatCredits, parseCredits, WELCOME_MICRO_CREDITS } from './amounts.ts'

/** What a new account is given. */
export const moneySettings = {
  welcomeMicroCredits: setting({
    name: 'WELCOME_CREDITS',
    rule: CREDITS_RULE,
    fallback: formatCredits(WELCOME_MICRO_CREDITS),
    meaning: 'How many credits a new account gets; see docs/credits.md.',
    without: 'Nothing.',
    example: '100',
    schema: z
      .string()
      .refine((text) => parseCredits(text) !== undefined)
      .transform((text) => parseCredits(text) as number),
  }),
} as const
