import { z } from 'zod'
import { parseUrl } from '../../base/parse-url.ts'
import { optional, parsedBy, setting, type Values } from '../../base/setting.ts'

const without = 'People sign in only with passwords and passkeys.'
const thisMachine = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The OpenID provider at which people can sign in. */
export const oidcSettings = {
  oidcIssuer: optional({
    name: 'OIDC_ISSUER',
    rule: 'an https:// address without a query string (http:// only for this machine)',
    fallbackText: 'none',
    meaning:
      'The issuer of the OpenID provider with which people can sign in, exactly as the provider spells it. It may be a private address. See docs/sign-in-with-openid.md.',
    without,
    example: 'https://id.example.org/realms/staff',
    schema: () => parsedBy(issuerOf),
  }),
  oidcClientId: optional({
    name: 'OIDC_CLIENT_ID',
    rule: 'a client ID of at most 500 visible characters',
    fallbackText: 'none',
    meaning:
      'The ID of this server at the provider. Its redirect URI there is BASE_URL followed by `/signin/oidc/callback`.',
    without,
    example: 'onedoor',
    schema: () => z.string().regex(/^[!-~]{1,500}$/),
  }),
  oidcClientSecret: optional({
    name: 'OIDC_CLIENT_SECRET',
    rule: 'a client secret of at most 500 visible characters',
    fallbackText: 'none',
    meaning: 'The secret that belongs to OIDC_CLIENT_ID.',
    without,
    example: 'abc123',
    secret: true,
    schema: () => z.string().regex(/^[!-~]{1,500}$/),
  }),
  oidcName: setting({
    name: 'OIDC_NAME',
    rule: '1 to 40 characters',
    fallback: 'single sign-on',
    meaning: 'The name of the provider that people see after "Sign in with".',
    without: 'Nothing.',
    example: 'Example ID',
    schema: () => z.string().regex(/^[^\p{Cc}\p{Cf}]{1,40}$/u),
  }),
  oidcScopes: setting({
    name: 'OIDC_SCOPES',
    rule: 'scopes separated by spaces, including openid',
    fallback: 'openid profile',
    meaning: 'The scopes that the server requests. Some providers send groups only if a further scope is requested.',
    without: 'Nothing.',
    example: 'openid profile groups',
    schema: () =>
      z
        .string()
        .regex(/^[!-~]+( +[!-~]+)*$/)
        .max(500)
        .refine((text) => text.split(/ +/).includes('openid')),
  }),
  oidcSignUp: setting({
    name: 'OIDC_SIGNUP',
    rule: 'on or off',
    fallback: 'off',
    meaning:
      'Whether the first sign-in of a person creates an account. With `off`, people link their existing account in its settings. SIGNUP does not affect these accounts.',
    without: 'Nothing.',
    example: 'on',
    schema: () => z.enum(['on', 'off']).transform((text) => text === 'on'),
  }),
  oidcGroupsClaim: optional({
    name: 'OIDC_GROUPS_CLAIM',
    rule: 'a name of at most 100 visible characters',
    fallbackText: 'the claim `groups`',
    meaning: "The claim that contains the names of a person's groups.",
    without: 'Nothing.',
    example: 'roles',
    schema: () => z.string().regex(/^[!-~]{1,100}$/),
  }),
  oidcAllowedGroup: optional({
    name: 'OIDC_ALLOWED_GROUP',
    rule: 'a group of at most 200 characters',
    fallbackText: 'none',
    meaning: 'The group whose members may sign in with the provider.',
    without: 'Everybody with an account at the provider may sign in.',
    example: 'onedoor-users',
    schema: () => z.string().max(200),
  }),
  oidcAdminGroup: optional({
    name: 'OIDC_ADMIN_GROUP',
    rule: 'a group of at most 200 characters',
    fallbackText: 'none',
    meaning:
      'The group whose members are administrators. Each sign-in with the provider promotes a member and demotes an administrator who is not a member.',
    without: 'Signing in with the provider changes no roles.',
    example: 'onedoor-admins',
    schema: () => z.string().max(200),
  }),
} as const

/** The exact text, because issuers are compared as text: a slash at the end belongs to it. */
function issuerOf(text: string): string | undefined {
  const url = parseUrl(text)
  if (url === undefined || url.search !== '' || url.hash !== '' || url.username !== '') return undefined
  if (url.protocol === 'https:' || (url.protocol === 'http:' && thisMachine.has(url.hostname))) return text
  return undefined
}

/** What is wrong with the settings of the provider together: a sentence, or nothing. */
export function oidcFaults(values: Partial<Values<typeof oidcSettings>>): string[] {
  const needed = ['oidcIssuer', 'oidcClientId', 'oidcClientSecret'] as const
  const namesOf = (keys: readonly (keyof typeof oidcSettings)[]) => keys.map((key) => oidcSettings[key].name)
  const missing = namesOf(needed.filter((key) => values[key] === undefined))
  const present = namesOf(
    [...needed, 'oidcAllowedGroup' as const, 'oidcAdminGroup' as const].filter((key) => values[key] !== undefined),
  )
  if (missing.length === 0 || present.length === 0) return []
  const what = present.length === 1 ? `${present[0]} has no effect` : `${present.join(' and ')} have no effect`
  const instead = present.length === 1 ? 'it' : 'them'
  return [`${what} without ${missing.join(' and ')}. Set ${missing.join(' and ')} too, or remove ${instead}.`]
}
