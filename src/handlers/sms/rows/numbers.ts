import { joinAccounts } from '#runtime/accounts/usernames.ts'
import { statement } from '#runtime/store/statement.ts'

export const numbersOf = statement<{ account: string }>((sql, param) =>
  sql('sms_numbers').select('number').where(param.columns('account')).orderBy('number'),
)

/** The account with a number, unless it is being deleted. */
export const ownerOf = statement<{ number: string }>((sql, param) =>
  joinAccounts(sql('sms_numbers as n'), 'n.account')
    .select('n.account')
    .where({ 'n.number': param('number') })
    .whereNull('accounts.closed_at'),
)

/** Gives a number to the account that has proved last that it holds the phone. */
export const claim = statement<{ number: string; account: string; now: number }>((sql, param) =>
  sql('sms_numbers')
    .insert({ number: param('number'), account: param('account'), verified_at: param('now') })
    .onConflict(['number'])
    .merge(['account', 'verified_at']),
)

export const setCode = statement<{ account: string; number: string; code: string; tries: number; expires: number }>(
  (sql, param) =>
    sql('sms_codes')
      .insert({
        ...param.columns('account', 'number'),
        code_sha256: param('code'),
        tries_left: param('tries'),
        expires_at: param('expires'),
      })
      .onConflict(['account', 'number'])
      .merge(['code_sha256', 'tries_left', 'expires_at']),
)

/** Uses up one try of a code that is still valid. */
export const tryCode = statement<{ account: string; number: string; now: number }>((sql, param) =>
  sql('sms_codes')
    .where(param.columns('account', 'number'))
    .where('expires_at', '>', param('now'))
    .where('tries_left', '>', 0)
    .update({ tries_left: sql.raw('tries_left - 1') })
    .returning(['code_sha256', 'tries_left']),
)

export const removeCode = statement<{ account: string; number: string }>((sql, param) =>
  sql('sms_codes').where(param.columns('account', 'number')).delete(),
)

export const deleteExpiredCodes = statement<{ before: number }>((sql, param) =>
  sql('sms_codes').where('expires_at', '<', param('before')).delete(),
)
