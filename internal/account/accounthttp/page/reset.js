// The token comes behind the # of the link, which no server sees, and leaves
// the address bar at once.
const token = new URLSearchParams(location.hash.slice(1)).get('token')
history.replaceState(null, '', location.pathname)

const form = document.getElementById('form')
const message = document.getElementById('message')

if (!token) {
  form.hidden = true
  message.textContent = 'This link is not complete. Open it from the letter again, or ask for a new one.'
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = form.querySelector('button')
  button.disabled = true
  try {
    const answer = await fetch('/api/auth/password/reset/confirm/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, new_password: document.getElementById('password').value }),
    })
    const body = await answer.json()
    const problems = (body.errors || []).map((e) => (e.field === 'token' ? 'This link ' : 'The password ') + e.message + '.')
    message.textContent = answer.ok ? 'Your password is set. You can log in with it now.' : problems.join(' ') || body.message
    form.hidden = answer.ok
  } catch {
    message.textContent = 'The server did not answer. Please try again.'
  } finally {
    button.disabled = false
  }
})
