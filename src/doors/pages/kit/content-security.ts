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
