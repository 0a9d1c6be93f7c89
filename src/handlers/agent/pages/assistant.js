// @ts-nocheck: it runs in browsers, and the types here are those of Node.
/** Shows the answer and its calls as they arrive, and lets the reader stop the run. */
const csrfToken = document.querySelector('meta[name="csrf-token"]').content
/** The path of BASE_URL, with which all addresses on this server begin. */
const base = document.documentElement.dataset.base ?? ''
const form = document.getElementById('ask')
const list = document.getElementById('messages')
const state = document.getElementById('state')
const fault = document.getElementById('fault')
const stop = document.getElementById('stop')
const approvals = document.getElementById('approvals')
const { prompt, thread, agent } = form.elements
const ask = form.querySelector('button')
let running

function element(name, className, text) {
  const made = document.createElement(name)
  if (className) made.className = className
  if (text !== undefined) made.textContent = text
  return made
}

function addMessage(role, name, text) {
  const entry = element('li', role)
  const by = element('p', 'by')
  by.append(element('b', '', name))
  const calls = element('ul', 'calls')
  calls.setAttribute('role', 'list')
  const typed = element('p', 'typed', text)
  entry.append(by, calls, typed)
  list.append(entry)
  return { entry, calls, typed }
}

/** The events of a response. */
async function* eventsOf(response) {
  let rest = ''
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop()
    for (const block of blocks) {
      const match = /^event: (\w+)\ndata: (.*)$/s.exec(block)
      if (match) yield { event: match[1], data: JSON.parse(match[2]) }
    }
  }
}

async function decide(decision) {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json', 'X-CSRF-Token': csrfToken }
  const body = JSON.stringify(decision)
  const response = await fetch(`${base}/api/v1/agent/decide`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error((await response.json()).error)
}

/** Shows the card of a call that waits. All of it is text: the arguments may be by anyone. */
function showApproval({ number, approval: id, card: approval }) {
  const card = element('div', 'card')
  card.dataset.call = number
  card.append(element('h2', '', approval.title), element('p', '', approval.reason))
  if (approval.destination) card.append(element('p', '', approval.destination))
  const given = element('dl', 'arguments')
  for (const { name, value } of approval.arguments) given.append(element('dt', '', name), element('dd', 'typed', value))
  card.append(given)
  if (approval.cost_credits > 0) card.append(element('p', 'note', `Costs up to ${approval.cost_credits} credits.`))
  if (approval.is_password_required) {
    const link = element('a', '', 'Decide on the approvals page')
    link.href = `${base}/approvals`
    link.target = '_blank'
    card.append(link)
  } else {
    for (const [text, className, decision] of [
      ['Allow', '', { decision: 'allow' }],
      ['Allow for this run', 'second', { decision: 'allow', scope: 'run' }],
      ['Deny', 'danger', { decision: 'deny' }],
    ]) {
      const button = element('button', className, text)
      button.type = 'button'
      button.addEventListener('click', async () => {
        try {
          await decide({ id, ...decision })
          card.remove()
        } catch (failure) {
          fault.textContent = failure.message
        }
      })
      card.append(button, ' ')
    }
  }
  approvals.append(card)
}

function show({ event, data }, reply) {
  if (event === 'thread') thread.value = data.thread
  if (event === 'queued') state.textContent = `Waiting at position ${data.place} in the queue.`
  if (event === 'started') state.textContent = 'The assistant is working.'
  if (event === 'text') reply.typed.textContent += data.text
  if (event === 'call') {
    reply.typed.textContent = ''
    const line = element('li', 'running')
    line.dataset.number = data.number
    line.append(element('code', '', data.method), ' …')
    reply.calls.append(line)
  }
  if (event === 'approval') {
    state.textContent = 'A call waits for your approval.'
    showApproval(data)
  }
  if (event === 'called') {
    approvals.querySelector(`[data-call="${data.number}"]`)?.remove()
    state.textContent = 'The assistant is working.'
    const line = reply.calls.querySelector(`[data-number="${data.number}"]`)
    line.className = data.ok ? 'ok' : 'failed'
    const cost = data.cost_credits > 0 ? `, ${data.cost_credits} credits` : ''
    line.replaceChildren(element('code', '', data.method), ` ${data.ok ? 'done' : 'failed'}${cost}: ${data.text}`)
  }
  if (event === 'answer') {
    reply.typed.textContent = data.text
    history.replaceState(null, '', `${base}/assistant?${new URLSearchParams({ thread: data.thread })}`)
  }
  if (event === 'error') throw new Error(data.error)
}

async function run(text) {
  running = new AbortController()
  const own = addMessage('owner', 'You', text)
  const reply = addMessage('agent', agent.value || 'Agent', '')
  const address = thread.value === '' && agent.value !== '' ? `/agent/${encodeURIComponent(agent.value)}` : '/agent'
  const body = JSON.stringify({ prompt: text, ...(thread.value === '' ? {} : { thread: thread.value }) })
  const headers = { 'Content-Type': 'application/json', Accept: 'text/event-stream', 'X-CSRF-Token': csrfToken }
  const wasNew = thread.value === ''
  try {
    const response = await fetch(base + address, { method: 'POST', headers, body, signal: running.signal })
    if (!response.ok) throw new Error((await response.json()).error)
    let isAnswered = false
    for await (const each of eventsOf(response)) {
      show(each, reply)
      isAnswered ||= each.event === 'answer'
    }
    if (!isAnswered) throw new Error('The connection was lost. Reload the page to see what was done.')
    state.textContent = ''
  } catch (failure) {
    const isStopped = running.signal.aborted
    state.textContent = isStopped ? 'Stopped. Anything already done is not undone.' : ''
    if (!isStopped) fault.textContent = failure.message
    // The server stores nothing of a run without calls.
    if (reply.calls.childElementCount === 0) {
      own.entry.remove()
      reply.entry.remove()
      if (wasNew) thread.value = ''
      prompt.value = text
    }
  }
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const text = prompt.value
  if (ask.disabled || text.trim() === '') return
  ask.disabled = true
  stop.hidden = false
  fault.textContent = ''
  prompt.value = ''
  await run(text)
  ask.disabled = false
  stop.hidden = true
  prompt.focus()
})
stop.addEventListener('click', () => running?.abort())
/** Text that is pasted is by others unless the reader removes the marks. An id or an address is taken as typed. */
prompt.addEventListener('paste', (event) => {
  const text = event.clipboardData.getData('text/plain').trim()
  if (/^[!-~]{0,200}$/.test(text)) return
  event.preventDefault()
  const isAtStart = /(^|\n)$/.test(prompt.value.slice(0, prompt.selectionStart))
  const quoted = text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => `> ${line}`)
  // Unlike setRangeText, it can be undone by the reader.
  document.execCommand('insertText', false, `${isAtStart ? '' : '\n'}${quoted.join('\n')}\n`)
})
prompt.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  form.requestSubmit()
})
