/** `npm run status`: which families of the spec this server serves, and what is missing. */
import { operations } from '../generated/server/operations.ts'
import { isServed } from '../src/app/families.ts'
import { statusReport } from './status-report.ts'

console.log(statusReport(operations, isServed))
