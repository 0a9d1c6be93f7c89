import { family } from '#runtime/kit/family.ts'

export const payments = family('payments', { open: () => ({}) })
