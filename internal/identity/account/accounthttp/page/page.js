// What the pages have in common. Their words come with the page, in the reader's
// language; the API's own messages are English.
export const texts = JSON.parse(document.getElementById('script').dataset.texts)

export const form = document.getElementById('form')
const message = document.getElementById('message')

export function say(text) {
  message.textContent = text
}

// secret takes what the link carries and removes it from the address bar at once.
export function secret(text, name) {
  const value = new URLSearchParams(text).get(name)
  history.replaceState(null, '', location.pathname)
  return value
}

// send posts to the API; it answers with null if the server did not.
export async function send(path, body, token) {
  const headers = { 'Content-Type': 'application/json' }
  if (token) headers.Authorization = 'Token ' + token
  try {
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { ok: answer.ok, body: await answer.json() }
  } catch {
    return null
  }
}

// problem says why a request was refused.
export function problem(answer) {
  if (!answer) return texts.unreachable
  const fields = (answer.body.errors || []).map((e) => texts.fields[e.field] || e.field + ': ' + e.message)
  return fields.join(' ') || texts.codes[answer.body.code] || answer.body.message
}

// onSubmit runs work for a form and keeps it from being sent twice.
export function onSubmit(target, work) {
  target.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = target.querySelector('button')
    button.disabled = true
    try {
      await work(Object.fromEntries(new FormData(target)))
    } finally {
      button.disabled = false
    }
  })
}
