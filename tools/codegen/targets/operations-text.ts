import type { OperationFacts } from '../operations.ts'

const microCreditsPerCredit = 1_000_000

/** generated/operations.txt: one line per operation, in columns. Reviewers read its diff. */
export function operationsText(operations: OperationFacts[]): string {
  const rows = operations.map((operation) => [
    operation.id,
    operation.verb,
    operation.path,
    operation.needs,
    operation.kind,
    operation.retry,
    priceOf(operation),
    operation.withheld ? 'withheld' : '-',
  ])
  const header = ['operation', 'verb', 'path', 'needs', 'kind', 'retry', 'price', 'agent']
  const table = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return `${table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`
}

function priceOf({ topUp, microCredits, priceUnit }: OperationFacts): string {
  if (topUp) return 'payment'
  if (priceUnit) return 'varies'
  return microCredits ? `${microCredits / microCreditsPerCredit} credits` : 'free'
}
