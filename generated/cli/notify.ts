// Written by `npm run generate` from spec/. Do not edit.
import type { CliMethod } from './index.ts'

export const methods: readonly CliMethod[] = [
  { name: 'devices', summary: 'List devices to notify', description: 'Whether the account can be notified, and on which devices. A device is added by allowing notifications in its browser.', needs: 'account', microCredits: 0, args: [], example: {} },
  { name: 'send', summary: 'Notify the caller\'s devices', description: 'Sends a notification to all of the caller\'s own devices, and to nobody else. If there is no device, or none could\nbe reached, the call fails and says so.', needs: 'account', microCredits: 0, args: [{ name: 'title', type: 'string', isRequired: true, description: 'Title, shown in bold.', minLength: 1, maxLength: 100 }, { name: 'body', type: 'string', description: 'A sentence or two below the title.', maxLength: 300 }, { name: 'url', type: 'string', description: 'Address to open on a tap: http or https, or a path on this instance that begins with `/`.', minLength: 1, maxLength: 2048 }], example: { title: 'Parcel at the door', body: 'The courier left it behind the blue bin.', url: 'https://courier.example/track/88213' } },
]
