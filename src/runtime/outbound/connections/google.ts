import { z } from 'zod'
import { optional } from '../../base/setting.ts'
import { baseUrlSetting } from '../description.ts'
import type { ConnectionAuthority } from './connection-kind.ts'

const without = 'No Google account can be connected, and methods that need one fail with `not_configured`.'

/** The credentials of this server at Google, and Google's addresses. */
export const googleSettings = {
  googleClientId: optional({
    name: 'GOOGLE_CLIENT_ID',
    rule: 'a client ID of at most 500 visible characters',
    fallbackText: 'none',
    meaning:
      'The OAuth client ID of a web application at Google, with which people connect their Google accounts. Its redirect URI is BASE_URL followed by `/settings/connections/callback`.',
    without,
    example: '1234567890-abc.apps.googleusercontent.com',
    schema: () => z.string().regex(/^[!-~]{1,500}$/),
  }),
  googleClientSecret: optional({
    name: 'GOOGLE_CLIENT_SECRET',
    rule: 'a client secret of at most 500 visible characters',
    fallbackText: 'none',
    meaning: 'The secret that belongs to GOOGLE_CLIENT_ID.',
    without,
    example: 'GOCSPX-abc123',
    secret: true,
    schema: () => z.string().regex(/^[!-~]{1,500}$/),
  }),
  googleAccountsBaseUrl: baseUrlSetting(
    'GOOGLE_ACCOUNTS_BASE_URL',
    'https://accounts.google.com',
    'of the Google page on which people allow a connection',
  ),
  googleOauthBaseUrl: baseUrlSetting(
    'GOOGLE_OAUTH_BASE_URL',
    'https://oauth2.googleapis.com',
    'from which the server requests tokens for connected Google accounts',
  ),
} as const

/**
 * Google. It issues a refresh token only with `access_type=offline`, and issues another one to a person who has granted
 * permission before only with `prompt=consent`.
 */
export const google: ConnectionAuthority = {
  title: 'Google',
  clientId: googleSettings.googleClientId,
  clientSecret: googleSettings.googleClientSecret,
  pages: { baseUrl: googleSettings.googleAccountsBaseUrl, path: '/o/oauth2/v2/auth' },
  parameters: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'false' },
  provider: {
    name: 'google-oauth',
    source: 'Google',
    baseUrl: googleSettings.googleOauthBaseUrl,
    isCallersAccess: true,
    maxBytes: 64 * 1024,
  },
  tokenPath: '/token',
  revokePath: '/revoke',
  identityScopes: ['openid', 'email'],
}
