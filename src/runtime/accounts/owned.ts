import type { Readable } from 'node:stream'
import type { CountedTable, Counting } from '../store/quota/counted.ts'

/**
 * A table whose rows belong to accounts. All code that stores something for an account registers its tables, and a test compares
 * the registry with the database: a table that references accounts and is not registered fails the test.
 */
export interface OwnedTable {
  readonly table: string
  /** The column with the account's id. Its foreign key does what `whenDeleted` says for every deletion of an account. */
  readonly account: string
  /** Rows are deleted with their account; those that the operator must retain, such as payments, only lose the reference. */
  readonly whenDeleted: 'delete' | 'forget'
  /** How the rows are written to the archive of an account, or why they are left out. */
  readonly archive: ArchivedTable | { readonly leftOut: string }
  /**
   * For rows with the mark `by_others`, which the base sets and checks: the columns with their texts, first the one that names
   * the record. Or why no row needs the mark. Required of a family with a method whose result counts as the caller's own text.
   */
  readonly marked?: Texts | (MarkedTexts & { readonly never?: undefined }) | { readonly never: string }
  /** How the rows count towards what the account stores, `refused` if not given; or why they do not count. */
  readonly counting?: Counting | { readonly uncounted: string }
}

type Texts = readonly [string, ...string[]]

/** What a person checks of the marked rows of a table. */
export interface MarkedTexts {
  /** The columns with texts; the first one names the record. */
  readonly texts: Texts
  /** The values of a column in rows that others have written themselves, such as mail: these keep their mark. */
  readonly except?: Readonly<Record<string, readonly string[]>>
}

/** The tables whose rows have the mark `by_others`. */
export function markedTablesOf(tables: readonly OwnedTable[]): ReadonlyMap<string, MarkedTexts> {
  return new Map(
    tables.flatMap(({ table, marked }) => {
      if (!marked) return []
      if ('texts' in marked) return [[table, marked]]
      return 'never' in marked ? [] : [[table, { texts: marked }]]
    }),
  )
}

/** The tables whose rows count towards what their account stores. */
export function countedTables(tables: readonly OwnedTable[]): CountedTable[] {
  return tables.flatMap(({ table, account, counting = 'refused' }) =>
    typeof counting === 'object' && 'uncounted' in counting ? [] : [{ table, account, counting }],
  )
}

export interface ArchivedTable {
  /** The name of the file, without `.json`. */
  readonly file: string
  /** The column that sorts the rows: unique among the rows of an account. */
  readonly key: string
  /** Columns that are secret, or derived from others for searching and sorting. */
  readonly without?: readonly string[]
  /** Boolean columns. */
  readonly booleans?: readonly string[]
  /** JSON columns. */
  readonly json?: readonly string[]
  /**
   * For rows with a blob: the folder in which its bytes are written as files, and the columns with its id and its name.
   * `only` is the column with how many of its first bytes are the file, if derived data follows.
   */
  readonly bytes?: { readonly folder: string; readonly blob: string; readonly name: string; readonly only?: string }
  /** For rows that other programs read from one file in their own format, besides the JSON. */
  readonly joined?: JoinedFile
}

/** A file composed of a piece for each row. */
export interface JoinedFile {
  /** Its name in the archive. */
  readonly name: string
  /** The column with the id of a row's blob, if it has one. */
  readonly blob: string
  /** @param bytes of the blob */
  pieceOf(row: never, bytes: Readable | undefined): Promise<Uint8Array>
}

