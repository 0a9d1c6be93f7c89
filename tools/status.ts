/** `npm run status`: which families and methods of the spec this server serves. */
import { operations } from '../generated/server/operations.ts'
import { isServed } from '../src/app/families.ts'
import { statusReport } from './status-report.ts'

console.log(statusReport(operations, isServed))
