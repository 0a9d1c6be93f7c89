/** The relay of SMTP_URL, as options of nodemailer. */
export function relayOf(smtpUrl: string): object {
  const url = new URL(smtpUrl)
  const secure = url.protocol === 'smtps:'
  const user = decodeURIComponent(url.username)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // A password is never sent unencrypted, except on this machine.
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
    ...(user !== '' && !secure && !isThisMachine(url.hostname) && { requireTLS: true }),
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}