/** The server's own tables with data of accounts. Families list their own. */
export const serverTables: readonly OwnedTable[] = [
  {
    table: 'accounts',
    account: 'id',
    whenDeleted: 'delete',
    archive: { file: 'account', key: 'id', without: ['password_hash'], booleans: ['is_admin'] },
    counting: { uncounted: 'This is the account itself.' },
  },
  {
    table: 'tokens',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: {
      file: 'tokens',
      key: 'id',
      without: ['secret_sha256'],
      booleans: ['all_services', 'actions'],
      json: ['services', 'capabilities'],
    },
  },
  {
    table: 'program_keys',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: {
      leftOut:
        'These are secrets of programs that have signed in. The tokens in the archive show what these programs may do.',
    },
    counting: 'kept',
  },
  {
    table: 'program_codes',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { leftOut: 'These are sign-ins by programs that are still in progress. They are stored for a day.' },
    counting: 'kept',
  },
  {
    table: 'sessions',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { file: 'sessions', key: 'id', without: ['secret_sha256'] },
    counting: 'kept',
  },
  {
    table: 'passkeys',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { file: 'passkeys', key: 'id', without: ['public_key', 'counter'], json: ['transports'] },
  },
  {
    table: 'oidc_identities',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { file: 'sign-in-provider', key: 'id' },
    counting: 'kept',
  },
  {
    table: 'oidc_requests',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: {
      leftOut: 'These are sign-ins with a provider that are still in progress. They are stored for ten minutes.',
    },
    counting: 'kept',
  },
  {
    table: 'invites',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { file: 'invites', key: 'id', without: ['secret_sha256'] },
  },
  {
    table: 'reset_links',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { file: 'reset-links', key: 'account_id', without: ['secret_sha256'] },
    counting: 'kept',
  },
  {
    table: 'second_factors',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { file: 'second-factor', key: 'account_id', without: ['secret', 'last_step'] },
    counting: 'kept',
  },
  {
    table: 'recovery_codes',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { leftOut: 'These are the hashes of secrets.' },
    counting: 'kept',
  },
  {
    table: 'half_sign_ins',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { leftOut: 'These are sign-ins that wait for a code. They are stored for five minutes.' },
    counting: 'kept',
  },
  {
    table: 'recovery_addresses',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { file: 'recovery-address', key: 'account_id', without: ['code_sha256', 'code_expires_at'] },
    counting: 'kept',
  },
  {
    table: 'known_devices',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { leftOut: 'These are the hashes of cookies. The sessions in the archive show the browsers.' },
    counting: 'kept',
  },
  {
    table: 'balances',
    account: 'owner',
    whenDeleted: 'delete',
    archive: { file: 'balance', key: 'owner' },
    counting: {
      uncounted: "This belongs to the operator's accounting. Everything that makes it grow is paid for or limited.",
    },
  },
  {
    table: 'ledger_entries',
    account: 'owner',
    whenDeleted: 'delete',
    archive: { file: 'ledger', key: 'sequence' },
    counting: {
      uncounted: "This belongs to the operator's accounting. Everything that makes it grow is paid for or limited.",
    },
  },
  {
    table: 'budgets',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { file: 'budgets', key: 'id' },
  },
  {
    table: 'budget_use',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { leftOut: 'These are counters of the current day and month.' },
    counting: { uncounted: 'These are counters, two for each token, agent and app.' },
  },
  {
    table: 'budget_reservations',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { leftOut: 'These belong to answers and calls in progress, and end with them or within half an hour.' },
    counting: { uncounted: 'These belong to answers and calls in progress, and end with them or within half an hour.' },
  },
  {
    table: 'storage_use',
    account: 'owner',
    whenDeleted: 'delete',
    archive: { file: 'storage', key: 'source' },
    counting: { uncounted: 'These are the counters themselves.' },
  },
  {
    table: 'storage_changes',
    account: 'owner',
    whenDeleted: 'delete',
    archive: { leftOut: 'These changes are added to the totals within seconds.' },
    counting: { uncounted: 'These are the counters themselves.' },
  },
  {
    table: 'exports',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { leftOut: 'This records the progress of the archive itself.' },
    counting: 'kept',
  },
  {
    table: 'blobs',
    account: 'owner',
    whenDeleted: 'forget',
    archive: { leftOut: 'The contents are in the archive as files, each next to its record.' },
    counting: { bytes: 'bytes', while: { column: 'state', oneOf: ['writing', 'stored'] } },
  },
  {
    table: 'holdings',
    account: 'owner',
    whenDeleted: 'delete',
    archive: {
      leftOut: 'These credits are reserved only while a call runs. The ledger contains the resulting charge.',
    },
    counting: {
      uncounted: "This belongs to the operator's accounting. Everything that makes it grow is paid for or limited.",
    },
  },
  {
    table: 'holds',
    account: 'owner',
    whenDeleted: 'delete',
    archive: {
      leftOut:
        'These credits are reserved only while something is being created. The ledger contains the resulting charge.',
    },
    counting: {
      uncounted: "This belongs to the operator's accounting. Everything that makes it grow is paid for or limited.",
    },
  },
  {
    table: 'payments',
    account: 'account_id',
    whenDeleted: 'forget',
    archive: {
      leftOut: "This belongs to the operator's accounting. The ledger contains what an account receives from payments.",
    },
    counting: {
      uncounted: "This belongs to the operator's accounting. Everything that makes it grow is paid for or limited.",
    },
  },
  {
    table: 'tainted_credentials',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { file: 'tainted-credentials', key: 'credential' },
  },
  {
    table: 'idempotency_keys',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { leftOut: 'These are responses to earlier calls. They are stored for a day.' },
    counting: 'kept',
  },
  {
    table: 'approvals',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { file: 'approvals', key: 'id', without: ['waiting'], json: ['arguments'] },
    counting: 'kept',
  },
  {
    table: 'approval_rules',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { file: 'approval-rules', key: 'id', json: ['object'] },
    counting: 'kept',
  },
  {
    table: 'account_rules',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { file: 'rules', key: 'account_id', json: ['document'] },
    counting: 'kept',
  },
  {
    table: 'call_log',
    account: 'owner',
    whenDeleted: 'delete',
    archive: { file: 'calls', key: 'sequence', without: ['hash'], json: ['entry'] },
    counting: {
      uncounted: 'Reading must work with a full quota. CALL_LOG_DAYS and CALL_LOG_ENTRIES limit these entries.',
    },
  },
  {
    table: 'call_log_heads',
    account: 'owner',
    whenDeleted: 'delete',
    archive: { leftOut: 'This is the signed end of the log of calls, which only this server can check.' },
    counting: { uncounted: 'An account has one such row.' },
  },
  {
    table: 'bus_announcements',
    account: 'account',
    whenDeleted: 'delete',
    archive: {
      leftOut: 'These are copies of records for subscribing services. The records themselves are in the archive.',
    },
    counting: 'kept',
  },
  {
    table: 'jobs',
    account: 'owner',
    whenDeleted: 'delete',
    archive: { leftOut: 'These are unfinished jobs. Their results are in the records.' },
    counting: 'kept',
  },
  {
    table: 'connections',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: {
      file: 'connections',
      key: 'id',
      without: ['access_token', 'access_expires_at', 'refresh_token', 'version', 'machine', 'pid', 'lease_until'],
    },
  },
  {
    table: 'connection_requests',
    account: 'account_id',
    whenDeleted: 'delete',
    archive: { leftOut: 'These are connections that are still being authorised. They are stored for ten minutes.' },
    counting: 'kept',
  },
  {
    table: 'search_records',
    account: 'owner',
    whenDeleted: 'delete',
    archive: { leftOut: 'This is derived from the records, which are in the archive.' },
    counting: 'kept',
  },
  {
    table: 'live_events',
    account: 'owner',
    whenDeleted: 'delete',
    archive: {
      leftOut: 'This is stored for an hour for clients that were disconnected. The content is in the records.',
    },
    counting: 'kept',
  },
]
