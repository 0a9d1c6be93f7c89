import type { RotatedKey } from '#runtime/accounts/rotated-key.ts'
import { forgetSecret, replaceSecret, serverSecret } from '#runtime/accounts/secrets.ts'
import type { Values } from '#runtime/base/setting.ts'
import { keyOf, newStoredKey, nextSelector, secretName, signingKey } from './dkim.ts'
import { resolverFor } from './dns-resolver.ts'
import type { mailSettings } from './settings.ts'

const dnsMs = 5000
/** The key that is not used before its record is in the DNS. */
const nextName = `${secretName} next`

/** The key that signs outgoing mail. A new one is used only once verifiers find it, so it takes two runs. */
export function dkimKey({ mailDomain, mailDnsServers }: Values<typeof mailSettings>): RotatedKey {
  return {
    name: 'dkim',
    async rotate(world) {
      const { store, clock } = world
      if (mailDomain === undefined)
        throw new Error('Without MAIL_DOMAIN, no mail is signed, so there is no key to rotate.')
      const current = await signingKey(world)
      const value = await serverSecret(world, nextName, () => newStoredKey(nextSelector(current.selector)))
      const next = keyOf(value)
      const name = `${next.selector}._domainkey.${mailDomain}`
      const resolver = resolverFor(mailDnsServers)
      const giveUp = setTimeout(() => resolver.cancel(), dnsMs)
      const found = await resolver.resolveTxt(name).catch(() => [])
      clearTimeout(giveUp)
      if (!found.some((parts) => parts.join('') === next.record)) {
        return `Mail is still signed with the old key. Add this DNS record, wait until it is published, and run the command again:

${name}. TXT "${next.record}"`
      }
      await store.write(async (tx) => {
        await replaceSecret(tx, { name: secretName, value, now: clock.now() })
        await forgetSecret(tx, nextName)
      })
      return `Mail is now signed with the new key. Remove the record ${current.selector}._domainkey.${mailDomain} in a week, when no mail with the old signature is still in transit.`
    },
  }
}
