import { oldFamily as family } from '../../runtime/kit/family.ts'
import { payments as handlers } from './payments.ts'

export const payments = family('payments', { open: () => ({ handlers }) })
