import type { Response } from 'express'
import { basePath } from '#runtime/base/base-path.ts'

interface PageCookie {
  readonly name: string
  readonly value: string
  /** Undefined until the browser is closed. */
  readonly maxAgeS?: number | undefined
  readonly overHttps: boolean
}

/** Sets a cookie that neither scripts can read nor other sites' requests carry, except when a person follows a link. */
export function setCookie(res: Response, { name, value, maxAgeS, overHttps }: PageCookie): void {
  const age = maxAgeS === undefined ? '' : `; Max-Age=${maxAgeS}`
  const secure = overHttps ? '; Secure' : ''
  res.append('Set-Cookie', `${name}=${value}; Path=${basePath() || '/'}; HttpOnly; SameSite=Lax${age}${secure}`)
}
