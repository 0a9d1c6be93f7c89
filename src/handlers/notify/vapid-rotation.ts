import type { RotatedKey } from '#runtime/accounts/rotated-key.ts'
import { newSecret, replaceSecret } from '#runtime/accounts/secrets.ts'
import { secretName } from './providers/vapid.ts'
import { removeAll } from './rows.ts'

/** Its subscriptions end with it: a browser accepts notifications only with the key for which it subscribed. */
export const vapidKey: RotatedKey = {
  name: 'vapid',
  async rotate({ store, clock }) {
    const changes = await store.write(async (tx) => {
      await replaceSecret(tx, { name: secretName, value: newSecret(), now: clock.now() })
      return (await tx.run(removeAll({}))).changes
    })
    return `Browsers that were registered for notifications: ${changes}. People have to allow notifications in them again at /settings/notifications.`
  },
}
