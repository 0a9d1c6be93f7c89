// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** What a world has sent. */
import { element } from './element.js'
import { send } from './sandbox-api.js'

const list = document.getElementById('deliveries')
const none = document.getElementById('no-deliveries')
const words = { mail: 'Mail', sms: 'SMS', whatsapp: 'WhatsApp message', push: 'Notification', payment: 'Payment' }

/** @param {string} path of the world's operations */
export function showDeliveries(path) {
  let shown = new Map()
  return {
    async reload() {
      const { deliveries } = await send('GET', `${path}/deliveries`)
      const ids = deliveries.map(({ id }) => id)
      // Those that are open stay open.
      if (ids.join() === [...shown.keys()].join()) return
      shown = new Map(deliveries.map((each) => [each.id, shown.get(each.id) ?? itemOf(each)]))
      list.replaceChildren(...shown.values())
      none.hidden = shown.size > 0
    },
  }
}

function itemOf({ kind, to, from, time, subject, text, html, attachments, link, amount }) {
  const title = subject ?? (amount === undefined ? (text ?? '').slice(0, 80) : `${amount} USDC`)
  const summary = element('summary', {}, `${words[kind] ?? kind} to ${to}: `, element('b', {}, title))
  const details = element('details', {}, summary)
  details.addEventListener('toggle', () => {
    if (details.childElementCount > 1) return
    details.append(element('p', { class: 'note' }, from === undefined ? time : `from ${from}, ${time}`))
    const label = { tabindex: '0', role: 'group', 'aria-label': 'Text' }
    if (text !== undefined) details.append(element('pre', label, text))
    if (link !== undefined) details.append(element('p', {}, 'Leads to ', element('code', {}, link)))
    if (attachments) details.append(element('p', {}, `Attached: ${attachments.join(', ')}`))
    // Without any permission: no scripts, forms or popups, and by the policy of the page nothing from outside.
    if (html !== undefined) details.append(element('iframe', { sandbox: '', title: 'As HTML', srcdoc: html }))
  })
  return element('li', {}, details)
}
