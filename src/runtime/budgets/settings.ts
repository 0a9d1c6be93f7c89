import { parsedBy, setting } from '../base/setting.ts'
import { MICRO_CREDITS_PER_CREDIT, parseCredits } from '../money/amounts.ts'

/** Keeps the price of the longest answer far below the largest exact number. */
const maxPerMillion = 100_000

const rule = `a number of credits from 0 to ${maxPerMillion} with at most six decimals`
const free = 'Tokens cost nothing. They are counted nevertheless.'

/** The price of a million tokens, in credits: the same number is the price of one token, in micro-credits. */
const pricePerMillion = () =>
  parsedBy((text) => {
    const microCredits = parseCredits(text)
    if (microCredits === undefined || microCredits > maxPerMillion * MICRO_CREDITS_PER_CREDIT) return undefined
    return microCredits / MICRO_CREDITS_PER_CREDIT
  })

/** What the tokens of language models cost, where no method has a fixed price for them. */
export const budgetSettings = {
  modelInputCredits: setting({
    name: 'MODEL_INPUT_CREDITS',
    rule,
    fallback: '0',
    meaning:
      'The price in credits of a million tokens that the language model reads for the agent, background work, event prompts and built apps. The methods of `text` have fixed prices, which include their tokens. See [Budgets](budgets.md).',
    without: free,
    example: '25',
    schema: pricePerMillion,
  }),
  modelOutputCredits: setting({
    name: 'MODEL_OUTPUT_CREDITS',
    rule,
    fallback: '0',
    meaning: 'The price in credits of a million tokens that the language model writes, including its reasoning.',
    without: free,
    example: '200',
    schema: pricePerMillion,
  }),
  modelFreeMicroCredits: setting({
    name: 'MODEL_FREE_CREDITS',
    rule,
    fallback: '0',
    meaning:
      'The value in credits of the tokens that each account gets free of charge each day, at the prices above. Days are those of the time zone of the account.',
    without: 'All tokens are charged.',
    example: '5',
    schema: () =>
      parsedBy((text) => {
        const microCredits = parseCredits(text)
        return microCredits !== undefined && microCredits <= maxPerMillion * MICRO_CREDITS_PER_CREDIT
          ? microCredits
          : undefined
      }),
  }),
} as const
