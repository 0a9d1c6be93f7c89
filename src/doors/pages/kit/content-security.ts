import type { Response } from 'express'
import { contentSecurityPolicy } from 'helmet'

/**
 * What a page may load and do: styles and images of this server, and forms that lead to this server; no other page may
 * frame it. Scripts only with `withScripts`, and then only files of this server.
 *
 * @param formTargets other origins that forms may lead to, by way of a redirect
 * @param overHttps whether the public address is https; over plain http, upgrading requests would break every link
 */
export function contentSecurity(options: { overHttps: boolean; withScripts?: true; formTargets?: readonly string[] }) {
  return contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      ...(options.withScripts ? { scriptSrc: ["'self'"], connectSrc: ["'self'"] } : {}),
      baseUri: ["'none'"],
      formAction: ["'self'", ...(options.formTargets ?? [])],
      frameAncestors: ["'none'"],
      ...(options.overHttps ? { upgradeInsecureRequests: [] } : {}),
    },
  })
}

/** Lets the forms of a page lead elsewhere by a redirect: browsers block that unless the page allows it. */
export async function allowFormTargets(res: Response, baseUrl: string, formTargets: readonly string[]): Promise<void> {
  const handler = contentSecurity({ overHttps: baseUrl.startsWith('https:'), withScripts: true, formTargets })
  await new Promise<void>((resolve, reject) =>
    handler(res.req, res, (failure?: unknown) => (failure === undefined ? resolve() : reject(failure))),
  )
}
