import { form, onSubmit, problem, say, secret, send, texts } from './page.js'

const known = document.getElementById('known')
const invitation = secret(location.search, 'invitation')
if (!invitation) {
  document.getElementById('intro').hidden = true
  known.hidden = true
}

const language = document.documentElement.lang
const countries = await fetch('/api/external/countries/?page_size=500&lang=' + language)
  .then((answer) => answer.json())
  .catch(() => ({ results: [] }))
document.getElementById('country').append(...(countries.results || []).map((c) => new Option(c.name, c.code)))

function done(text) {
  form.hidden = true
  known.hidden = true
  say(text)
}

onSubmit(form, async (entered) => {
  const answer = await send('/api/auth/register/', { ...entered, language, ...(invitation && { invitation }) })
  if (!answer?.ok) return say(problem(answer))
  const lines = [invitation ? texts.joined : texts.done, answer.body.user.email_confirmed ? '' : texts.confirm]
  done(lines.filter(Boolean).join(' '))
})

onSubmit(document.getElementById('join'), async (entered) => {
  const session = await send('/api/auth/login/', entered)
  if (!session?.ok) return say(problem(session))
  const answer = await send('/api/partners/invitations/join/', { invitation }, session.body.auth_token)
  if (!answer?.ok) return say(problem(answer))
  done(texts.joined)
})
